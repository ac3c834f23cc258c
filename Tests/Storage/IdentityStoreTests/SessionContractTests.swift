import CardeaIdentityDomain
import CardeaIdentityStore
import StoreEngines
import Testing

@Suite("Store contract: sessions")
struct SessionContractTests {
    @Test("every field is kept", arguments: StoreEngine.all, UserPool.samples)
    func fields(engine: StoreEngine, pool: UserPool) async throws {
        try await engine.withStore { store in
            let sessions = [Session.bare(1, of: "1", in: pool), .full(2, of: "1", in: pool)]
            try await store.make(
                [.insertUser(.bare("1", in: pool))] + sessions.map { Change.insertSession($0) }
            )
            #expect(try await store.session(1) == sessions[0])
            #expect(try await store.session(2) == sessions[1])
            #expect(try await store.session(3) == nil)
        }
    }

    @Test("a session and its user are read together", arguments: StoreEngine.all)
    func lookups(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let own = User.full("1", in: .tenant)
            let other = User.full("2")
            let session = Session.full(1, of: "1", in: .tenant)
            try await store.make(.insertUser(own), .insertUser(other), .insertSession(session))
            let cases: [(session: UInt64, user: UserLookup, found: Session?, owner: User?)] = [
                (1, .user(ofSession: session.id), session, own), (1, .user("2", in: .main), session, other),
                (9, .user("2", in: .main), nil, other), (9, .user(ofSession: .sample(9)), nil, nil),
                (9, .user("none", in: .main), nil, nil),
            ]
            for (number, user, found, owner) in cases {
                let read = try await store.read(.session(.sample(number)), user)
                #expect(read.0 == found && read.1 == owner)
                let (row, person) = try await store.transact(.session(.sample(number)), user, by: .server) {
                    session,
                    user in
                    .unchanged((session, user))
                }
                #expect(row == found && person == owner)
            }
        }
    }

    @Test(
        "a refresh reads the columns of the session and the user that its tokens need",
        arguments: StoreEngine.all
    )
    func refreshRow(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            for (index, pool) in UserPool.samples.enumerated() {
                let number = UInt64(index) * 2
                for (user, session) in [
                    (User.full("1", in: pool), Session.full(number, of: "1", in: pool)),
                    (User.bare("2", in: pool), Session.bare(number + 1, of: "2", in: pool)),
                ] {
                    try await store.make(.insertUser(user), .insertSession(session))
                    let row = try #require(try await store.read(.refresh(of: session.id)))
                    expect(row.user, hasValuesOf: user)
                    expect(row.session, hasValuesOf: session)
                }
            }
            #expect(try await store.read(.refresh(of: .sample(99)))?.session.id == nil)
        }
    }

    @Test("a session needs a unique name and a user", arguments: StoreEngine.all)
    func insertion(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.insertUser(.bare("1")), .insertSession(.full(1, of: "1")))
            await #expect(throws: StoreError.taken(.sessionID)) {
                try await store.make(.insertSession(.bare(1, of: "1")))
            }
            await #expect(throws: StoreError.conflict) {
                try await store.make(.insertSession(.bare(2, of: "1", in: .tenant)))
            }
            #expect(try await store.session(1) == .full(1, of: "1"))
            #expect(try await store.session(2) == nil)
        }
    }

    @Test(
        "a reauthentication changes time, epoch, provider, lifetime and end, and nothing else (U10)",
        arguments: StoreEngine.all
    )
    func reauthentication(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let session = Session.bare(1, of: "1")
            try await store.make(.insertUser(.bare("1")), .insertSession(session))
            var proved = Session.full(1, of: "1")
            proved.signInProvider = "custom"
            try await store.make(.reauthenticate(proved))
            var expected = session
            expected.authenticatedAt = proved.authenticatedAt
            expected.provedAt = proved.provedAt
            expected.authentication = proved.authentication
            expected.epoch = proved.epoch
            expected.signInProvider = "custom"
            expected.signInAttributes = proved.signInAttributes
            expected.accessTokenLifetime = proved.accessTokenLifetime
            expected.expiresAt = proved.expiresAt
            #expect(try await store.session(1) == expected)
        }
    }

    @Test("a session that has ended cannot be reauthenticated or rotated", arguments: StoreEngine.all)
    func afterTheEnd(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let session = Session.full(1, of: "1")
            try await store.make(.insertUser(.bare("1")), .insertSession(session))
            await #expect(throws: StoreError.conflict) { try await store.make(.reauthenticate(session)) }
            let next = RotationState(branch: Branch(rawValue: 1))
            await #expect(throws: StoreError.conflict) {
                try await store.make(.rotate(session.id, from: session.rotation, to: next))
            }
            #expect(try await store.session(1) == session)
        }
    }

    @Test("the first end of a session is not replaced", arguments: StoreEngine.all)
    func revocation(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(.insertUser(.bare("1")), .insertSession(.bare(1, of: "1")))
            let first = Revocation(reason: .signOut, at: .later(10))
            try await store.make(.revokeSession(.sample(1), first))
            try await store.make(
                .revokeSession(.sample(1), Revocation(reason: .administrator, at: .later(11)))
            )
            try await store.make(.revokeSession(.sample(99), first))
            #expect(try await store.session(1)?.revocation == first)
        }
    }

    @Test(
        "all active sessions of a user end, or all but one, and no other user's (K5, U9)",
        arguments: StoreEngine.all,
        [nil, 2] as [UInt64?]
    )
    func revocationOfAll(engine: StoreEngine, kept: UInt64?) async throws {
        try await engine.withStore { store in
            try await store.make(
                .insertUser(.bare("1")),
                .insertUser(.bare("2")),
                .insertUser(.bare("1", in: .tenant)),
                .insertSession(.bare(1, of: "1")),
                .insertSession(.bare(2, of: "1")),
                .insertSession(.full(3, of: "1")),
                .insertSession(.bare(4, of: "2")),
                .insertSession(.bare(5, of: "1", in: .tenant))
            )
            let revocation = Revocation(reason: .passwordChange, at: .later(10))
            let except = kept.map(SessionID.sample)
            try await store.make(.revokeSessions(of: "1", .main, except: except, revocation))
            #expect(try await store.session(1)?.revocation == revocation)
            #expect(try await store.session(2)?.revocation == (kept == nil ? revocation : nil))
            #expect(try await store.session(3)?.revocation?.reason == .tokenReuse)
            #expect(try await store.session(4)?.revocation == nil)
            #expect(try await store.session(5)?.revocation == nil)
            #expect(
                try await store.activeSessions(of: "1", in: .main).map(\.id) == (except.map { [$0] } ?? [])
            )
        }
    }

    @Test("a user's sessions from before a moment end, later ones do not (K5)", arguments: StoreEngine.all)
    func revocationOfEarlierOnes(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await store.make(
                [.insertUser(.bare("1")), .insertUser(.bare("2")), .insertUser(.bare("1", in: .tenant))]
                    + [(1, "1"), (2, "1"), (3, "1"), (0, "2")].map { .insertSession(.bare($0, of: $1)) }
                    + [.insertSession(.bare(9, of: "1", in: .tenant))]
            )
            let revocation = Revocation(reason: .administrator, at: .later(10))
            try await store.make(
                .session(.revokeEarlier(of: "1", .main, authenticatedBefore: .later(2), revocation))
            )
            for (number, isRevoked) in [(1, true), (2, false), (3, false), (0, false), (9, false)] {
                #expect(try await store.session(UInt64(number))?.revocation == (isRevoked ? revocation : nil))
            }
        }
    }

    @Test(
        "the sessions of a user that are neither revoked nor expired nor void are counted",
        arguments: StoreEngine.all
    )
    func count(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var user = User.bare("1")
            user.beginEpoch(at: .later(10))
            let session = { (number: UInt64, change: (inout Session) -> Void) in
                var session = Session.bare(number, of: "1")
                session.epoch = user.epoch
                session.authenticatedAt = .later(20)
                change(&session)
                return Change.insertSession(session)
            }
            try await store.make([
                .insertUser(user), .insertUser(.bare("2")), .insertSession(.bare(9, of: "2")),
                session(1) { _ in },
                session(2) { $0.expiresAt = .later(101) }, session(3) { $0.expiresAt = .later(100) },
                session(4) { $0.revocation = Revocation(reason: .signOut, at: .later(50)) },
                session(5) { $0.epoch -= 1 }, session(6) { $0.authenticatedAt = .later(9) },
            ])
            #expect(try await store.read(.sessionCount(of: "1", in: .main, at: .later(100))) == 2)
            #expect(try await store.read(.sessionCount(of: "1", in: .tenant, at: .later(100))) == 0)
        }
    }

    @Test(
        "the newest refresh of a user's sessions is known, those that ended included (U5)",
        arguments: StoreEngine.all
    )
    func lastRefreshes(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let refreshed = { (number: UInt64, seconds: Int64, user: UserID) in
                var session = Session.bare(number, of: user)
                session.rotation.pending = RotationState.Pending(
                    branch: Branch(rawValue: 1),
                    keyHash: nil,
                    at: .later(seconds)
                )
                return session
            }
            var ended = refreshed(3, 40, "2")
            ended.revocation = Revocation(reason: .signOut, at: .later(50))
            try await store.make(
                [.insertUser(.bare("1")), .insertUser(.bare("2")), .insertUser(.bare("3"))]
                    + [refreshed(1, 30, "1"), refreshed(2, 20, "1"), ended, .bare(4, of: "3")]
                    .map { Change.insertSession($0) }
            )
            let moments = try await store.lastRefreshes(of: ["1", "2", "3", "none"], in: .main)
            #expect(moments == ["1": .later(30)])
            #expect(try await store.lastRefreshes(of: ["1"], in: .tenant) == [:])
            #expect(try await store.lastRefreshes(of: [], in: .main) == [:])
        }
    }
}

