import CardeaEncodings
import CardeaIdentityDomain

/// The languages of the pages: those of the program, and those of the operator's files.
package struct PageLanguages: Sendable {
    package static let builtIn = PageLanguages([
        .english, .japanese, .chinese, .traditionalChinese, .korean, .german,
    ])

    private var byTag: [ExactText: PageText]

    private init(_ texts: [PageText]) {
        byTag = Dictionary(uniqueKeysWithValues: texts.map { ($0.language.lowercased().exact, $0) })
        // Chinese without a script or a region is written in simplified characters.
        byTag["zh"] = .chinese
    }

    /// Adds the texts of a file, or replaces those of a language of the program.
    ///
    /// - Parameters:
    ///   - language: The language, as a BCP 47 tag such as `fr` or `pt-BR`.
    ///   - document: JSON: an object of texts by their keys. A text that is missing is in English.
    /// - Returns: The keys whose texts are missing.
    /// - Throws: `PageLanguageError`, which says what is wrong with the file.
    package mutating func add(_ language: String, _ document: [UInt8]) throws(PageLanguageError) -> [String] {
        let tag = LanguageTag.normalized(language)
        guard LanguageTag.isValid(tag) else {
            throw PageLanguageError("'\(language)' is not a language tag such as fr or pt-BR")
        }
        guard let json = try? JSONValue(reading: document), case .object(let members) = json else {
            throw PageLanguageError("is not a JSON object of texts")
        }
        var texts: [PageText.Key: String] = [:]
        for (name, value) in members {
            guard let key = PageText.Key(rawValue: name) else {
                throw PageLanguageError("'\(name)' is not the key of a text")
            }
            guard case .string(let text) = value, !text.isEmpty else {
                throw PageLanguageError("'\(name)' must be text, and not empty")
            }
            let count = PageText.english[key].count(where: { $0 == "%" })
            guard text.count(where: { $0 == "%" }) == count else {
                throw PageLanguageError(
                    "'\(name)' must have \(count == 0 ? "no %" : "one %, the place of a value")"
                )
            }
            texts[key] = text
        }
        byTag[tag.exact] = PageText(language, texts)
        return PageText.Key.allCases.filter { texts[$0] == nil }.map(\.rawValue)
    }

    /// The texts of a language as a document, for a translator; `nil` if there is no such language.
    package func document(of language: String) -> [(key: String, text: String)]? {
        texts(for: language).map { texts in
            PageText.Key.allCases.map { (key: $0.rawValue, text: texts[$0]) }
        }
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

/// The error of a file of texts, in one line.
package struct PageLanguageError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
