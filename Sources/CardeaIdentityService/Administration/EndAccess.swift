package import CardeaIdentityDomain

extension IdentityService {
    /// Deletes an account with all its sessions (U12).
    package func deleteUser(_ id: UserID, in pool: UserPool) async throws(IdentityError) {
        let now = clock.now()
        try await transact(Selection(user: .id(id, pool))) { found throws(IdentityError) in
            guard found.user != nil else { throw .userNotFound }
            return Decision([.deleteUser(id, pool, at: now)], ())
        }
    }

    /// Ends all sessions of a user; tokens made before stop working (K5).
    package func revokeSessions(
        of id: UserID,
        in pool: UserPool,
        reason: Revocation.Reason = .administrator
    ) async throws(IdentityError) {
        let now = clock.now()
        try await transact(Selection(user: .id(id, pool))) { found throws(IdentityError) in
            guard var user = found.user else { throw .userNotFound }
            user.beginEpoch(at: now)
            let revocation = Revocation(reason: reason, at: now)
            return Decision([.updateUser(user), .revokeSessions(of: id, pool, except: nil, revocation)], ())
        }
    }
}
