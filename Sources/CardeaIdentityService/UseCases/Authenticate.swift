import CardeaIdentityDomain
import CardeaJOSE

extension Sessions {
    /// Accepts an access token of this server whose session and user are still valid.
    ///
    /// - Throws: `.invalidAccessToken` if this server did not issue the token for this project; `.accessTokenExpired` if
    ///   it has expired, or a change of the user or a refresh has ended it.
    package func authenticate(
        _ accessToken: String,
        by caller: Caller
    ) async throws(IdentityError) -> Authenticated {
        let who = try await accept(accessToken, by: caller).who
        if let rejection = projects.rejection(of: who.user.pool) { throw rejection }
        return who
    }

    /// The same with the token's claims, also if the tenant is disabled.
    func accept(
        _ accessToken: String,
        by caller: Caller
    ) async throws(IdentityError) -> (who: Authenticated, claims: AccessTokenClaims) {
        let now = clock.now()
        let claims = try verifiedClaims(accessToken, caller.project)
        if let mismatch = caller.mismatch(with: claims.pool) { throw mismatch }
        guard now < claims.expiresAt else { throw .accessTokenExpired }

        let (session, user) = try await store.read(
            .session(claims.session),
            .user(claims.user, in: claims.pool)
        )
        let who = try Authenticated(session, user, at: now)
        guard !claims.isAnonymous || who.session.signInProvider == SignInProvider.anonymous.rawValue,
            who.session.honours(generation: claims.generation, projects.policy(in: claims.pool, for: caller))
        else { throw .accessTokenExpired }
        return (who, claims)
    }

    private func verifiedClaims(
        _ token: String,
        _ project: Project
    ) throws(IdentityError) -> AccessTokenClaims {
        let claims = try AccessTokenClaims(try issuer.claims(of: token, project))
        guard claims.issuer == projects.issuer(of: project), claims.pool.project == project.id else {
            throw .invalidAccessToken
        }
        return claims
    }
}
