package import CardeaIdentityDomain

/// Work on many rows, in steps of a bounded size. A step can be repeated: what it changes is void already.
extension Cleanup {
    /// Revokes some of the sessions that a change of their user has made void.
    ///
    /// - Returns: Whether any may be left.
    package func finishRevocations(limit: Int) async throws(IdentityError) -> Bool {
        guard let unfinished = try await store.read(.unfinishedRevocation) else { return false }
        let sessions = try await store.read(.sessions(.void(unfinished.user, unfinished.pool, limit: limit)))
        var changes = sessions.map { Change.session(.revoke($0, unfinished.revocation)) }
        if sessions.count < limit { changes.append(.session(.finishRevocation(unfinished.number))) }
        try await store.make(changes)
        return true
    }

    /// Deletes some of the sessions of deleted users, and then the users' empty rows.
    ///
    /// - Returns: Whether any may be left.
    package func finishDeletions(limit: Int) async throws(IdentityError) -> Bool {
        guard let user = try await store.read(.deletedUser) else { return false }
        let sessions = try await store.read(.sessions(.some(user.id, user.pool, limit: limit)))
        var changes = sessions.map { Change.session(.deleteWithTombstone($0, at: user.deletedAt)) }
        if sessions.count < limit { changes.append(.user(.deleteRemainder(user.id, user.pool))) }
        try await store.make(changes)
        return true
    }

    /// Deletes some of the users of a deleted tenant, and then the tenant's row.
    ///
    /// - Returns: The tenant, and how many of its users were deleted; `nil` if there is no deleted tenant.
    package func finishTenantDeletions(
        limit: Int
    ) async throws(IdentityError) -> (tenant: UserPool, users: Int)? {
        guard let pool = try await store.read(.deletedTenant), let tenant = pool.tenant else { return nil }
        let now = clock.now()
        let users = try await store.read(.users(of: pool, limit: limit))
        var deleted = 0
        for user in users {
            // A tenant with the same ID may have been created since, and the user may be its.
            let isDeleted = try await store.transact(
                .tenant(tenant, in: pool.project),
                .user(user.id, in: pool)
            ) { existing, _ in
                Decision(existing == nil ? [.user(.delete(user.id, pool, at: now))] : [], existing == nil)
            }
            if isDeleted { deleted += 1 }
        }
        guard users.isEmpty else { return (pool, deleted) }
        // Users with very many sessions keep an empty row until `finishDeletions` has deleted the sessions.
        if try await finishDeletions(limit: limit) { return (pool, 0) }
        try await store.make([.tenant(.deleteRemainder(tenant, pool.project))])
        return (pool, 0)
    }

    /// Deletes anonymous users of a project that were not active for as long as its settings say.
    ///
    /// Whether a user is unused is decided in the transaction that deletes the user.
    ///
    /// - Parameters:
    ///   - project: The project. If it does not have the setting, nothing is deleted.
    ///   - page: The result of the step before.
    ///   - limit: The largest number of users to look at.
    /// - Returns: How many were deleted, and where the next step begins: `nil` if none is left.
    /// - Throws: An error of the store.
    package func deleteUnusedAnonymousUsers(
        of project: Project,
        from page: UserPlace?,
        limit: Int
    ) async throws(IdentityError) -> (deleted: Int, next: UserPlace?) {
        guard let days = project.policy.users.unusedAnonymousDays else { return (0, nil) }
        let now = clock.now()
        let moment = now - .days(Int64(days))
        let found = try await store.read(
            .anonymousUsers(of: project.id, createdBefore: moment, after: page, limit: limit)
        )
        var deleted = 0
        for place in found {
            let (user, pool) = (place.user, place.pool)
            let isDeleted = try await store.transact(.isUnusedAnonymous(user, in: pool, since: moment)) {
                isUnused in
                Decision(isUnused ? [.user(.delete(user, pool, at: now))] : [], isUnused)
            }
            if isDeleted { deleted += 1 }
        }
        return (deleted, found.count == limit ? found.last : nil)
    }
}
