import CardeaIdentityDomain
import CardeaSQLCore
import StoreEngines
import Testing

@testable import CardeaIdentityStore

@Suite("Store contract: all or nothing")
struct AtomicityContractTests {
    private static let failures: [(Change, StoreError)] = [
        (.insertUser(.bare("1")), .taken(.userID)),
        (.insertUser(.with(email: "ada.1@example.com", "2")), .taken(.email)),
        (.insertUser(.with(phoneNumber: "+49891", "2")), .taken(.phoneNumber)),
        (.updateUser(.bare("none")), .conflict),
        (.insertSession(.bare(1, of: "1")), .taken(.sessionID)),
        (.insertSession(.bare(2, of: "none")), .conflict),
        (.rotate(.sample(9), from: .full, to: .full), .conflict),
        (.reauthenticate(.bare(9, of: "1")), .conflict),
    ]

    private static let undone: [Change] = [
        .insertUser(.bare("new")),
        .updateUser(.bare("1")),
        .deleteUser("1", .main, at: .later(1)),
        .insertSession(.bare(3, of: "1")),
        .rotate(.sample(1), from: Session.bare(1, of: "1").rotation, to: .full),
        .reauthenticate(.full(1, of: "1")),
        .revokeSession(.sample(1), Revocation(reason: .signOut, at: .start)),
        .revokeSessions(of: "1", .main, except: nil, Revocation(reason: .signOut, at: .start)),
        .session(
            .revokeEarlier(
                of: "1",
                .main,
                authenticatedBefore: .later(1000),
                Revocation(reason: .administrator, at: .start)
            )
        ),
    ]

    @Test("a failing change undoes the ones before it and prevents those after", arguments: StoreEngine.all)
    func rollback(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.insertUser(.full("1")), .insertSession(.bare(1, of: "1")))
            for (failing, error) in Self.failures {
                for change in Self.undone where !Self.defuses(change, failing) {
                    await #expect(throws: error) {
                        try await store.make(change, failing, .insertUser(.bare("after")))
                    }
                }
            }
            #expect(try await store.users(of: .main, after: nil, limit: 10) == [.full("1")])
            #expect(try await store.activeSessions(of: "1", in: .main) == [.bare(1, of: "1")])
            #expect(try await store.session(3) == nil)
        }
    }

    /// Whether the first change lets the second one succeed, or fail otherwise.
    private static func defuses(_ first: Change, _ second: Change) -> Bool {
        switch (first, second) {
        case (.user(.delete), .user(.insert)), (.user(.delete), .session(.insert)): true
        case (.user(.update), .user(.insert)): true
        default: false
        }
    }

    @Test("a decision may change many rows of many kinds", arguments: StoreEngine.all)
    func manyChanges(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var changes: [Change] = []
            for number in 0..<100 {
                let id = UserID(rawValue: "user \(number)")
                changes += [.insertUser(.full(id)), .insertSession(.bare(UInt64(number), of: id))]
            }
            try await store.make(changes)
            #expect(try await store.users(of: .main, after: nil, limit: 1000).count == 100)
        }
    }

    @Test("a decision reads the last committed rows", arguments: StoreEngine.all)
    func isolation(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.insertUser(.bare("1")))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...100 {
                    group.addTask {
                        try await store.transact(.user("1", in: .main), by: .server) { found in
                            guard var user = found else { return .unchanged(()) }
                            user.displayName = (user.displayName ?? "") + "x"
                            return Decision(
                                [.updateUser(user), .insertUser(.bare(UserID(rawValue: "new \(number)")))],
                                ()
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.user("1")?.displayName == String(repeating: "x", count: 100))
            #expect(try await store.user("1")?.revision == 100)
        }
    }
}
