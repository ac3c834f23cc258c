import CardeaIdentityDomain
import CardeaIdentityStore
import CardeaSettings
import StoreEngines
import Testing

@Suite("Store contract: tenants and apps")
struct TenantAndAppContractTests {
    private static let project = UserPool.main.project

    private static func overrides(_ key: String, _ value: Int) -> PolicyOverrides {
        var overrides = PolicyOverrides()
        #expect(throws: Never.self) { try overrides.set(.integer(value), for: key) }
        return overrides
    }

    private static func tenant(_ id: String, of project: ProjectID = project) -> Tenant {
        Tenant(
            id: TenantID(rawValue: id),
            project: project,
            createdAt: .start,
            displayName: "Blue ✓",
            isDisabled: false,
            overrides: overrides("sessions.maximumPerUser", 3)
        )
    }

    private static func app(_ id: String, apiKey: String?, of project: ProjectID = project) -> App {
        App(
            id: AppID(rawValue: id),
            project: project,
            createdAt: .start,
            kind: .server,
            displayName: "Back end",
            apiKey: apiKey,
            secretHash: [1, 2, 255],
            overrides: overrides("refreshTokens.grace", 0)
        )
    }

    private static func fill(_ store: SQLIdentityStore) async throws {
        for (number, id) in [project, UserPool.other.project].enumerated() {
            try await store.insert(Project(id: id, number: Int64(number), createdAt: .start, apiKeys: []))
        }
    }

