import CardeaIdentityDomain

extension Accounts {
    /// Deletes a user who signed in recently (U10), with all its sessions.
    ///
    /// - Throws: `.administratorOnly` where users may not delete themselves (U11); `.recentSignInRequired`.
    package func delete(_ who: Authenticated, by caller: Caller) async throws(IdentityError) {
        let policy = try projects.policy(in: who.user.pool, for: caller)
        guard policy.users.allowsSelfDeletion else { throw .administratorOnly }
        let now = clock.now()
        try await store.transact(.session(who.session.id), .user(who.user.id, in: who.user.pool)) {
            session,
            user throws(IdentityError) in
            let who = try Authenticated(session, user, at: now)
            guard who.session.isRecent(for: who.user, policy, at: now) else { throw .recentSignInRequired }
            return Decision([.user(.delete(who.user.id, who.user.pool, at: now))], ())
        }
    }
}
