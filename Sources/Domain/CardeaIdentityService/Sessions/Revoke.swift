import CardeaIdentityDomain
package import CardeaSecrets

extension Sessions {
    /// Ends the session that a token belongs to (RFC 7009 §2).
    ///
    /// Each authentic refresh token of the session ends it, also an old one. A token that is unknown, or was issued to
    /// another client, changes nothing and is not an error.
    package func revoke(
        _ token: Secret,
        by caller: Caller
    ) async throws(IdentityError) {
        let id: SessionID
        if let refreshToken = RefreshToken(Array(token.utf8), key: projects.refreshTokenKey) {
            id = refreshToken.session
        } else {
            do {
                id = try await accept(token, as: [.idToken, .accessToken], by: caller).who.session.id
            } catch {
                guard !error.isFailure else { throw error }
                return
            }
        }
        let revocation = Revocation(reason: .signOut, at: clock.now())
        try await store.transact(.session(id), by: caller.actor) { session in
            guard let session, session.revocation == nil,
                caller.mismatch(with: session.pool) == nil,
                session.app == nil || session.app == caller.app
            else { return .unchanged(()) }
            return Decision([.session(.revoke(session.id, revocation))], ())
        }
    }
}
