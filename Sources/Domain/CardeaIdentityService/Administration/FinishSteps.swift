import CardeaEncodings
package import CardeaIdentityDomain
import CardeaUserNames

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
        try await store.make(changes, by: .server)
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
        try await store.make(changes, by: .server)
        return true
    }

    /// Deletes some of the users of a deleted tenant or project, and then everything else of it.
    ///
    /// Each step reads again that the pool is deleted. One with the same ID may have been created since, and the users may
    /// be its.
    ///
    /// - Returns: The pool, and how many of its users were deleted; `nil` if there is no deleted pool.
    package func finishPoolDeletions(limit: Int) async throws(IdentityError) -> (pool: UserPool, users: Int)?
    {
        guard let pool = try await store.read(.deletedPool) else { return nil }
        let now = clock.now()
        let users = try await store.read(.users(of: pool, limit: limit))
        var deleted = 0
        for user in users {
            let isDeleted = try await store.transact(.hasPool(pool), .user(user.id, in: pool), by: .server) {
                exists,
                _ in
                Decision(exists ? [] : [.user(.delete(user.id, pool, at: now))], !exists)
            }
            if isDeleted { deleted += 1 }
        }
        guard users.isEmpty else { return (pool, deleted) }
        // Users with very many sessions keep an empty row until `finishDeletions` has deleted the sessions.
        if try await finishDeletions(limit: limit) { return (pool, 0) }
        if let tenant = pool.tenant {
            try await store.make([.tenant(.deleteRemainder(tenant, pool.project))], by: .server)
        } else {
            try await deleteRemainder(of: pool.project, limit: limit)
        }
        return (pool, 0)
    }

    private func deleteRemainder(of project: ProjectID, limit: Int) async throws(IdentityError) {
        let pool = UserPool(project: project)
        try await store.transact(.hasPool(pool), .securityEvents(of: project, limit: limit), by: .server) {
            exists,
            events in
            guard !exists else { return .unchanged(()) }
            let end = events.count < limit ? [Change.project(.deleteRemainder(project))] : []
            return Decision(events.map { .securityEvent(.delete($0)) } + end, ())
        }
    }

    /// Adds the skeletons of some user names that are older than skeletons.
    ///
    /// Of two such names that look alike, each keeps its user.
    ///
    /// - Returns: Whether any may be left.
    package func addSkeletons(limit: Int) async throws(IdentityError) -> Bool {
        let found = try await store.read(.namesWithoutSkeleton(limit: limit))
        guard let pool = found.first?.pool else { return false }
        let names = found.filter { $0.pool == pool }.compactMap(\.userName)
        let skeletons = Dictionary(names.map { ($0.exact, UserName($0)?.skeleton) }) { first, _ in first }
        let lookup = UsersLookup(in: pool, userNames: names, skeletons: skeletons.values.compactMap(\.self))
        try await store.transact(lookup, by: .server) { users in
            var taken = Set(users.compactMap(\.uniqueName?.skeleton?.exact))
            var changes: [Change] = []
            for var user in users {
                guard let name = user.uniqueName, name.skeleton == nil else { continue }
                let unique = UniqueUserName(name.text, skeleton: skeletons[name.text.exact] ?? nil)
                let isFirst = unique.skeleton.map { taken.insert($0.exact).inserted } ?? false
                user.uniqueName = isFirst ? unique : unique.exempt
                changes.append(.user(.update(user)))
            }
            return Decision(changes, ())
        }
        return true
    }

    /// Deletes anonymous users of a project that were not active for as long as its settings say.
    ///
    /// Whether a user is unused is decided in the transaction that deletes the user.
    ///
    /// - Parameters:
    ///   - project: The project. If it does not have the setting, nothing is deleted.
    ///   - page: The result of the step before.
    ///   - limit: The largest number of users to look at.
    /// - Returns: The number that were deleted, and where the next step begins: `nil` if none is left.
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
            let isDeleted = try await store.transact(
                .isUnusedAnonymous(user, in: pool, since: moment),
                by: .server
            ) {
                isUnused in
                Decision(isUnused ? [.user(.delete(user, pool, at: now))] : [], isUnused)
            }
            if isDeleted { deleted += 1 }
        }
        return (deleted, found.count == limit ? found.last : nil)
    }
}
