import CardeaIdentityDomain
import CardeaIdentityStore
import StoreEngines
import Testing

@Suite("Store contract: projects, keys, administrators")
struct ProjectContractTests {
    private static func project(_ name: String, _ number: Int64, keys: [String]) -> Project {
        Project(id: ProjectID(rawValue: name), number: number, createdAt: .later(number), apiKeys: keys)
    }

    @Test("keys and settings are kept and replaced (K6, X6)", arguments: StoreEngine.all)
    func projects(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            #expect(try await store.projects() == [])
            var first = Self.project("first", 1, keys: ["b", "a", "c"])
            let second = Self.project("second", 123_456_789_012, keys: [])
            try await store.insert(second)
            try await store.insert(first)
            #expect(try await store.projects() == [first, second])
            first.apiKeys = ["c", "d"]
            first.policy.tokens.issuer = "https://example.com/ü"
            first.policy.tokens.signingAlgorithm = .edDSA
            first.policy.tokens.accessTokenLifetime = 900
            first.policy.sessions.lifetime = 86_400
            first.policy.refreshTokens.strictRotation = true
            try await store.update(first)
            #expect(try await store.projects() == [first, second])
        }
    }

    @Test("names and API keys are unique", arguments: StoreEngine.all)
    func uniqueness(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let first = Self.project("first", 1, keys: ["a"])
            var second = Self.project("second", 2, keys: ["b"])
            try await store.insert(first)
            try await store.insert(second)
            await #expect(throws: StoreError.taken(.projectID)) {
                try await store.insert(Self.project("first", 3, keys: ["x"]))
            }
            await #expect(throws: StoreError.taken(.apiKey)) {
                try await store.insert(Self.project("third", 3, keys: ["x", "a"]))
            }
            await #expect(throws: StoreError.conflict) {
                try await store.insert(Self.project("third", 1, keys: []))
            }
            await #expect(throws: StoreError.conflict) {
                try await store.update(Self.project("none", 9, keys: []))
            }
            second.apiKeys = ["x", "a"]
            await #expect(throws: StoreError.taken(.apiKey)) { try await store.update(second) }
            second.apiKeys = ["b"]
            #expect(try await store.projects() == [first, second])
        }
    }

    private static func key(_ id: String, _ use: SealedKey.Use, project: String?, age: Int64) -> SealedKey {
        SealedKey(
            id: id,
            use: use,
            project: project.map(ProjectID.init(rawValue:)),
            algorithm: "ES256",
            sealed: [0, 1, 255],
            createdAt: .later(-age)
        )
    }

    @Test("sealed keys are listed newest first, and their dates replaced", arguments: StoreEngine.all)
    func sealedKeys(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var old = Self.key("1", .accessTokenSigning, project: "first", age: 9)
            let other = Self.key("1", .accessTokenSigning, project: "second", age: 5)
            let refresh = Self.key("1", .refreshTokenAuthentication, project: nil, age: 3)
            let new = Self.key("2", .accessTokenSigning, project: "first", age: 1)
            for key in [new, old, refresh, other] { try await store.insert(key) }
            #expect(try await store.sealedKeys() == [new, refresh, other, old])
            old.supersededAt = .later(1)
            old.retiredAt = .later(2)
            try await store.update(old)
            #expect(try await store.sealedKeys() == [new, refresh, other, old])
            await #expect(throws: StoreError.conflict) { try await store.insert(old) }
            let unknown = Self.key("3", .accessTokenSigning, project: "first", age: 0)
            await #expect(throws: StoreError.conflict) { try await store.update(unknown) }
        }
    }

    @Test("a project and its key are stored together or not at all", arguments: StoreEngine.all)
    func togetherOrNot(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let first = Self.project("first", 1, keys: ["a"])
            let key = Self.key("1", .accessTokenSigning, project: "first", age: 1)
            try await store.make(.project(.insert(first)), .sealedKey(.insert(key)))
            let newKey = Self.key("2", .accessTokenSigning, project: "first", age: 0)
            let update = Change.project(.update(Self.project("first", 1, keys: [])))
            let failures: [[Change]] = [
                [.project(.insert(Self.project("second", 2, keys: ["b"]))), .sealedKey(.insert(key))],
                [update, .sealedKey(.insert(key))],
                [.sealedKey(.insert(newKey)), .sealedKey(.insert(key))],
                [update, .administratorToken(.delete(id: "none"))],
            ]
            for changes in failures {
                await #expect(throws: StoreError.conflict) { try await store.make(changes) }
                #expect(try await store.projects() == [first])
                #expect(try await store.sealedKeys() == [key])
            }
        }
    }

    @Test("administrators' credentials; a one-time token is used up once (U12)", arguments: StoreEngine.all)
    func administratorTokens(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let lasting = AdministratorToken(
                id: "a",
                hash: [UInt8](0..<32),
                project: nil,
                name: "CI ✓",
                createdAt: .start,
                expiresAt: nil,
                isOneTime: false
            )
            let once = AdministratorToken(
                id: "b",
                hash: [1],
                project: ProjectID(rawValue: "first"),
                name: "",
                createdAt: .later(1),
                expiresAt: .later(2),
                isOneTime: true
            )
            try await store.insert(once)
            try await store.insert(lasting)
            #expect(try await store.administratorTokens() == [lasting, once])
            await #expect(throws: StoreError.conflict) { try await store.insert(once) }
            let uses = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask { (try? await store.make(.administratorToken(.delete(id: "b")))) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(uses == 1)
            #expect(try await store.administratorTokens() == [lasting])
        }
    }
}
