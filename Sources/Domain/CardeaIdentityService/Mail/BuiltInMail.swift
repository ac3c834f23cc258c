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
    static let templates: [ExactText: [MailPurpose: MailTemplate]] = languages.mapValues { language in
        Dictionary(uniqueKeysWithValues: MailPurpose.allCases.map { ($0, language.template($0)) })
    }

    static func english(_ purpose: MailPurpose) -> MailTemplate { english.template(purpose) }

    /// A lifetime in the words of a language; in other languages with the symbols of units, such as `60 min`.
    static func words(of lifetime: TimeSpan, in language: String) -> String {
        let units = languages[language.exact]?.units ?? [(" min", " min"), (" h", " h"), (" d", " d")]
        let minutes = max(lifetime.seconds / 60, 1)
        let (count, unit) =
            minutes % 1440 == 0
            ? (minutes / 1440, units[2])
            : minutes % 60 == 0 ? (minutes / 60, units[1]) : (minutes, units[0])
        return "\(count)\(count == 1 ? unit.one : unit.many)"
    }

    private static let english = Language(
        tag: "en",
        texts: englishText,
        validity: "The link works once, within %LIFETIME%.",
        address: "If the button does not work, open this address:",
        units: [(" minute", " minutes"), (" hour", " hours"), (" day", " days")]
    )

    private static let languages: [ExactText: Language] = Dictionary(
        uniqueKeysWithValues: [
            english,
            Language(
                tag: "ja",
                texts: japaneseText,
                validity: "このリンクは %LIFETIME%以内に 1 回だけ使えます。",
                address: "ボタンが使えない場合は、次のアドレスを開いてください。",
                units: [(" 分", " 分"), (" 時間", " 時間"), (" 日", " 日")]
            ),
            Language(
                tag: "zh",
                texts: chineseText,
                validity: "此链接在 %LIFETIME%内有效，只能使用一次。",
                address: "如果按钮无法使用，请打开以下地址：",
                units: [(" 分钟", " 分钟"), (" 小时", " 小时"), (" 天", " 天")]
            ),
            Language(
                tag: "zh-hant",
                texts: traditionalChineseText,
                validity: "此連結在 %LIFETIME%內有效，只能使用一次。",
                address: "如果按鈕無法使用，請開啟以下位址：",
                units: [(" 分鐘", " 分鐘"), (" 小時", " 小時"), (" 天", " 天")]
            ),
            Language(
                tag: "ko",
                texts: koreanText,
                validity: "이 링크는 %LIFETIME% 안에 한 번만 사용할 수 있습니다.",
                address: "버튼이 작동하지 않으면 다음 주소를 여세요.",
                units: [("분", "분"), ("시간", "시간"), ("일", "일")]
            ),
            Language(
                tag: "de",
                texts: germanText,
                validity: "Der Link funktioniert einmal, innerhalb von %LIFETIME%.",
                address: "Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:",
                units: [(" Minute", " Minuten"), (" Stunde", " Stunden"), (" Tag", " Tagen")]
            ),
        ].map { ($0.tag.exact, $0) }
    )
}

/// The texts of one language, and what all its messages say.
private struct Language: Sendable {
    let tag: String
    let texts: @Sendable (MailPurpose) -> BuiltInMail
    /// The time for which the link works, and the number of its uses.
    let validity: String
    /// The sentence before the address of the link, for readers whose program shows no button.
    let address: String
    /// One minute and several, then hours, then days.
    let units: [(one: String, many: String)]

    func template(_ purpose: MailPurpose) -> MailTemplate {
        let mail = texts(purpose)
        return MailTemplate(
            purpose: purpose,
            language: tag,
            subject: mail.subject,
            text: (mail.before + ["%LINK%", validity] + mail.after).joined(separator: "\n\n") + "\n",
            html: html(mail)
        )
    }

    /// Tables and inline styles: what programs for mail show alike.
    private func html(_ mail: BuiltInMail) -> String {
        let paragraphs = { (texts: [String]) in
            texts.map { "<p style=\"margin:0 0 16px\">\($0.replacing("\n", with: "<br>"))</p>" }.joined(
                separator: "\n"
            )
        }
        let faint = "color:#55524b;font-size:14px"
        return """
            <!DOCTYPE html>
            <html lang="\(tag)"><head><meta charset="utf-8"><title>\(mail.subject)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light"></head>
            <body style="margin:0;background:#f7f6f3">
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
            <td align="center" style="padding:32px 16px">
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;\
            font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;\
            line-height:1.5;color:#1c1b18">
            <tr><td style="padding:0 0 16px;font-weight:600">%APP_NAME%</td></tr>
            <tr><td style="background:#ffffff;border:1px solid #e6e3dc;border-radius:14px;padding:32px">
            <h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">\(mail.subject)</h1>
            \(paragraphs(mail.before))
            <p style="margin:24px 0"><a href="%LINK%" style="display:block;background:#2a4b9b;color:#ffffff;\
            text-decoration:none;font-weight:600;text-align:center;padding:14px 24px;border-radius:8px">\(mail.label)</a></p>
            <p style="margin:0 0 16px;\(faint)">\(validity)</p>
            <p style="margin:0 0 24px;\(faint)">\(address)<br>\
            <a href="%LINK%" style="color:#2a4b9b;word-break:break-all">%LINK%</a></p>
            \(paragraphs(mail.after))
            </td></tr></table>
            </td></tr></table>
            </body></html>

            """
    }
}
