import CardeaEncodings
import CardeaHTML
import CardeaIdentityDomain

/// The texts of mails in one language; a project may replace those of each purpose.
struct MailTexts: Sendable {
    /// The languages of the program by their tags.
    static let builtIn: [ExactText: MailTexts] = Dictionary(
        uniqueKeysWithValues: ["en", "ja", "zh", "zh-hant", "ko", "de"].map { ($0.exact, MailTexts($0)) }
    )
    static let english = MailTexts("en")

    private let language: String
    private let texts: JSONValue

    /// Reads the file of a language.
    private init(_ language: String) {
        self.language = language
        texts = JSONValue(parsing: EmbeddedFile.bytes(of: "mails/\(language).json")) ?? .null
    }

    /// The template for a purpose.
    func template(_ purpose: MailPurpose) -> MailTemplate {
        let mail = texts[purpose.rawValue]
        func paragraphs(_ name: String) -> [String] { mail?[name]?.array?.compactMap(\.string) ?? [] }
        let (before, after) = (paragraphs("before"), paragraphs("after"))
        let validity = texts["validity"]?.string ?? ""
        let subject = mail?["subject"]?.string ?? ""
        var letter = Letter(language: language, name: "%APP_NAME%", subject: subject)
        letter.before = before
        letter.button = mail?["button"]?.string ?? ""
        letter.hints = [validity, texts["address"]?.string ?? ""]
        letter.after = after
        return MailTemplate(
            purpose: purpose,
            language: language,
            subject: subject,
            text: (before + ["%LINK%", validity] + after).joined(separator: "\n\n") + "\n",
            html: letter.document(link: "%LINK%").text
        )
    }

    /// A lifetime in the words of a language; in other languages with the symbols of units, such as `60 min`.
    static func words(of lifetime: TimeSpan, in language: String) -> String {
        let minutes = max(lifetime.seconds / 60, 1)
        let (count, unit, symbol) =
            minutes % 1440 == 0
            ? (minutes / 1440, "days", "d")
            : minutes % 60 == 0 ? (minutes / 60, "hours", "h") : (minutes, "minutes", "min")
        guard let texts = builtIn[language.exact]?.texts,
            let words = try? Message(texts[unit] ?? .null, of: unit)
        else { return "\(count) \(symbol)" }
        return words.text(Message.Form(of: Int(count), in: language)) { _ in "\(count)" }
    }
}
