package import CardeaIdentityDomain
import CardeaEncodings
import CardeaLocks

/// Tenants: separate user pools of a project.
extension ProjectDirectory {
    /// A tenant; `nil` if the project has none with this ID.
    package func tenant(_ id: TenantID, in project: ProjectID) -> Tenant? {
        state.withLock { $0.tenants[UserPool(project: project, tenant: id)] }
    }

    /// The tenants of a project, ordered by id.
    package func tenants(of project: ProjectID) -> [Tenant] {
        state.withLock { Array($0.tenants.values) }
            .filter { $0.project == project }
            .sorted { $0.id.rawValue.exact < $1.id.rawValue.exact }
    }

    /// The error for a token of a pool; `nil` if the pool accepts tokens.
    ///
    /// The users of a deleted tenant are deleted in steps, but count as deleted at once.
    func rejection(of pool: UserPool) -> IdentityError? {
        guard let id = pool.tenant else { return nil }
        guard let tenant = tenant(id, in: pool.project) else { return .user(.notFound) }
        return tenant.isDisabled ? .scope(.tenantDisabled) : nil
    }

    /// Creates a tenant.
    ///
    /// The ID of a deleted tenant is free when the last user of that tenant is deleted: no user gets into another tenant.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - id: The id; `nil` for the display name followed by random letters, as Identity Platform does.
    ///   - displayName: For administrators.
    ///   - isDisabled: Whether requests of the tenant are rejected from the beginning.
    ///   - overrides: The settings of the project that the tenant replaces.
    ///   - actor: The identity behind the change.
    /// - Returns: The new tenant.
    /// - Throws: `.unknownProject`; `.invalidSetting`, also if the project has as many tenants as it may have;
    ///   `.invalidTenantID`; `.tenantInDeletion`; `.store(.taken(.tenantID))`.
    package func createTenant(
        in project: ProjectID,
        id: TenantID? = nil,
        displayName: String? = nil,
        isDisabled: Bool = false,
        overrides: PolicyOverrides = PolicyOverrides(),
        by actor: Actor
    ) async throws(ProjectDirectoryError) -> Tenant {
        try check(overrides, after: nil, in: project)
        try await checkTenantCount(of: project)
        var attempts = id == nil ? Self.attemptsForID : 1
        while true {
            attempts -= 1
            let tenant = Tenant(
                id: id ?? newTenantID(displayName),
                project: project,
                createdAt: clock.now(),
                displayName: displayName.map(ProfileRules.withoutControls),
                isDisabled: isDisabled,
                overrides: overrides
            )
            do throws(ProjectDirectoryError) {
                try await insert(tenant, by: actor)
                return tenant
            } catch .store(.taken(.tenantID)) where attempts > 0 {
                continue
            } catch .tenantInDeletion where attempts > 0 {
                continue
            }
        }
    }

    /// Random IDs that are tried; each is free with a probability near 1.
    private static let attemptsForID = 10

    /// - Throws: `.invalidSetting` if the project has as many tenants as it may have.
    private func checkTenantCount(of project: ProjectID) async throws(ProjectDirectoryError) {
        try await synchronize()
        guard let limit = self.project(id: project)?.policy.tenants.maximumCount else {
            throw .unknownProject(project)
        }
        guard tenants(of: project).count < limit else {
            throw .invalidSetting(
                "the project has \(limit) tenants already: delete one that is not used, or raise tenants.maximumCount"
            )
        }
    }

    private func insert(_ tenant: Tenant, by actor: Actor) async throws(ProjectDirectoryError) {
        let (id, project) = (tenant.id, tenant.project)
        guard id.isWellFormed else { throw .invalidTenantID(id.rawValue) }
        do throws(ProjectDirectoryError) {
            try await apply([.tenant(.deleteRemainder(id, project)), .tenant(.insert(tenant))], by: actor)
        } catch .store(.taken(.tenantID)) {
            let existing = try await stored { () async throws(StoreError) in
                try await store.read(.tenant(id, in: project))
            }
            throw existing == nil ? .tenantInDeletion(id) : .store(.taken(.tenantID))
        }
    }

    /// Changes everything of a tenant but its ID.
    ///
    /// - Parameters:
    ///   - tenant: The tenant, of which only the ID and the project count.
    ///   - actor: The identity behind the change.
    ///   - edit: Gets the tenant as it is stored. It runs again if another change was stored meanwhile.
    /// - Returns: The tenant as it is stored now.
    /// - Throws: `.store(.conflict)` if there is no such tenant; `.invalidSetting`; the errors of `edit`.
    @discardableResult package func change(
        _ tenant: Tenant,
        by actor: Actor,
        edit: (inout Tenant) throws -> Void
    ) async throws -> Tenant {
        try await repeated { () async throws -> Tenant? in
            try await synchronize()
            guard let present = self.tenant(tenant.id, in: tenant.project) else {
                throw ProjectDirectoryError.store(.conflict)
            }
            var changed = present
            try edit(&changed)
            changed.displayName = changed.displayName.map(ProfileRules.withoutControls)
            try check(changed.overrides, after: present.overrides, in: tenant.project)
            return try await apply(
                [.tenant(.update(changed))],
                ifUnchanged: .tenant(tenant.id, in: tenant.project),
                by: actor
            ) { $0 == present } ? changed : nil
        }
    }

    /// Deletes a tenant.
    ///
    /// It is absent at once; housekeeping deletes its users in steps.
    ///
    /// - Throws: `.store(.conflict)` if there is no such tenant.
    package func deleteTenant(
        _ id: TenantID,
        in project: ProjectID,
        by actor: Actor
    ) async throws(ProjectDirectoryError) {
        try await apply([.tenant(.delete(id, project, at: clock.now()))], by: actor)
    }

    /// A name and five letters and digits, as Identity Platform has them: 26 random bits.
    private func newTenantID(_ displayName: String?) -> TenantID {
        let name = (displayName ?? "tenant").filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
        }
        let start = name.first?.isLetter == true ? name.prefix(20) : "tenant"
        let symbols = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
        let end = (0..<5).map { _ in
            symbols[Int(random.bytes(4).reduce(0) { $0 << 8 | UInt32($1) }) % symbols.count]
        }
        return TenantID(rawValue: "\(start)-\(String(decoding: end, as: UTF8.self))")
    }
}
