import CardeaIdentityDomain
import CardeaIdentityStore
import CardeaSettings
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
            #expect(try await store.read(.deletedTenant) == .tenant)
            await #expect(throws: StoreError.conflict) {
                try await store.make(.tenant(.delete(blue.id, blue.project, at: .later(2))))
            }
            try await store.make(.tenant(.deleteRemainder(blue.id, blue.project)))
            #expect(try await store.read(.deletedTenant) == .tenant)
            await #expect(throws: StoreError.taken(.tenantID)) {
                try await store.make(.tenant(.insert(blue)))
            }
            try await store.make(.deleteUser("1", .tenant, at: .later(3)))
            try await store.make(.tenant(.deleteRemainder(blue.id, blue.project)))
            #expect(try await store.read(.deletedTenant) == nil)
            #expect(try await store.user("1") != nil)
            try await store.make(.tenant(.insert(blue)))
        }
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
