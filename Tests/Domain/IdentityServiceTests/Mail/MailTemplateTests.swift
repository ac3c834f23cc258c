import CardeaEncodings
import CardeaIdentityDomain
import CardeaSecrets
import Testing

@testable import CardeaIdentityService

@Suite("Templates of mail")
struct MailTemplateTests {
    private static let link = "https://id.example/action?mode=x&oobCode=abc&lang='\"<"

    private static func mail(_ purpose: MailPurpose, _ language: String?) throws -> Mail {
        Mail(
            id: MailID(rawValue: "1"),
            pool: UserPool(project: ProjectID(rawValue: "shop")),
            purpose: purpose,
            recipient: try #require(EmailAddress("o'hara&co@example.com")),
            newEmail: purpose.hasNewEmail ? EmailAddress("new@example.com") : nil,
            language: language,
            sealedLink: [],
            createdAt: Timestamp(seconds: 1_800_000_000),
            expiresAt: Timestamp(seconds: 1_800_003_600)
        )
    }

    private static func render(
        _ mail: Mail,
        _ policy: MailPolicy = MailPolicy(),
        templates: [MailTemplate] = []
    ) -> OutgoingMail {
        MailRenderer(ProjectID(rawValue: "shop"), policy, templates: templates)
            .render(mail, link: Secret(link))
    }

