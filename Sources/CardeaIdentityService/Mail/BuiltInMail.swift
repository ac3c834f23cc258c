import CardeaEncodings
import CardeaIdentityDomain

/// The texts that come with the server; a project may replace each of them.
struct BuiltInMail: Sendable {
    let subject: String
    /// The paragraphs before the link.
    let before: [String]
    /// The words of the link in HTML.
    let label: String
    /// The paragraphs behind the link.
    let after: [String]

    /// By language, then by purpose.
    static let templates: [ExactText: [MailPurpose: MailTemplate]] = Dictionary(
        uniqueKeysWithValues: languages.map { language, texts in
            let templates = MailPurpose.allCases.map { ($0, texts($0).template($0, language)) }
            return (language.exact, Dictionary(uniqueKeysWithValues: templates))
        }
    )

    static func english(_ purpose: MailPurpose) -> MailTemplate {
        englishText(purpose).template(purpose, "en")
    }

    private static let languages: [(String, @Sendable (MailPurpose) -> BuiltInMail)] = [
        ("en", englishText), ("ja", japaneseText), ("zh", chineseText),
        ("zh-hant", traditionalChineseText), ("ko", koreanText), ("de", germanText),
    ]

    private func template(_ purpose: MailPurpose, _ language: String) -> MailTemplate {
        let paragraphs = { (texts: [String]) -> [String] in
            texts.map { "<p>\($0.replacing("\n", with: "<br>"))</p>" }
        }
        let body =
            paragraphs(before) + ["<p><a href=\"%LINK%\">\(label)</a></p>"] + paragraphs(after)
        return MailTemplate(
            purpose: purpose,
            language: language,
            subject: subject,
            text: (before + ["%LINK%"] + after).joined(separator: "\n\n") + "\n",
            html: """
                <!DOCTYPE html>
                <html lang="\(language)"><head><meta charset="utf-8"><title>\(subject)</title></head>
                <body style="font-family: sans-serif; line-height: 1.5">
                \(body.joined(separator: "\n"))
                </body></html>

                """
        )
    }
}
