import CardeaIdentityDomain
import CardeaIdentityStore
import StoreEngines
import Testing

@Suite("Store contract: service accounts")
struct ServiceAccountContractTests {
    private static func key(_ id: String, age: Int64) -> ServiceAccountKey {
        ServiceAccountKey(id: id, publicKeyPEM: "-----BEGIN \(id)", createdAt: .later(age))
    }

    private static func account(
        _ name: String,
        project: String = "demo",
        keys: [ServiceAccountKey] = []
    ) -> ServiceAccount {
        ServiceAccount(
            id: ServiceAccountID(project: ProjectID(rawValue: project), name: name),
            number: "123456789012345678901",
            createdAt: .start,
            displayName: name == "a" ? "Ünix ✓" : nil,
            keys: keys
        )
    }

    @Test("accounts are kept with their keys, oldest key first", arguments: StoreEngine.all)
    func accounts(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var first = Self.account("a", keys: [Self.key("z", age: 1), Self.key("b", age: 2)])
            let second = Self.account("b")
            let foreign = Self.account("a", project: "other", keys: [Self.key("z", age: 3)])
            try await store.make([second, first, foreign].map { .serviceAccount(.insert($0)) })
            #expect(try await store.read(.serviceAccounts(of: first.id.project)) == [first, second])
            #expect(try await store.read(.serviceAccount(foreign.id)) == foreign)
            #expect(try await store.read(.serviceAccount(Self.account("c").id)) == nil)
            await #expect(throws: StoreError.taken(.serviceAccount)) {
                try await store.make(.serviceAccount(.insert(first)))
            }

            try await store.make(
                .serviceAccount(.setDisabled(first.id, true)),
                .serviceAccount(.insertKey(Self.key("c", age: 3), of: first.id)),
                .serviceAccount(.deleteKey("z", of: first.id))
            )
            first.isDisabled = true
            first.keys = [Self.key("b", age: 2), Self.key("c", age: 3)]
            #expect(try await store.read(.serviceAccount(first.id)) == first)
            #expect(try await store.read(.serviceAccount(foreign.id)) == foreign)
            await #expect(throws: StoreError.conflict) {
                try await store.make(.serviceAccount(.deleteKey("z", of: first.id)))
            }

            try await store.make(.serviceAccount(.delete(first.id)))
            #expect(try await store.read(.serviceAccounts(of: first.id.project)) == [second])
            await #expect(throws: StoreError.conflict) {
                try await store.make(.serviceAccount(.delete(first.id)))
            }
            try await store.make(.serviceAccount(.insert(Self.account("a"))))
            #expect(try await store.read(.serviceAccount(first.id))?.keys == [])
        }
    }

    @Test(
        "a used assertion is kept until it has expired, and expired ones are deleted",
        arguments: StoreEngine.all
    )
    func assertions(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            for number in 0..<30 {
                let used = UsedAssertion(hash: [UInt8(number)], expiresAt: .later(Int64(number)))
                try await store.make(.serviceAccount(.recordAssertion(used, now: .start)))
            }
            #expect(try await store.read(.isUsedAssertion([0])))
            #expect(try await !store.read(.isUsedAssertion([30])))
            // Twenty at a time.
            for number in UInt8(100)...101 {
                let used = UsedAssertion(hash: [number], expiresAt: .later(1000))
                try await store.make(.serviceAccount(.recordAssertion(used, now: .later(29))))
            }
            for number in 0..<29 { #expect(try await !store.read(.isUsedAssertion([UInt8(number)]))) }
            #expect(try await store.read(.isUsedAssertion([29])))
            #expect(try await store.read(.isUsedAssertion([100])))
        }
    }

    @Test("a user of custom tokens is not anonymous (K3)", arguments: StoreEngine.all)
    func customUsers(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var custom = User.bare("custom")
            custom.usesCustomTokens = true
            try await store.make(.user(.insert(custom)), .user(.insert(.bare("guest"))))
            let guests = try await store.read(
                .anonymousUsers(of: UserPool.main.project, createdBefore: .later(9), after: nil, limit: 10)
            )
            #expect(guests.map(\.user) == ["guest"])
            #expect(try await !store.read(.isUnusedAnonymous("custom", in: .main, since: .later(9))))
            #expect(try await store.user("custom") == custom)
        }
    }
}
