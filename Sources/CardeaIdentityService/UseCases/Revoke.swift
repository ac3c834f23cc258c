import CardeaIdentityDomain

extension Sessions {
    /// Ends the session that a token belongs to (RFC 7009 §2).
    ///
    /// Every authentic refresh token of the session will do, however old: who has it is better signed out. A
    /// token that is unknown, or another project's, is no error. The hint is not needed: the forms of the two
    /// kinds of tokens tell them apart.
    package func revoke(
        _ token: String,
        hint: TokenKind? = nil,
        by caller: Caller
    ) async throws(IdentityError) {
        let id: SessionID
        if let refreshToken = RefreshToken(Array(token.utf8), key: projects.refreshTokenKey) {
            id = refreshToken.session
        } else {
            do {
                id = try await accept(token, by: caller).who.session.id
            } catch {
                guard !error.isFailure else { throw error }
                return
            }
        }
        let revocation = Revocation(reason: .signOut, at: clock.now())
        try await store.transact(.session(id)) { session in
            guard let session, session.revocation == nil,
                caller.mismatch(with: session.pool) == nil
            else { return .unchanged(()) }
            return Decision([.session(.revoke(session.id, revocation))], ())
        }
    }
}
