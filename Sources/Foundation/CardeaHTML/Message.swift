package import CardeaEncodings

/// A text of a catalogue: one form, or one for each form of the plural.
package struct Message: Sendable {
    /// A form of the plural (Unicode TR 35, "Language Plural Rules").
    package enum Form: String, Sendable {
        case one, few, many, other
    }

    private let forms: [Form: TemplateText]

    /// Reads a text, or an object of texts by the forms of the plural.
    ///
    /// - Parameters:
    ///   - source: The value in the document.
    ///   - key: The key of the text, for errors.
    ///   - read: Reads one form; by default, it may have any placeholders.
    /// - Throws: `CatalogueError`, which says what is wrong.
    package init(
        _ source: JSONValue,
        of key: String,
        read: (String) throws(CatalogueError) -> TemplateText = { TemplateText($0) }
    ) throws(CatalogueError) {
        func form(_ value: JSONValue) throws(CatalogueError) -> TemplateText {
            guard let text = value.string, !text.isEmpty else {
                throw CatalogueError("'\(key)' must be text, and not empty")
            }
            return try read(text)
        }
        guard let members = source.object else {
            forms = [.other: try form(source)]
            return
        }
        var forms: [Form: TemplateText] = [:]
        for (name, value) in members {
            guard let kind = Form(rawValue: name) else {
                throw CatalogueError("'\(key)': '\(name)' is not one, few, many or other")
            }
            forms[kind] = try form(value)
        }
        guard forms[.other] != nil else { throw CatalogueError("'\(key)' must have the form 'other'") }
        self.forms = forms
    }

    /// The text with values in the places of its placeholders.
    ///
    /// - Parameters:
    ///   - form: The form of the plural; by default, and if the text does not have it, the form `other`.
    ///   - value: The value of a placeholder.
    /// - Returns: The text.
    package func text(_ form: Form = .other, _ value: (String) -> String?) -> String {
        (forms[form] ?? forms[.other])?.filled(value) ?? ""
    }
}

/// The error of a file of texts, in one line.
package struct CatalogueError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension Message.Form {
    private static let numbers = rules([
        "ja zh ko vi th id ms": { _ in .other },
        "fr pt": { $0 < 2 ? .one : .other },
        "cs sk": { $0 == 1 ? .one : (2...4).contains($0) ? .few : .other },
        "pl": { $0 == 1 ? .one : isFew($0) ? .few : .many },
        "ru uk be sr hr bs": { $0 % 10 == 1 && $0 % 100 != 11 ? .one : isFew($0) ? .few : .many },
    ])

    private typealias Rule = @Sendable (Int) -> Message.Form

    /// The form of a number in a language; in most languages, 1 has a form of its own.
    package init(of number: Int, in language: String) {
        let primary = language.lowercased().prefix { $0 != "-" }
        self = Self.numbers[primary.exact]?(number) ?? (number == 1 ? .one : .other)
    }

    private static func isFew(_ number: Int) -> Bool {
        (2...4).contains(number % 10) && !(12...14).contains(number % 100)
    }

    private static func rules(_ rules: [String: Rule]) -> [ExactText: Rule] {
        var byLanguage: [ExactText: Rule] = [:]
        for (languages, rule) in rules {
            for language in languages.split(separator: " ") { byLanguage[language.exact] = rule }
        }
        return byLanguage
    }
}
