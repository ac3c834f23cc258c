import CardeaIdentityDomain

/// A language that the pages have.
enum PageLanguage: String, CaseIterable {
    case english = "en"
    case japanese = "ja"
    case chinese = "zh"
    case traditionalChinese = "zh-Hant"
    case korean = "ko"
    case german = "de"

    /// The language of the first tag that names one; English by default.
    ///
    /// - Parameters:
    ///   - tag: The language that the link names.
    ///   - accepted: The value of `Accept-Language` (RFC 9110 §12.5.4). Weights are ignored: browsers order by them.
    init(tag: String?, accepted: String?) {
        let tags =
            [tag].compactMap(\.self) + (accepted ?? "").prefix(256).split(separator: ",").map(String.init)
        self = tags.lazy.compactMap(Self.init(tag:)).first ?? .english
    }

    private init?(tag: String) {
        let name = tag.drop { $0 == " " }
            .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        for tag in LanguageTag.lookupOrder(String(name)) {
            guard let language = Self.allCases.first(where: { $0.rawValue.lowercased() == tag }) else {
                continue
            }
            self = language
            return
        }
        return nil
    }
}
