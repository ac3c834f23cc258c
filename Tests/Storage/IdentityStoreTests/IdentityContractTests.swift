import CardeaIdentityDomain
import StoreEngines
import Testing

@testable import CardeaIdentityStore

@Suite("Identities in the store")
struct IdentityContractTests {
    @Test("an identity and the list of its user are read as they were written", arguments: StoreEngine.all)
    func roundTrip(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            var ada = User.with(email: "ada@example.com", "ada")
            ada.identities = [.sample("google.com", "1 2"), .sample("oidc.acme", "ä/\"'")]
            try await store.make([.insertUser(ada)] + ada.identities.map { .insert($0, of: "ada") })
            #expect(try await store.user("ada") == ada)
            for id in ada.identities {
                #expect(try await store.read(.user(id, in: .main)) == ada)
                #expect(try await store.read(.user(id, in: .tenant)) == nil)
                let found = try await store.read(.identities([id], in: .main))
                #expect(found == [.sample(id, of: "ada")])
            }
            let all = ada.identities.map { FederatedIdentity.sample($0, of: "ada") }
            #expect(try await store.read(.identities(of: "ada", in: .main)) == all)
            let email = EmailAddress(stored: "ada@example.com")
            #expect(try await store.read(.identities(email: email, in: .main)) == all)
            let both: [UserID] = ["ada", "bob"]
            #expect(try await store.read(.identities(of: both, in: .main)) == ["ada" as UserID: all])
            #expect(try await store.read(UsersLookup(in: .main, identities: ada.identities)) == [ada])
            let unknown = UsersLookup(in: .tenant, identities: ada.identities)
            #expect(try await store.read(unknown).isEmpty)
        }
    }

    @Test(
        "an identity belongs to one user of a pool, and a user has one at a provider",
        arguments: StoreEngine.all
    )
    func uniqueness(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let id = ProviderSubject.sample("google.com", "1")
            for user in [User.bare("ada"), .bare("bob"), .bare("ada", in: .tenant)] {
                try await store.make(.insertUser(user))
            }
            try await store.make(.insert(id, of: "ada"))
            await #expect(throws: StoreError.taken(.identity)) {
                try await store.make(.insert(id, of: "bob"))
            }
            await #expect(throws: StoreError.taken(.identity)) {
                try await store.make(.insert(.sample("google.com", "2"), of: "ada"))
            }
            // Another pool, and another provider, have their own.
            try await store.make(
                .insert(id, of: "ada", in: .tenant),
                .insert(.sample("github.com", "1"), of: "bob")
            )
        }
    }

    @Test(
        "a list of each length finds its users, each once, with their identities and refreshes",
        arguments: StoreEngine.all
    )
    func listLengths(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let ids = (1...20).map { UserID(rawValue: "\($0)") }
            for (number, id) in ids.enumerated() {
                var session = Session.bare(UInt64(number), of: id)
                session.rotation.pending = RotationState.Pending(
                    branch: Branch(rawValue: 1),
                    keyHash: nil,
                    at: .later(Int64(number))
                )
                try await store.make(
                    .insertUser(.with(email: "ada.\(id.rawValue)@example.com", id)),
                    .insertSession(session),
                    .insert(.sample("google.com", id.rawValue), of: id)
                )
            }
            for count in [1, 2, 3, 8, 9, 16, 17, 20] {
                let (some, expected) = (Array(ids.prefix(count)), Set(ids.prefix(count)))
                let subjects = some.map { ProviderSubject.sample("google.com", $0.rawValue) }
                let emails = try some.map { try #require(EmailAddress("ada.\($0.rawValue)@example.com")) }
                for lookup in [
                    UsersLookup(in: .main, ids: some), UsersLookup(in: .main, emails: emails),
                    UsersLookup(in: .main, identities: subjects),
                ] {
                    let found = try await store.read(lookup)
                    #expect(found.count == count && Set(found.map(\.id)) == expected)
                }
                #expect(try await store.read(.identities(subjects, in: .main)).count == count)
                #expect(Set(try await store.read(.identities(of: some, in: .main)).keys) == expected)
                #expect(Set(try await store.lastRefreshes(of: some, in: .main).keys) == expected)
            }
        }
    }

    @Test("an update replaces the details of an identity", arguments: StoreEngine.all)
    func update(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let id = ProviderSubject.sample("google.com", "1")
            try await store.make(.insertUser(.bare("ada")), .insert(id, of: "ada"))
            var identity = FederatedIdentity.sample(id, of: "ada")
            (identity.email, identity.isEmailTrusted) = (EmailAddress("new@example.com"), false)
            (identity.displayName, identity.photoURL, identity.screenName) = ("Ada", nil, "ada1")
            identity.lastSignedInAt = .later(9)
            try await store.make(.identity(.update(identity, tokens: nil)))
            #expect(try await store.read(.identities(of: "ada", in: .main)) == [identity])
            try await store.make(.identity(.delete(id, .main)))
            #expect(try await store.read(.identities(of: "ada", in: .main)).isEmpty)
            await #expect(throws: StoreError.conflict) {
                try await store.make(.identity(.update(identity, tokens: nil)))
            }
        }
    }

    @Test(
        "a refresh token of a provider stays until another one comes, or tokens are not kept",
        arguments: StoreEngine.all
    )
    func tokens(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let id = ProviderSubject.sample("google.com", "1")
            let identity = FederatedIdentity.sample(id, of: "ada")
            func kept() async throws -> SealedProviderTokens? {
                try await store.read(.providerTokens(of: "ada", in: .main))[id]
            }
            let first = SealedProviderTokens(access: [1], refresh: [2])
            try await store.make(.insertUser(.bare("ada")), .identity(.insert(identity, tokens: first)))
            #expect(try await kept() == first)
            try await store.make(.identity(.update(identity, tokens: SealedProviderTokens(access: [3]))))
            #expect(try await kept() == SealedProviderTokens(access: [3], refresh: [2]))
            try await store.make(.identity(.update(identity, tokens: SealedProviderTokens(refresh: [4]))))
            #expect(try await kept() == SealedProviderTokens(access: [3], refresh: [4]))
            var profile = identity
            (profile.displayName, profile.screenName) = ("Ada", "ignored")
            try await store.make(.identity(.updateProfile(profile)))
            #expect(try await kept() == SealedProviderTokens(access: [3], refresh: [4]))
            let stored = try await store.read(.identities(of: "ada", in: .main)).first
            #expect(stored?.displayName == "Ada" && stored?.screenName == nil)
            try await store.make(.identity(.deleteTokens(id, .main)))
            #expect(try await kept() == nil)
            try await store.make(.identity(.update(identity, tokens: first)))
            try await store.make(.identity(.update(identity, tokens: nil)))
            #expect(try await kept() == nil)
            #expect(try await store.read(.providerRevocations(dueAt: .later(0), limit: 9)).isEmpty)
        }
    }

    @Test("the tokens of a deleted identity wait until they are revoked (U13)", arguments: StoreEngine.all)
    func revocations(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let ids = ["google.com", "apple.com", "github.com"].map { ProviderSubject.sample($0, "1") }
            let tokens = SealedProviderTokens(access: [1], refresh: [2])
            try await store.make(.insertUser(.bare("ada")))
            for id in ids.dropLast() {
                try await store.make(.identity(.insert(.sample(id, of: "ada"), tokens: tokens)))
            }
            try await store.make(.insert(ids[2], of: "ada"))
            try await store.make(.identity(.delete(ids[0], .main)))
            try await store.make(.deleteUser("ada", .main, at: .later(1)))
            let due = try await store.read(.providerRevocations(dueAt: .later(0), limit: 9))
            #expect(due.map(\.id) == Array(ids.dropLast()) && due.allSatisfy { $0.tokens == tokens })
            #expect(try await store.read(.identities(ids, in: .main)).isEmpty)
            try await store.make(.identity(.postponeRevocation(due[0].number, to: .later(5))))
            try await store.make(.identity(.finishRevocation(due[1].number)))
            #expect(try await store.read(.providerRevocations(dueAt: .later(4), limit: 9)).isEmpty)
            let late = try await store.read(.providerRevocations(dueAt: .later(5), limit: 9))
            #expect(late.map(\.attempts) == [1] && late.map(\.id) == [ids[0]])
        }
    }

    @Test(
        "a verified sign-in is used once, and each change of its identity invalidates it (security 2)",
        arguments: StoreEngine.all
    )
    func pending(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let id = ProviderSubject.sample("google.com", "1")
            let identity = FederatedIdentity.sample(id, of: "ada")
            let first = PendingIdentity.sample(1, id)
            try await store.make(.insertUser(.bare("ada")), .identity(.suspend(first)))
            #expect(try await store.read(.pendingIdentity(hash: first.hash)) == first)
            // A newer one replaces it; another pool has its own.
            let second = PendingIdentity.sample(2, id)
            let elsewhere = PendingIdentity.sample(3, id, in: .tenant)
            try await store.make(.identity(.suspend(elsewhere)), .identity(.suspend(second)))
            #expect(try await store.read(.pendingIdentity(hash: first.hash)) == nil)
            try await store.make(.identity(.resume(hash: second.hash)))
            await #expect(throws: StoreError.conflict) {
                try await store.make(.identity(.resume(hash: second.hash)))
            }
            let changes: [Change] = [
                .identity(.insert(identity, tokens: nil)), .identity(.update(identity, tokens: nil)),
                .identity(.delete(id, .main)), .identity(.insert(identity, tokens: nil)),
                .identity(.updateProfile(identity)), .identity(.deleteAllPending(at: id.provider, .main)),
                .deleteUser("ada", .main, at: .later(1)),
            ]
            for change in changes {
                try await store.make(.identity(.suspend(second)))
                try await store.make(change)
                #expect(try await store.read(.pendingIdentity(hash: second.hash)) == nil, "\(change)")
            }
            #expect(try await store.read(.pendingIdentity(hash: elsewhere.hash)) == elsewhere)
            let expired = try await store.read(.pendingIdentities(expiredBefore: .later(61), limit: 9))
            #expect(expired == [elsewhere.hash])
            try await store.make(.identity(.deletePending(hash: elsewhere.hash)))
            #expect(try await store.read(.pendingIdentities(expiredBefore: .later(61), limit: 9)).isEmpty)
        }
    }

    @Test("one read has all that a sign-in with a provider depends on", arguments: StoreEngine.all)
    func linking(_ engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let (google, github) = (
                ProviderSubject.sample("google.com", "1"), ProviderSubject.sample("github.com", "1")
            )
            var (ada, bob) = (User.with(email: "ada@example.com", "ada"), User.bare("bob"))
            (ada.identities, bob.identities) = ([google], [github])
            let pending = PendingIdentity.sample(1, google)
            try await store.insert(
                Project(id: UserPool.main.project, number: 1, createdAt: .start, apiKeys: [])
            )
            try await store.make([
                .insertUser(ada), .insertUser(bob), .insert(google, of: "ada"), .insert(github, of: "bob"),
                .identity(.suspend(pending)),
            ])
            let all = LinkingLookup(
                pool: .main,
                id: github,
                email: ada.email,
                user: "ada",
                pendingHash: pending.hash
            )
            let rows = try await store.read(all)
            #expect(rows.owner == bob && rows.owned == .sample(github, of: "bob"))
            #expect(rows.holder == ada && rows.identitiesOfHolder == [.sample(google, of: "ada")])
            #expect(rows.current == ada && rows.identitiesOfCurrent == rows.identitiesOfHolder)
            #expect(rows.pending == pending && rows.hasPool)
            let none = try await store.read(LinkingLookup(pool: .tenant, id: github, email: nil))
            #expect(none.owner == nil && none.holder == nil && none.current == nil && !none.hasPool)
        }
    }
}

extension FederatedIdentity {
    fileprivate static func sample(
        _ id: ProviderSubject,
        of user: UserID,
        in pool: UserPool = .main
    ) -> FederatedIdentity {
        var identity = FederatedIdentity(id, of: user, in: pool, linkedAt: .start)
        (identity.email, identity.isEmailTrusted) = (EmailAddress("ada@example.com"), true)
        identity.photoURL = "https://example.com/ada.png"
        return identity
    }
}

extension Change {
    fileprivate static func insert(
        _ id: ProviderSubject,
        of user: UserID,
        in pool: UserPool = .main
    ) -> Change {
        .identity(.insert(.sample(id, of: user, in: pool), tokens: nil))
    }
}

extension PendingIdentity {
    fileprivate static func sample(
        _ number: UInt8,
        _ id: ProviderSubject,
        in pool: UserPool = .main
    ) -> PendingIdentity {
        PendingIdentity(
            hash: [UInt8](repeating: number, count: 32),
            id: id,
            pool: pool,
            sealed: [number],
            expiresAt: .later(60)
        )
    }
}
