import CardeaIdentityDomain
import CardeaSQLCore
import StoreEngines
import Testing

@testable import CardeaIdentityStore

@Suite("Store contract: templates of mail")
struct MailTemplateContractTests {
    private static func template(_ subject: String, _ purpose: MailPurpose = .verifyEmail) -> MailTemplate {
        MailTemplate(purpose: purpose, language: "fr", subject: subject, text: "%LINK% ✓", html: nil)
    }

    private static func project(_ id: ProjectID = UserPool.main.project) -> Project {
        Project(id: id, number: id == UserPool.main.project ? 1 : 2, createdAt: .start, apiKeys: [])
    }

    @Test(
        "a pool has the templates that were set for it, and messages of a tenant use its project's, too",
        arguments: StoreEngine.all
    )
    func pools(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.insert(Self.project())
            try await store.insert(Self.project(UserPool.other.project))
            for pool in UserPool.samples {
                try await store.make(.mailTemplate(.set(Self.template("\(pool)"), pool)))
                #expect(try await store.read(.mailTemplates(of: pool)) == [Self.template("\(pool)")])
            }
            let (own, inherited) = (Self.template("own"), Self.template("\(UserPool.main)"))
            try await store.make(.mailTemplate(.set(own, .tenant)))
            #expect(try await store.read(.effectiveMailTemplates(of: .tenant)) == [own, inherited])
            #expect(try await store.read(.effectiveMailTemplates(of: .main)) == [inherited])
            try await store.make(.mailTemplate(.delete(.verifyEmail, language: "fr", .tenant)))
            #expect(try await store.read(.mailTemplates(of: .tenant)) == [])
            #expect(try await store.read(.mailTemplates(of: .main)) == [inherited])
        }
    }

    @Test(
        "a deleted tenant has no templates, and its project keeps its own",
        arguments: StoreEngine.all
    )
    func deletion(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.insert(Self.project())
            let id = TenantID(rawValue: "blue")
            let tenant = Tenant(id: id, project: UserPool.main.project, createdAt: .start)
            try await store.make(
                .tenant(.insert(tenant)),
                .mailTemplate(.set(Self.template("tenant"), .tenant)),
                .mailTemplate(.set(Self.template("project"), .main))
            )
            try await store.make(.tenant(.delete(id, tenant.project, at: .later(1))))
            #expect(try await store.read(.mailTemplates(of: .tenant)) == [])
            #expect(try await store.read(.mailTemplates(of: .main)) == [Self.template("project")])
        }
    }

    @Test("templates from before tenants had some stay those of their project", arguments: StoreEngine.all)
    func migration(engine: StoreEngine) async throws {
        let directory = TemporaryDirectory()
        let store = SQLIdentityStore(try engine.open(directory))
        let former = Schema.migrations.filter { $0.name != MailTemplates.tenants.name }
        try await store.database.migrate(former, numbered: Schema.numbered)
        try await store.insert(Self.project())
        let insertion = SQLStatement(
            "INSERT INTO mail_templates VALUES ('default', 'verify_email', 'fr', 'Bonjour', '%LINK% ✓', NULL)"
        )
        try await store.database.write([SQLWrite(insertion, changing: .exactlyOne)])
        try await store.migrate()
        #expect(try await store.read(.mailTemplates(of: .main)) == [Self.template("Bonjour")])
        #expect(try await store.read(.mailTemplates(of: .tenant)) == [])
        await store.close()
        withExtendedLifetime(directory) {}
    }
}