private func expect(_ read: TokenUser, hasValuesOf user: User) {
    #expect(read.id == user.id)
    #expect(read.email == user.email)
    #expect(read.isEmailVerified == user.isEmailVerified)
    #expect(read.displayName == user.displayName)
    #expect(read.photoURL == user.photoURL)
    #expect(read.phoneNumber == user.phoneNumber)
    #expect(read.hasPassword == (user.passwordHash != nil))
    #expect(read.usesCustomTokens == user.usesCustomTokens)
    #expect(read.identities == user.identities)
    #expect(read.customClaims == user.customClaims)
    #expect(read.isDisabled == user.isDisabled)
    #expect(read.epoch == user.epoch)
    #expect(read.validSince == user.validSince)
}

private func expect(_ read: TokenSession, hasValuesOf session: Session) {
    #expect(read.id == session.id)
    #expect(read.user == session.user)
    #expect(read.pool == session.pool)
    #expect(read.app == session.app)
    #expect(read.authenticatedAt == session.authenticatedAt)
    #expect(read.authentication == session.authentication)
    #expect(read.epoch == session.epoch)
    #expect(read.signInProvider == session.signInProvider)
    #expect(read.developerClaims == session.developerClaims)
    #expect(read.signInAttributes == session.signInAttributes)
    #expect(read.expiresAt == session.expiresAt)
    #expect(read.accessTokenLifetime == session.accessTokenLifetime)
    #expect(read.rotation == session.rotation)
    #expect(read.revocation == session.revocation)
}
