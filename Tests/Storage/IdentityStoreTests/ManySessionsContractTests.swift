import CardeaIdentityDomain
import CardeaSQLCore
import StoreEngines
import Testing

@testable import CardeaIdentityStore

/// Users with more sessions than one statement changes, as databases from before the limit hold them.
@Suite("Store contract: very many sessions")
struct ManySessionsContractTests {
    private let count: UInt64 = 1000
    private let revocation = Revocation(reason: .passwordChange, at: .later(2000))

    private func fill(_ store: SQLIdentityStore) async throws -> User {
        try await store.make(
            .insertUser(.bare("1")),
            .insertUser(.bare("2")),
            .insertSession(.bare(9999, of: "2"))
        )
        try await store.make((1...count).map { .insertSession(.bare($0, of: "1")) })
        return try #require(try await store.user("1"))
    }

    private func activeCount(_ store: SQLIdentityStore) async throws -> Int {
        try await store.activeSessions(of: "1", in: .main).count
    }

    @Test(
        "a revocation marks some sessions at once and the rest in steps (security 34)",
        arguments: StoreEngine.all
    )
    func revocation(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var user = try await fill(store)
            user.validSince = .later(2000)
            try await store.make(.updateUser(user), .revokeSessions(of: "1", .main, except: nil, revocation))
            let left = try await activeCount(store)
            #expect((1..<1000).contains(left))
            // Sessions that begin later are not among them.
            var later = Session.bare(5000, of: "1")
            later.authenticatedAt = .later(2000)
            try await store.make(.insertSession(later))
            var steps = 0
            while try await store.finishRevocations(limit: 50) { steps += 1 }
            #expect(steps >= left / 50)
            #expect(try await store.activeSessions(of: "1", in: .main).map(\.id) == [later.id])
            #expect(try await store.session(1)?.revocation == revocation)
            #expect(try await store.session(9999)?.revocation == nil)
            #expect(try await !store.finishRevocations(limit: 50))
        }
    }

    @Test("a revocation of few sessions leaves nothing to do", arguments: StoreEngine.all)
    func fewRevocations(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.insertUser(.bare("1")), .insertSession(.bare(1, of: "1")))
            try await store.make(.revokeSessions(of: "1", .main, except: nil, revocation))
            #expect(try await !store.finishRevocations(limit: 50))
            #expect(try await !store.finishDeletions(limit: 50))
        }
    }

    @Test(
        "a deleted account is gone at once, its sessions in steps (security 34)",
        arguments: StoreEngine.all
    )
    func deletion(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var user = try await fill(store)
            user.email = EmailAddress("ann@example.com")
            try await store.make(.updateUser(user))
            try await store.make(.deleteUser("1", .main, at: .later(5)))
            for _ in 0..<2 {
                #expect(try await store.user("1") == nil)
                #expect(try await store.users(of: .main, after: nil, limit: 10).map(\.id) == ["2"])
                #expect(try await store.read(.refresh(of: .sample(3))) == nil)
                #expect(try await store.hasTombstone(3))
                #expect(try await store.refresh(3, pending: 7) == nil)
                while try await store.finishDeletions(limit: 50) {}
            }
            #expect(try await store.session(3) == nil)
            try await store.make(.insertUser(.with(email: "ann@example.com", "1")))
            #expect(try await activeCount(store) == 0)
            #expect(try await store.session(9999) != nil)
        }
    }

    @Test("the row of a deleted account holds nothing personal (security 34)", arguments: StoreEngine.all)
    func emptied(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let full = User.full("1")
            try await store.make([.insertUser(full)] + (1...count).map { .insertSession(.bare($0, of: "1")) })
            try await store.make(.deleteUser("1", .main, at: .later(5)))
            let row = Select(Users.table.columns.view, "FROM users WHERE deleted_at IS NOT NULL")
            let left = try await store.database.read(.fewRows) { sql throws(SQLError) in
                try row.first(sql, [])
            }
            var expected = User.bare("1")
            (expected.isDisabled, expected.revision) = (true, full.revision + 1)
            (expected.epoch, expected.validSince) = (full.epoch, full.validSince)
            #expect(left == expected)
        }
    }

    @Test("the address of a deleted account is free at once (security 34)", arguments: StoreEngine.all)
    func freedAddress(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var user = try await fill(store)
            user.email = EmailAddress("ann@example.com")
            try await store.make(.updateUser(user))
            try await store.make(.deleteUser("1", .main, at: .later(5)))
            try await store.make(.insertUser(.with(email: "ann@example.com", "3")))
            await #expect(throws: StoreError.taken(.userID)) { try await store.make(.insertUser(.bare("1"))) }
        }
    }

    @Test(
        "the newest of many sessions are read for the last refresh (security 34)",
        arguments: StoreEngine.all
    )
    func lastRefresh(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            _ = try await fill(store)
            _ = try await store.refresh(1000, pending: 7)
            #expect(try await store.lastRefreshes(of: ["1"], in: .main)["1"] != nil)
        }
    }

    @Test(
        "an evicted session keeps the time, the reason and the class of the other device",
        arguments: StoreEngine.all
    )
    func eviction(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let revocation = Revocation(reason: .sessionLimit, at: .later(500))
            try await store.make(.insertUser(.bare("1")))
            for number in UInt64(1)...3 { try await store.make(.insertSession(.bare(number, of: "1"))) }
            let active = UserSessionsLookup.activeSessions(of: "1", in: .main, limit: 2)
            #expect(try await store.read(active).count == 2)
            try await store.make(.session(.evict(.sample(1), revocation, by: .tablet)))
            try await store.make(
                .session(.evict(.sample(1), Revocation(reason: .signOut, at: .later(9)), by: .tv))
            )
            #expect(try await store.session(1)?.revocation == revocation)
            #expect(try await store.session(1)?.successor == .tablet)
            #expect(try await store.read(.refresh(of: .sample(1)))?.session.successor == .tablet)
            #expect(try await store.read(active).map(\.id) == [.sample(2), .sample(3)])
        }
    }
}
