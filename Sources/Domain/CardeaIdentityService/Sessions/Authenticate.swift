import CardeaEncodings
import CardeaIdentityDomain
import CardeaJOSE
package import CardeaSecrets

extension Sessions {
    /// Accepts an ID token of this server whose session and user are still valid.
    ///
    /// An access token for an API (RFC 9068) is rejected: it authorises a client, and Identity Toolkit does not accept it.
    ///
    /// - Throws: `.token(.invalidAccessToken)` if this server did not issue the token for this project; `.token(.accessTokenExpired)` if
    ///   it has expired, or a change of the user or a refresh has ended it.
    package func authenticate(
        _ idToken: Secret,
        by caller: Caller
    ) async throws(IdentityError) -> SignedInCaller {
        let who = try await accept(idToken, as: [.idToken], by: caller).who
        if let rejection = projects.rejection(of: who.session) { throw rejection }
        return who
    }

    /// Accepts a token of one of the profiles, also if the tenant is disabled.
    func accept(
        _ token: Secret,
        as profiles: Set<TokenProfile>,
        by caller: Caller
    ) async throws(IdentityError) -> (who: SignedInCaller, claims: SignedTokenClaims) {
        let now = clock.now()
        let claims = try verifiedClaims(token, profiles, caller.project)
        if let mismatch = caller.mismatch(with: claims.pool) { throw mismatch }
        guard now < claims.expiresAt else { throw .token(.accessTokenExpired) }

        let rows = try await store.read(.signedIn(claims.user, in: claims.pool, session: claims.session))
        let authenticated = try Authenticated(rows, at: now)
        let who = SignedInCaller(
            authenticated,
            caller: try caller.moved(to: authenticated.session, in: projects)
        )
        if let end = who.session.idleEnd(after: who.policy.sessions.idleLifetime, at: now) {
            throw IdentityError(end)
        }
        guard
            !claims.isAnonymous
                || SignInMethod.anonymous.isNamed(who.session.signInProvider),
            who.session.accepts(generation: claims.generation, who.policy)
        else { throw .token(.accessTokenExpired) }
        if who.session.recordsUse(at: now) {
            // The time is for limits of sessions alone: the request does not fail for it.
            try? await store.make([.session(.use(who.session.id, at: now))], by: who.caller.actor)
        }
        return (who, claims)
    }

    /// Checks that a token is not of another tenant than the request; an invalid token is of none.
    ///
    /// - Throws: `.scope(.tenantMismatch)`
    package func requireTenant(of idToken: Secret, by caller: Caller) throws(IdentityError) {
        guard let claims = try? issuer.claims(of: idToken, [.idToken], caller.project),
            claims.pool.tenant != nil
        else { return }
        if let mismatch = caller.mismatch(with: claims.pool) { throw mismatch }
    }

    private func verifiedClaims(
        _ token: Secret,
        _ profiles: Set<TokenProfile>,
        _ project: Project
    ) throws(IdentityError) -> SignedTokenClaims {
        let claims = try issuer.claims(of: token, profiles, project)
        guard claims.issuer.exact == projects.issuer(of: project).exact,
            claims.audience.exact == projects.audience(of: project, claims.profile).exact
        else {
            throw .token(.invalidAccessToken)
        }
        return claims
    }
}

extension ProjectDirectory {
    /// The `aud` of a project's access tokens (RFC 9068 §3).
    func audience(of project: Project) -> String {
        project.policy.tokens.audience ?? address(of: project.id)
    }

    /// The `aud` of a project's tokens of a profile.
    func audience(of project: Project, _ profile: TokenProfile) -> String {
        switch profile {
        case .idToken: project.id.rawValue
        case .accessToken: audience(of: project)
        }
    }

    /// The reason why the tokens of a session are rejected: its tenant is disabled, or its app was deleted.
    func rejection(of session: some TokenContext) -> IdentityError? {
        if let rejection = rejection(of: session.pool) { return rejection }
        guard let id = session.app else { return nil }
        return app(id) == nil ? .token(.sessionEnded(nil)) : nil
    }
}