    @Test(
        "every purpose has a text in every language, with its values",
        arguments: MailPurpose.allCases,
        ["en", "ja", "zh", "zh-hant", "ko", "de"]
    )
    func builtIn(purpose: MailPurpose, language: String) throws {
        let template = try #require(MailTexts.builtIn[language.exact]?.template(purpose))
        #expect(template.problems == [])
        var policy = MailPolicy()
        policy.appName = "Fish & <Chips>"
        let message = Self.render(try Self.mail(purpose, language), policy)
        #expect(message.language == language)
        #expect(message.subject.contains("Fish & <Chips>"))
        #expect(message.text.contains(Self.link))
        #expect(message.text.contains("o'hara&co@example.com"))
        #expect(message.text.contains("new@example.com") == purpose.hasNewEmail)
        let html = try #require(message.html)
        #expect(
            html.contains(
                #"href="https://id.example/action?mode=x&amp;oobCode=abc&amp;lang=&#39;&quot;&lt;""#
            )
        )
        #expect(html.contains("Fish &amp; &lt;Chips&gt;"))
        #expect(html.contains("o&#39;hara&amp;co@example.com"))
        #expect(!html.contains("<Chips>") && !html.replacing("100%", with: "").contains("%"))
        // The button, and the same address to read and to copy.
        let address = "https://id.example/action?mode=x&amp;oobCode=abc&amp;lang=&#39;&quot;&lt;"
        #expect(html.ranges(of: "href=\"\(address)\"").count == 2)
        #expect(html.contains(">\(address)</a>"))
        let lifetime = MailTexts.words(of: try Self.mail(purpose, language).lifetime, in: language)
        #expect(message.text.contains(lifetime) && html.contains(lifetime))
        #expect(!message.text.contains("%") && !message.subject.contains("%"))
    }

    @Test(
        "the lifetime of a link has the words of the language, or the symbols of units",
        arguments: [
            ("en", 900, "15 minutes"), ("en", 3600, "1 hour"), ("en", 86_400, "1 day"),
            ("en", 604_800, "7 days"),
            ("de", 604_800, "7 Tagen"), ("ja", 3600, "1 時間"), ("zh-hant", 5400, "90 分鐘"), ("fr", 7200, "2 h"),
            ("en", 5, "1 minute"),
        ]
    )
    func lifetime(_ language: String, _ seconds: Int64, _ words: String) {
        #expect(MailTexts.words(of: .seconds(seconds), in: language) == words)
    }

    @Test("texts of two languages differ in every purpose", arguments: MailPurpose.allCases)
    func languagesDiffer(purpose: MailPurpose) {
        let subjects = MailTexts.builtIn.values.map { $0.template(purpose).subject }
        #expect(Set(subjects).count == 6)
    }

    @Test(
        "a language without a text falls back to its primary language, then to that of the project",
        arguments: [
            ("ja-JP", "en", "ja"), ("zh_CN", "en", "zh"), ("zh-Hans-HK", "en", "zh"),
            ("zh-TW", "en", "zh-hant"),
            ("zh_Hant_MO", "en", "zh-hant"), ("zh-hk", "en", "zh-hant"), ("DE-at", "en", "de"),
            ("fr", "ko", "ko"),
            ("x", "fr", "en"), (nil, "de", "de"), ("", "en", "en"),
        ] as [(String?, String, String)]
    )
    func fallback(asked: String?, ofProject: String, expected: String) throws {
        var policy = MailPolicy()
        policy.language = ofProject
        #expect(Self.render(try Self.mail(.verifyEmail, asked), policy).language == expected)
    }

    private static func template(
        _ subject: String = "Hi",
        _ text: String = "%LINK%",
        _ html: String? = nil,
        _ purpose: MailPurpose = .verifyEmail,
        _ language: String = "fr"
    ) -> MailTemplate {
        MailTemplate(purpose: purpose, language: language, subject: subject, text: text, html: html)
    }

    @Test("a template of the project goes before the built-in one; a value is not searched for placeholders")
    func override() throws {
        var policy = MailPolicy()
        policy.appName = "%LINK% 100 %"
        policy.senderName = "Team"
        let own = Self.template("%APP_NAME%!", "50 % %LINK%", "<b>%EMAIL%</b>", .verifyEmail, "fr")
        #expect(
            Self.render(try Self.mail(.verifyEmail, "fr-CA"), policy, templates: [own]).subject
                == "%LINK% 100 %!"
        )
        let message = Self.render(try Self.mail(.verifyEmail, "fr"), policy, templates: [own])
        #expect(message.text == "50 % " + Self.link)
        #expect(message.html == "<b>o&#39;hara&amp;co@example.com</b>")
        #expect(message.senderName == "Team")
        let other = Self.render(try Self.mail(.passwordReset, "fr"), policy, templates: [own])
        #expect(other.language == "en")
    }

    @Test(
        "for each language the tenant's template goes before the project's, and both before the built-in one"
    )
    func tenantOverride() throws {
        var policy = MailPolicy()
        policy.language = "ja"
        let templates = [
            Self.template("tenant"), Self.template("project"),
            Self.template("project", "%LINK%", nil, .verifyEmail, "ja"),
        ]
        func subject(_ purpose: MailPurpose, _ language: String) throws -> String {
            Self.render(try Self.mail(purpose, language), policy, templates: templates).subject
        }
        #expect(try subject(.verifyEmail, "fr-CA") == "tenant")
        #expect(try subject(.verifyEmail, "ja") == "project")
        #expect(try subject(.verifyEmail, "x") == "project")
        #expect(
            try subject(.verifyEmail, "de")
                == MailTexts.builtIn["de"]?.template(.verifyEmail).subject
                .replacing("%APP_NAME%", with: "shop")
        )
    }

    private static let invalid: [(MailTemplate, String)] = [
        (template(""), "the subject must be one line of 1 to 200 bytes"),
        (template("a\r\nBcc: eve@example.com"), "the subject must be one line of 1 to 200 bytes"),
        (template("a\u{2028}b"), "the subject must be one line of 1 to 200 bytes"),
        (template(String(repeating: "a", count: 201)), "the subject must be one line of 1 to 200 bytes"),
        (template("%LINK%"), "the subject must not contain %LINK%"),
        (template("Hi", "no link"), "the text must contain %LINK%"),
        (template("Hi", "%LINK%", "<p>"), "the HTML must contain %LINK%"),
        (template("Hi", "%LINK% %NAME%"), "the text has the unknown placeholder %NAME%"),
        (
            template("%NEW_EMAIL%"),
            "the subject has %NEW_EMAIL%, which messages of this purpose do not have"
        ),
        (
            template("Hi", "%LINK%" + String(repeating: "a", count: 65_536)),
            "the text must have at most 65536 bytes"
        ),
        (
            template("Hi", "%LINK%", nil, .verifyEmail, "en\r\n"),
            "the language must be a tag such as en or pt-br"
        ),
        (template("Hi", "%LINK%", nil, .verifyEmail, ""), "the language must be a tag such as en or pt-br"),
    ]

    @Test("a wrong template is an error when it is set, and is not stored", arguments: invalid.indices)
    func invalidTemplates(index: Int) async throws {
        let (template, problem) = Self.invalid[index]
        #expect(template.problems == [problem])
        let server = try await Server()
        let mail = server.services.outbox
        await #expect(throws: OutboxAdministrationError.invalidTemplate(problem)) {
            try await mail.set(template, of: server.pool, by: .server)
        }
        #expect(try await mail.templates(of: server.pool) == [])
    }

    @Test("a template is set, replaced and deleted")
    func storing() async throws {
        let server = try await Server()
        let mail = server.services.outbox
        let (first, second) = (
            Self.template("A"), Self.template("B", "%LINK%", "<a href='%LINK%'>", .recoverEmail)
        )
        try await mail.set(first, of: server.pool, by: .server)
        try await mail.set(second, of: server.pool, by: .server)
        #expect(try await mail.templates(of: server.pool) == [second, first])
        let changed = Self.template("C")
        try await mail.set(changed, of: server.pool, by: .server)
        #expect(try await mail.templates(of: server.pool) == [second, changed])
        try await mail.deleteTemplate(.verifyEmail, language: "FR", of: server.pool, by: .server)
        #expect(try await mail.templates(of: server.pool) == [second])
        #expect(try await mail.templates(of: UserPool(project: ProjectID(rawValue: "other"))) == [])
    }
}

extension Mail {
    fileprivate var lifetime: TimeSpan { expiresAt - createdAt }
}
