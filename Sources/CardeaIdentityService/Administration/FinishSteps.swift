package import CardeaIdentityDomain

/// Work that is void to all already, and is done in steps so that nobody waits for it.
extension IdentityService {
    /// Marks some of the sessions as ended that a change of their account has made void.
    ///
    /// - Returns: Whether any may be left.
    package func finishRevocations(limit: Int) async throws(IdentityError) -> Bool {
        try await stored { () async throws(StoreError) in try await users.finishRevocations(limit: limit) }
    }

    /// Deletes some of what is left of deleted accounts.
    ///
    /// - Returns: Whether anything may be left.
    package func finishDeletions(limit: Int) async throws(IdentityError) -> Bool {
        try await stored { () async throws(StoreError) in try await users.finishDeletions(limit: limit) }
    }

    /// Deletes anonymous users of a project who have done nothing for as long as its settings say.
    ///
    /// - Parameters:
    ///   - project: The project; nothing is deleted unless it has the setting.
    ///   - page: What the step before returned.
    ///   - limit: The most users to look at.
    /// - Returns: How many were deleted, and where the next step begins; no page when none is left.
    /// - Throws: What keeps the store from working.
    package func deleteUnusedAnonymousUsers(
        of project: Project,
        from page: UserPage?,
        limit: Int
    ) async throws(IdentityError) -> (deleted: Int, next: UserPage?) {
        guard let days = project.policy.users.unusedAnonymousDays else { return (0, nil) }
        let now = clock.now()
        return try await stored { () async throws(StoreError) in
            try await users.deleteUnusedAnonymousUsers(
                of: project.id,
                unusedSince: now - .days(Int64(days)),
                from: page,
                limit: limit,
                at: now
            )
        }
    }
}
