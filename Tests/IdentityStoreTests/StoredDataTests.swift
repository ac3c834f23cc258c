import CardeaIdentityDomain
import CardeaSQLCore
import Testing

@testable import CardeaIdentityStore

@Suite("Stored data")
struct StoredDataTests {
    private static let damages: [String] = [
        "UPDATE sessions SET attempts = X'010203'",
        "UPDATE sessions SET superseded = X'0102030405060708'",
        "UPDATE sessions SET revoked_at = 1, revocation_reason = 'whim'",
        "UPDATE projects SET settings = '{'",
        "UPDATE projects SET settings = '{\"refreshGrace\": \"long\"}'",
        "UPDATE sealed_keys SET purpose = 'none'",
    ]

    @Test("what cannot be understood is reported as damaged", arguments: StoreEngine.all, damages)
    func damage(engine: StoreEngine, statement: String) async throws {
        try await engine.withStore { store in
            let project = ProjectID(rawValue: "p")
            try await store.make(.insertUser(.full("1")), .insertSession(.full(1, of: "1")))
            try await store.insert(Project(id: project, number: 1, createdAt: .start, apiKeys: []))
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
            }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                return
            }
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
        "a stored document without groups, from version 0.1, is read; what it does not name has its default"
    )
    func olderDocument() throws {
        var expected = Policy()
        #expect(try decoded("{}") == expected)
        expected.tokens.issuer = "https://example.com"
        expected.refreshTokens.grace = 1
        expected.signUp.allowed = false
        let json = #"{"issuer":"https://example.com","refreshGrace":1,"allowsSelfSignUp":false}"#
        #expect(try decoded(json) == expected)
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
        (.unavailable("a"), .unavailable("a")), (.invalidStatement("s"), .unavailable("s")),
    ]

    @Test("every error of the database has its meaning", arguments: errors.indices)
    func meaning(index: Int) {
        let (error, expected) = Self.errors[index]
        #expect(StoreError(error) == expected)
    }
}