    @Test("a tenant keeps every field, and an update replaces all but its id", arguments: StoreEngine.all)
    func tenants(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await Self.fill(store)
            let (blue, red) = (Self.tenant("blue"), Self.tenant("red"))
            let other = Self.tenant("blue", of: UserPool.other.project)
            try await store.make(.tenant(.insert(red)), .tenant(.insert(other)), .tenant(.insert(blue)))
            #expect(try await store.read(.tenants) == [blue, red, other])
            let changed = Tenant(
                id: red.id,
                project: red.project,
                createdAt: red.createdAt,
                isDisabled: true
            )
            try await store.make(.tenant(.update(changed)))
            #expect(try await store.read(.tenants) == [blue, changed, other])
            await #expect(throws: StoreError.taken(.tenantID)) {
                try await store.make(.tenant(.insert(blue)))
            }
            await #expect(throws: StoreError.conflict) {
                try await store.make(.tenant(.update(Self.tenant("none"))))
            }
            await #expect(throws: StoreError.conflict) {
                try await store.make(.tenant(.insert(Self.tenant("x", of: ProjectID(rawValue: "none")))))
            }
        }
    }

    @Test(
        "a deleted tenant is absent, and its row stays until its last user is deleted",
        arguments: StoreEngine.all
    )
    func tenantDeletion(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await Self.fill(store)
            let blue = Self.tenant("blue")
            try await store.make(
                .tenant(.insert(blue)),
                .insertUser(.full("1", in: .tenant)),
                .insertUser(.full("1"))
            )
            try await store.make(.tenant(.delete(blue.id, blue.project, at: .later(1))))
            #expect(try await store.read(.tenants) == [])
            #expect(try await store.read(.deletedPool) == .tenant)
            await #expect(throws: StoreError.conflict) {
                try await store.make(.tenant(.delete(blue.id, blue.project, at: .later(2))))
            }
            try await store.make(.tenant(.deleteRemainder(blue.id, blue.project)))
            #expect(try await store.read(.deletedPool) == .tenant)
            await #expect(throws: StoreError.taken(.tenantID)) {
                try await store.make(.tenant(.insert(blue)))
            }
            try await store.make(.deleteUser("1", .tenant, at: .later(3)))
            try await store.make(.tenant(.deleteRemainder(blue.id, blue.project)))
            #expect(try await store.read(.deletedPool) == nil)
            #expect(try await store.user("1") != nil)
            try await store.make(.tenant(.insert(blue)))
        }
    }

    @Test(
        "codes and sign-ins that wait are deleted with their tenant, and no others (security 2, security 19)",
        arguments: StoreEngine.all
    )
    func proofsOfTenant(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await Self.fill(store)
            let blue = Self.tenant("blue")
            try await store.make(.tenant(.insert(blue)))
            let pools: [(key: [UInt8], pool: UserPool)] = [([1], .main), ([2], .tenant), ([3], .other)]
            for (key, pool) in pools { try await store.make(Self.proofs(key, in: pool)) }
            try await store.make(.tenant(.delete(blue.id, blue.project, at: .later(1))))
            for (key, pool) in pools {
                let rows = try await store.read(
                    Lookups(
                        .actionCode(hash: key),
                        .phoneCode(id: key),
                        .pendingIdentity(hash: key),
                        .providerRedirect(key)
                    )
                )
                let kept = [rows.0 != nil, rows.1 != nil, rows.2 != nil, rows.3 != nil]
                #expect(kept == [Bool](repeating: pool != .tenant, count: 4), "\(pool)")
            }
        }
    }

    /// One of each kind.
    private static func proofs(_ key: [UInt8], in pool: UserPool) -> [Change] {
        let id = ProviderSubject.sample("oidc.acme", "1")
        let code = ActionCode(
            hash: key,
            purpose: .emailSignIn,
            pool: pool,
            user: nil,
            email: EmailAddress(stored: "ada@example.com"),
            epoch: nil,
            createdAt: .start,
            expiresAt: .later(60)
        )
        let phoneCode = PhoneCode(
            id: key,
            purpose: .signIn,
            pool: pool,
            phoneNumber: "+16505553434",
            user: nil,
            codeHash: [1],
            maximumAttempts: 5,
            createdAt: .start,
            expiresAt: .later(60)
        )
        let pending = PendingIdentity(hash: key, id: id, pool: pool, sealed: [1], expiresAt: .later(60))
        let redirect = ProviderRedirect(
            stateHash: key,
            pool: pool,
            provider: id.provider,
            sessionHash: key,
            continueURL: "",
            expiresAt: .later(60),
            sealed: [1]
        )
        return [
            .actionCode(.insert(code)), .phoneCode(.insert(phoneCode)), .identity(.suspend(pending)),
            .providerRedirect(.insert(redirect, now: .start)),
        ]
    }

    @Test("an app keeps every field; ids and API keys are unique on the server", arguments: StoreEngine.all)
    func apps(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            try await Self.fill(store)
            let (first, second) = (Self.app("a", apiKey: "key"), Self.app("b", apiKey: nil))
            try await store.make(.app(.insert(second)), .app(.insert(first)))
            #expect(try await store.read(.apps) == [first, second])
            await #expect(throws: StoreError.taken(.appID)) {
                try await store.make(.app(.insert(Self.app("a", apiKey: "x", of: UserPool.other.project))))
            }
            await #expect(throws: StoreError.taken(.apiKey)) {
                try await store.make(.app(.insert(Self.app("c", apiKey: "key"))))
            }
            var changed = second
            (changed.kind, changed.displayName, changed.apiKey) = (.ios, "App", "other")
            (changed.secretHash, changed.overrides) = (nil, PolicyOverrides())
            try await store.make(.app(.update(changed)), .app(.delete(first.id)))
            #expect(try await store.read(.apps) == [changed])
            await #expect(throws: StoreError.conflict) { try await store.make(.app(.delete(first.id))) }
        }
    }

    @Test("only changes of cached rows change the cache version", arguments: StoreEngine.all)
    func cacheVersion(engine: StoreEngine) async throws {
        try await engine.withStore { store in
            let start = store.cacheVersion
            try await store.make(.insertUser(.bare("1")), .insertSession(.bare(1, of: "1")))
            _ = try await store.refresh(1, pending: 1)
            #expect(store.cacheVersion == start)
            try await Self.fill(store)
            let filled = store.cacheVersion
            #expect(filled > start)
            try await store.make(.tenant(.insert(Self.tenant("blue"))))
            let last = store.cacheVersion
            #expect(last > filled)
            let project = Self.tenant("blue").project
            #expect(
                store.cachedRows(changedAfter: filled) == [.tenant(TenantID(rawValue: "blue"), project)]
            )
            #expect(store.cachedRows(changedAfter: start) == nil)
            await #expect(throws: StoreError.self) {
                try await store.make(.tenant(.insert(Self.tenant("blue"))))
            }
            #expect(store.cacheVersion == last)
        }
    }
}
