import CardeaIdentityDomain
import CardeaSQLCore
import CardeaSettings
import StoreEngines
import Testing

@testable import CardeaIdentityStore

@Suite("Stored data")
struct StoredDataTests {
    private static let damages: [String] = [
        "UPDATE sessions SET attempts = substr(id, 1, 3)",
        "UPDATE sessions SET superseded = substr(id, 1, 8)",
        "UPDATE sessions SET revoked_at = 1, revocation_reason = 'whim'",
        "UPDATE sessions SET authentication = 'pwd'",
        "UPDATE projects SET settings = '{'",
        "UPDATE projects SET settings = '{\"refreshGrace\": \"long\"}'",
        "UPDATE tenants SET overrides = '[]'",
        "UPDATE tenants SET overrides = '{\"signUp\": {\"allowed\": 1}}'",
        "UPDATE sealed_keys SET purpose = 'none'",
    ]

    @Test("data that cannot be decoded is reported as damaged", arguments: StoreEngine.all, damages)
    func damage(engine: StoreEngine, statement: String) async throws {
        try await engine.withStore { store in
            let project = ProjectID(rawValue: "p")
            try await store.make(.insertUser(.full("1")), .insertSession(.full(1, of: "1")))
            try await store.insert(Project(id: project, number: 1, createdAt: .start, apiKeys: []))
            let tenant = Tenant(id: TenantID(rawValue: "t"), project: project, createdAt: .start)
            try await store.make(.tenant(.insert(tenant)))
            try await store.insert(
                SealedKey(
                    id: "1",
                    use: .accessTokenSigning,
                    project: project,
                    algorithm: "ES256",
                    sealed: [],
                    createdAt: .start
                )
            )
            let damage = SQLWrite(SQLStatement(statement, isReused: false), changing: .any)
            try await store.database.write([damage])
            let error = await #expect(throws: StoreError.self) {
                _ = try await store.user("1")
                _ = try await store.session(1)
                _ = try await store.projects()
                _ = try await store.sealedKeys()
                _ = try await store.read(.tenants)
            }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("a session of version 0.2 has the proof of its sign-in method", arguments: StoreEngine.all)
    func formerSession(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.insertUser(.full("1")), .insertSession(.full(1, of: "1")))
            let former = SQLStatement("UPDATE sessions SET authentication = NULL", isReused: false)
            try await store.database.write([SQLWrite(former, changing: .any)])
            let session = try #require(try await store.session(1))
            #expect(
                session.authentication == Authentication(ofSignInProvider: "password", at: session.provedAt)
            )
            let row = try #require(try await store.read(.refresh(of: session.id)))
            #expect(row.session.authentication.proofs.map(\.method) == [.password])
        }
    }

    @Test("a session ID that is too short is reported as damaged")
    func shortName() {
        var cursor = SQLRow([.blob([1, 2, 3])]).cursor
        #expect(throws: SQLError.damaged("A session ID is not 16 bytes long.")) {
            try SessionID.decode(&cursor)
        }
    }

    @Test(
        "a stored document without groups, from version 0.1, is read, and missing settings have their defaults"
    )
    func olderDocument() throws {
        var expected = Policy()
        #expect(try decoded("{}") == expected)
        expected.signUp.allowed = false
        #expect(try decoded(#"{"allowsSelfSignUp":false}"#) == expected)
    }

    @Test("each setting of a stored document of version 0.1 keeps its value")
    func completeOlderDocument() throws {
        let json = """
            {"issuer":"https://example.com","signingAlgorithm":"EdDSA","accessTokenLifetime":11,
            "accessTokenMaximumLifetime":12,"issuesRefreshTokens":false,"issuesRefreshTokensToAnonymous":false,
            "sessionLifetime":13,"accessTokenDiesOnRefresh":true,"refreshGrace":14,"recoversLostRefreshes":false,
            "strictRotation":true,"recentSignInWindow":15,"allowsPasswordSignIn":false,
            "allowsAnonymousSignIn":false,"allowsSelfSignUp":false,"allowsSelfDeletion":false,
            "protectsEmailEnumeration":false,"minimumPasswordLength":16,"rejectsCommonPasswords":false,
            "newAccountsPerAddress":17,"sessionsPerUser":18,"unusedAnonymousDays":19}
            """
        var expected = Policy()
        expected.tokens.issuer = "https://example.com"
        expected.tokens.signingAlgorithm = .edDSA
        expected.tokens.accessTokenLifetime = 11
        expected.tokens.accessTokenMaximumLifetime = 12
        expected.tokens.accessTokenDiesOnRefresh = true
        expected.refreshTokens.issued = false
        expected.refreshTokens.issuedToAnonymous = false
        expected.refreshTokens.grace = 14
        expected.refreshTokens.recoversLostResponses = false
        expected.refreshTokens.strictRotation = true
        expected.sessions.lifetime = 13
        expected.sessions.recentSignInWindow = 15
        expected.sessions.maximumPerUser = 18
        expected.passwords.minimumLength = 16
        expected.passwords.rejectsCommon = false
        expected.signIn.allowsPassword = false
        expected.signIn.allowsAnonymous = false
        expected.signIn.protectsEmailEnumeration = false
        expected.signUp.allowed = false
        expected.signUp.maximumPerAddress = 17
        expected.users.allowsSelfDeletion = false
        expected.users.unusedAnonymousDays = 19
        #expect(try decoded(json) == expected)
        // No setting of that release has its default: the document shows where each value is read to.
        let settings = Policy.table.settings.filter { $0.formerKey != nil }
        #expect(settings.filter { $0.value(in: expected) == $0.value(in: Policy()) }.map(\.key) == [])
        var cursor = SQLRow([expected.sqlValue]).cursor
        #expect(try Policy.decode(&cursor) == expected)
    }

    private func decoded(_ json: String) throws -> Policy {
        var cursor = SQLRow([.text(json)]).cursor
        return try Policy.decode(&cursor)
    }

    private static let errors: [(SQLError, StoreError)] = [
        (.notUnique(table: "users", columns: ["project", "tenant", "id"]), .taken(.userID)),
        (.notUnique(table: "users", columns: ["project", "tenant", "email"]), .taken(.email)),
        (.notUnique(table: "users", columns: ["project", "tenant", "phone_number"]), .taken(.phoneNumber)),
        (.notUnique(table: "sessions", columns: ["id"]), .taken(.sessionID)),
        (.notUnique(table: "projects", columns: ["id"]), .taken(.projectID)),
        (.notUnique(table: "api_keys", columns: ["key"]), .taken(.apiKey)),
        (.notUnique(table: "sealed_keys", columns: ["id"]), .conflict),
        (.unexpectedCount, .conflict), (.constraint("c"), .conflict), (.overloaded, .overloaded),
        (.unwritable("u"), .unwritable("u")), (.damaged("d"), .damaged("d")),
        (.inUse("i"), .unavailable("i")),
        (.unavailable("a"), .unavailable("a")), (.invalidText("t"), .invalidText),
        (
            .invalidStatement("s"),
            .unavailable(
                "it rejects a statement: s. Check its tables (cardea check) and the rights of its user"
            )
        ),
    ]

    @Test("every error of the database has its meaning", arguments: errors.indices)
    func meaning(index: Int) {
        let (error, expected) = Self.errors[index]
        #expect(StoreError(error) == expected)
    }
}
