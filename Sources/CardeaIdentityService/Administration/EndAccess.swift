package import CardeaIdentityDomain

extension UserAdministration {
    /// Deletes a user with all its sessions (U12).
    package func delete(_ id: UserID, in pool: UserPool) async throws(IdentityError) {
        let now = clock.now()
        try await store.transact(.user(id, in: pool)) { user throws(IdentityError) in
            guard user != nil else { throw .userNotFound }
            return Decision([.user(.delete(id, pool, at: now))], ())
        }
    }

    /// Revokes all sessions of a user.
    ///
    /// Tokens from before are rejected (K5).
    package func revokeSessions(
        of id: UserID,
        in pool: UserPool,
        reason: Revocation.Reason = .administrator
    ) async throws(IdentityError) {
        let now = clock.now()
        try await store.transact(.user(id, in: pool)) { user throws(IdentityError) in
            guard var user else { throw .userNotFound }
            user.beginEpoch(at: now)
            let revocation = Revocation(reason: reason, at: now)
            return Decision(
                [.user(.update(user)), .session(.revokeAll(of: id, pool, except: nil, revocation))],
                ()
            )
        }
    }
}
