import CardeaIdentityDomain
import CardeaSQLCore
import StoreEngines
import Testing

@testable import CardeaIdentityStore

@Suite("Store contract: sessions that have ended")
struct EndedSessionContractTests {
    @Test(
        "sessions that ended before a moment are deleted, active and later ones are not",
        arguments: StoreEngine.all
    )
    func deletion(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let sessions: [(revoked: Int64?, expires: Int64?)] = [
                (nil, nil), (99, nil), (100, nil), (nil, 99), (nil, 100), (99, 99), (99, 200), (200, 99),
            ]
            try await store.make(
                [.insertUser(.bare("1"))] + sessions.indices.map { .insertSession(.sample($0, sessions[$0])) }
            )
            #expect(try await store.deleteSessions(endedBefore: .later(100), limit: 100) == 5)
            for (index, isLeft) in [true, false, true, false, true, false, false, false].enumerated() {
                #expect(try await (store.session(UInt64(index)) != nil) == isLeft, "\(sessions[index])")
            }
            #expect(try await store.deleteSessions(endedBefore: .later(100), limit: 100) == 0)
        }
    }

    @Test("a claim returns up to the limit, or all if there are fewer", arguments: StoreEngine.all)
    func limit(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make([.insertUser(.bare("1")), .insertUser(.bare("2"))])
            for number in 0..<5 { try await store.make(.insertSession(.sample(number, (1, nil)))) }
            for number in 5..<9 as Range<UInt64> {
                try await store.make(.insertSession(.bare(number, of: "2")))
            }
            try await store.make(.deleteUser("2", .main, at: .later(1)))
            var counts: [Int] = []
            for _ in 0..<5 {
                counts.append(try await store.deleteSessions(endedBefore: .later(100), limit: 3))
            }
            #expect(counts == [3, 3, 3, 0, 0])
        }
    }

    @Test(
        "the active sessions of a deleted user have tombstones for a while",
        arguments: StoreEngine.all
    )
    func departure(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(
                .insertUser(.bare("1")),
                .insertUser(.bare("2")),
                .insertUser(.bare("1", in: .tenant)),
                .insertSession(.bare(1, of: "1")),
                .insertSession(.bare(2, of: "1")),
                .insertSession(.sample(3, (5, nil))),
                .insertSession(.bare(4, of: "2")),
                .insertSession(.bare(5, of: "1", in: .tenant))
            )
            try await store.make(.deleteUser("1", .main, at: .later(10)))
            for (number, went) in [(1, true), (2, true), (3, false), (4, false), (5, false), (6, false)] {
                #expect(try await store.hasTombstone(UInt64(number)) == went)
            }
            #expect(try await store.deleteSessions(endedBefore: .later(10), limit: 100) == 0)
            #expect(try await store.deleteSessions(endedBefore: .later(11), limit: 100) == 2)
            #expect(try await !store.hasTombstone(1))
            #expect(try await store.session(4) != nil)
        }
    }

    @Test(
        "a database from before revokes the sessions that their account had voided",
        arguments: StoreEngine.all
    )
    func voidedSessions(engine: StoreEngine) async throws {
        let directory = TemporaryDirectory()
        let store = SQLIdentityStore(try engine.open(directory))
        try await store.database.migrate(Array(Schema.migrations.prefix(2)), numbered: [])
        // Today's statements name columns that came later.
        try await store.insertOldUser("1", isDisabled: false, validSince: .later(10))
        try await store.insertOldUser("2", isDisabled: true, validSince: .start)
        try await store.insertOldUser("3", isDisabled: false, validSince: .start)
        for (number, user) in [(9, "1"), (10, "1"), (20, "2"), (30, "3")] as [(UInt64, UserID)] {
            try await store.insertOldSession(.bare(number, of: user))
        }
        try await store.migrate()
        let ends: [(UInt64, Timestamp?)] = [(9, .later(10)), (10, nil), (20, .start), (30, nil)]
        for (number, end) in ends {
            #expect(try await store.session(number)?.revocation?.at == end, "session \(number)")
        }
        #expect(try await store.deleteSessions(endedBefore: .later(11), limit: 100) == 2)
        await store.close()
        withExtendedLifetime(directory) {}
    }
}

extension SQLIdentityStore {
    fileprivate func insertOldUser(_ id: UserID, isDisabled: Bool, validSince: Timestamp) async throws {
        let statement = SQLStatement(
            """
            INSERT INTO users (project, tenant, id, created_at, email_verified, disabled, valid_since, revision) \
            VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, 0)
            """,
            isReused: false
        )
        let values =
            UserPool.columns.values(.main) + [
                id.sqlValue, Timestamp.start.sqlValue, isDisabled.sqlValue, validSince.sqlValue,
            ]
        try await database.write([SQLWrite(statement, values, changing: .exactlyOne)])
    }

    fileprivate func insertOldSession(_ session: Session) async throws {
        let statement = SQLStatement(
            """
            INSERT INTO sessions (id, project, tenant, user_id, created_at, authenticated_at, sign_in_provider, \
            generation, branch) VALUES (?1, ?2, ?3, ?4, ?5, ?5, 'password', 0, 0)
            """,
            isReused: false
        )
        let values =
            [session.id.sqlValue] + UserPool.columns.values(session.pool)
            + [session.user.sqlValue, session.createdAt.sqlValue]
        try await database.write([SQLWrite(statement, values, changing: .exactlyOne)])
    }
}

extension Session {
    /// A session of user `1` that is revoked and expires at these seconds.
    fileprivate static func sample(_ number: Int, _ end: (revoked: Int64?, expires: Int64?)) -> Session {
        var session = bare(UInt64(number), of: "1")
        session.revocation = end.revoked.map { Revocation(reason: .signOut, at: .later($0)) }
        session.expiresAt = end.expires.map(Timestamp.later)
        return session
    }
}
