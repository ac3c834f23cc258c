import APITestSupport
import CardeaAdminAPI
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import Testing

@Suite("Management of mail")
struct MailTests {
    private static func enqueue(
        _ management: Management,
        _ id: String,
        project: String = "demo",
        isDead: Bool = false,
        lifetime: TimeSpan = .hours(1)
    ) async throws {
        let now = management.server.clock.now()
        var mail = Mail(
            id: MailID(rawValue: id),
            pool: UserPool(project: ProjectID(rawValue: project)),
            purpose: .passwordReset,
            recipient: try #require(EmailAddress("ann@example.com")),
            language: "ja",
            sealedLink: Array("sealed-link".utf8),
            createdAt: now,
            expiresAt: now + lifetime
        )
        if isDead { mail = mail.failed("550 no such mailbox", isPermanent: true, at: now, jitter: 0) }
        let stored = mail
        try await management.server.store.transact(.mail(mail.id), by: .server) { _ in
            Decision([.mail(.enqueue(stored))], ())
        }
    }

    @Test("the outbox is listed by state and project, in pages")
    func list() async throws {
        let management = try await Management()
        for id in ["a", "b", "c"] { try await Self.enqueue(management, id) }
        try await Self.enqueue(management, "d", project: "other", isDead: true)
        #expect(await management.ask(.get, "outbox").all("id", in: "mails") == ["a", "b", "c", "d"])
        #expect(await management.ask(.get, "outbox", query: "state=dead").all("id", in: "mails") == ["d"])
        let demo = await management.ask(.get, "outbox", query: "project=demo&limit=2")
        #expect(demo.all("id", in: "mails") == ["a", "b"])
        let rest = await management.ask(
            .get,
            "outbox",
            query: "project=demo&limit=2&after=\(demo.string("next"))"
        )
        #expect(rest.all("id", in: "mails") == ["c"])
        #expect(await management.ask(.get, "outbox", query: "state=x").status == 400)
        #expect(await management.ask(.get, "outbox", query: "limit=0").status == 400)
        #expect(await management.ask(.get, "outbox", query: "after=x").status == 400)
        #expect(await management.ask(.get, "outbox", query: "project=none").status == 404)
    }

    @Test("a mail is shown without its link, tried again and deleted (security 23)")
    func single() async throws {
        let management = try await Management()
        try await Self.enqueue(management, "a", isDead: true)
        let shown = await management.ask(.get, "outbox/a")
        #expect(shown.string("state") == "dead")
        #expect(shown.string("lastError") == "550 no such mailbox")
        #expect(shown["sealedLink"] == nil && shown["link"] == nil)
        let retried = await management.ask(.post, "outbox:retry", ["id": "a"])
        #expect(retried.string("state") == "pending")
        #expect(await management.ask(.delete, "outbox/a").status == 200)
        #expect(await management.ask(.get, "outbox/a").status == 404)
        #expect(await management.ask(.delete, "outbox/a").status == 404)
        #expect(await management.ask(.post, "outbox:retry", ["id": "a"]).status == 404)

        try await Self.enqueue(management, "b", isDead: true, lifetime: .zero)
        let expired = await management.ask(.post, "outbox:retry", ["id": "b"])
        #expect(
            expired.failure
                == "409 conflict: the code in this message has expired: the user must ask for a new one"
        )
    }

    @Test("a test mail without a mail server gets an error that names the setting")
    func notConfigured() async throws {
        let management = try await Management()
        let body = ["address": "ann@example.com", "project": "demo"] as JSONValue
        #expect(
            await management.ask(.post, "mail:test", body).failure
                == "409 conflict: no mail server is configured: set smtp.host and smtp.sender"
        )
    }

    @Test("a tenant has its own templates in addition to those of its project")
    func tenantTemplates() async throws {
        let management = try await Management()
        #expect(await management.ask(.post, "projects/demo/tenants", ["id": "blue"]).status == 200)
        let (project, tenant) = ("projects/demo/mailTemplates", "projects/demo/tenants/blue/mailTemplates")
        for (path, subject) in [(project, "Project"), (tenant, "Tenant")] {
            let template =
                [
                    "purpose": "verify_email", "language": "fr", "subject": .string(subject),
                    "text": "%LINK%",
                ] as JSONValue
            let set = await management.ask(.post, path + ":set", template)
            #expect(set.all("subject", in: "templates") == [subject])
        }
        let name = ["purpose": "verify_email", "language": "fr"] as JSONValue
        #expect(await management.ask(.post, tenant + ":reset", name).all("subject", in: "templates") == [])
        #expect(await management.ask(.get, project).all("subject", in: "templates") == ["Project"])
        #expect(await management.ask(.get, "projects/demo/tenants/red/mailTemplates").status == 404)
    }

    @Test("a template is set, listed and reset; a wrong one is rejected with every reason")
    func templates() async throws {
        let management = try await Management()
        let path = "projects/demo/mailTemplates"
        func template(_ subject: String, _ text: String, purpose: String = "verify_email") -> JSONValue {
            [
                "purpose": .string(purpose), "language": "pt_BR", "subject": .string(subject),
                "text": .string(text),
            ]
        }
        let set = await management.ask(.post, path + ":set", template("Olá", "%LINK%"))
        #expect(set.all("language", in: "templates") == ["pt-br"])
        #expect(await management.ask(.get, path).all("subject", in: "templates") == ["Olá"])
        #expect(
            await management.ask(.get, "projects/other/mailTemplates").all("subject", in: "templates") == []
        )
        #expect(
            await management.ask(.post, path + ":set", template("", "%X%")).failure
                == "400 badRequest: the subject must be one line of 1 to 200 bytes; "
                + "the text has the unknown placeholder %X%; the text must contain %LINK%"
        )
        #expect(
            await management.ask(.post, path + ":set", template("a", "%LINK%", purpose: "x")).status == 400
        )
        let name = ["purpose": "verify_email", "language": "PT-br"] as JSONValue
        #expect(await management.ask(.post, path + ":reset", name).all("language", in: "templates") == [])
    }
}
