import CardeaEncodings

/// A text of a catalogue: one form, or one for each form of the plural.
///
/// A form names its value, as in `%COUNT%`; `%` alone is the former placeholder.
struct Message: Sendable {
    /// A form of the plural (Unicode TR 35, "Language Plural Rules").
    enum Form: String, Sendable {
        case one, few, many, other
    }

    /// The parts of each form; `nil` is the place of the value.
    private let forms: [Form: [String?]]

    /// The texts of a document by their keys.
    ///
    /// - Parameter document: JSON: an object whose members are texts, or objects of texts by the forms of the plural.
    /// - Returns: The texts.
    /// - Throws: `PageLanguageError`, which says what is wrong.
    static func catalogue(_ document: [UInt8]) throws(PageLanguageError) -> [PageText.Key: Message] {
        guard let json = try? JSONValue(reading: document), case .object(let members) = json else {
            throw PageLanguageError("is not a JSON object of texts")
        }
        var texts: [PageText.Key: Message] = [:]
        for (name, value) in members {
            guard let key = PageText.Key(rawValue: name) else {
                throw PageLanguageError("'\(name)' is not the key of a text")
            }
            texts[key] = try Message(value, key)
        }
        return texts
    }

    private init(_ source: JSONValue, _ key: PageText.Key) throws(PageLanguageError) {
        var forms: [Form: [String?]] = [:]
        if case .object(let members) = source, key.placeholder == .count {
            for (name, value) in members {
                guard let form = Form(rawValue: name) else {
                    throw PageLanguageError("'\(key.rawValue)': '\(name)' is not one, few, many or other")
                }
                forms[form] = try Self.form(value, key)
            }
            guard forms[.other] != nil else {
                throw PageLanguageError("'\(key.rawValue)' must have the form 'other'")
            }
        } else {
            forms[.other] = try Self.form(source, key)
        }
        self.forms = forms
    }

    private static func form(_ value: JSONValue, _ key: PageText.Key) throws(PageLanguageError) -> [String?] {
        guard case .string(let text) = value, !text.isEmpty else {
            throw PageLanguageError("'\(key.rawValue)' must be text, and not empty")
        }
        let marks = text.utf8.count { $0 == UInt8(ascii: "%") }
        guard let placeholder = key.placeholder else {
            if marks > 0 { throw PageLanguageError("'\(key.rawValue)' must have no %") }
            return [text]
        }
        let name = "%\(placeholder.rawValue)%"
        let mark = marks == 1 ? "%" : name
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
        guard parts.count == 2, marks < 3 else {
            throw PageLanguageError("'\(key.rawValue)' must have one \(name), the place of a value")
        }
        return [String(parts[0]), nil, String(parts[1])]
    }

    /// The text with a value in its place.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - form: The form of the plural; by default, and if the text does not have it, the form `other`.
    /// - Returns: The text.
    func text(_ value: String, _ form: Form = .other) -> String {
        (forms[form] ?? forms[.other] ?? []).map { $0 ?? value }.joined()
    }
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
    init(of number: Int, in language: String) {
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
