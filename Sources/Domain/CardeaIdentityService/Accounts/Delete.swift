import CardeaIdentityDomain

extension Accounts {
    /// Deletes a user who signed in recently (U10), with all its sessions.
    ///
    /// - Throws: `.rule(.administratorOnly)` where users may not delete themselves (U11); `.credential(.tooOld)`.
    package func delete(_ who: SignedInCaller) async throws(IdentityError) {
        let policy = who.policy
        guard policy.users.allowsSelfDeletion else { throw .rule(.administratorOnly) }
        let now = clock.now()
        try await store.transact(who.lookup, by: who.caller.actor) { rows throws(IdentityError) in
            let who = try Authenticated(rows, at: now)
            guard who.session.isRecent(for: who.user, policy, at: now) else { throw .credential(.tooOld) }
            return Decision([.user(.delete(who.user.id, who.user.pool, at: now))], ())
        }
    }
}
