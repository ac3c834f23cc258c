import CardeaEncodings
package import CardeaHTML
import CardeaIdentityDomain

/// The languages of the pages: those of the program, and those of the operator's files.
package struct PageLanguages: Sendable {
    package static let builtIn = PageLanguages(["en", "ja", "zh-Hans", "zh-Hant", "ko", "de"])

    private var byTag: [ExactText: PageText]

    private init(_ tags: [String]) {
        byTag = Dictionary(
            uniqueKeysWithValues: tags.map { ($0.lowercased().exact, PageText.builtIn($0)) }
        )
        // Chinese without a script or a region is written in simplified characters.
        byTag["zh"] = byTag["zh-hans"]
    }

    /// Adds the texts of a file, or replaces those of a language of the program.
    ///
    /// - Parameters:
    ///   - language: The language, as a BCP 47 tag such as `fr` or `pt-BR`.
    ///   - document: JSON: an object of texts by their keys, as `PageText.catalogue` reads it. A text that is missing is in
    ///     English.
    /// - Returns: The keys whose texts are missing.
    /// - Throws: `CatalogueError`, which says what is wrong with the file.
    package mutating func add(_ language: String, _ document: [UInt8]) throws(CatalogueError) -> [String] {
        let tag = LanguageTag.normalized(language)
        guard LanguageTag.isValid(tag) else {
            throw CatalogueError("'\(language)' is not a language tag such as fr or pt-BR")
        }
        let texts = try PageText.catalogue(document)
        byTag[tag.exact] = PageText(language, texts)
        return PageText.Key.allCases.filter { texts[$0] == nil }.map(\.rawValue)
    }

    /// The file of a language of the program, for a translator; `nil` if there is no such language.
    package static func document(of language: String) -> [UInt8]? {
        builtIn.texts(for: language).map { EmbeddedFile.bytes(of: "texts/\($0.language).json") }
    }

    /// Chooses the first language that is there.
    ///
    /// - Parameters:
    ///   - tag: The language that the link names.
    ///   - accepted: The value of `Accept-Language` (RFC 9110 §12.5.4). Weights are ignored: browsers order by them.
    /// - Returns: Its texts; the English ones by default.
    func texts(_ tag: String?, accepted: String?) -> PageText {
        let tags =
            [tag].compactMap(\.self) + (accepted ?? "").prefix(256).split(separator: ",").map(String.init)
        return tags.lazy.compactMap { texts(for: $0) }.first ?? .english
    }

    private func texts(for tag: String) -> PageText? {
        let name = tag.drop { $0 == " " }
            .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return LanguageTag.lookupOrder(String(name)).lazy.compactMap { byTag[$0.exact] }.first
    }
}
