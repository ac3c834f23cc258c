import CardeaIdentityDomain
package import CardeaSecrets

extension Sessions {
    /// Returns the state of a token at this moment (RFC 7662 §2).
    ///
    /// - Throws: Only an error of the store; an invalid token is inactive.
    package func introspect(
        _ token: Secret,
        by caller: Caller
    ) async throws(IdentityError) -> Introspection {
        if let refreshToken = RefreshToken(Array(token.utf8), key: projects.refreshTokenKey) {
            return try await introspect(refreshToken, by: caller)
        }
        do {
            let (who, claims) = try await accept(token, as: [.idToken, .accessToken], by: caller)
            guard projects.rejection(of: who.session) == nil else { return .inactive }
            return .active(
                ActiveToken(
                    kind: .accessToken,
                    user: who.user,
                    session: who.session,
                    issuer: claims.issuer,
                    audience: claims.audience,
                    client: claims.client ?? who.session.clientID,
                    id: claims.id,
                    issuedAt: claims.issuedAt,
                    expiresAt: claims.expiresAt
                )
            )
        } catch {
            guard !error.isFailure else { throw error }
            return .inactive
        }
    }

    private func introspect(
        _ token: RefreshToken,
        by caller: Caller
    ) async throws(IdentityError) -> Introspection {
        let now = clock.now()
        let (found, owner) = try await store.read(.session(token.session), .user(ofSession: token.session))
        guard let user = owner, let session = found,
            let policies = try? projects.policy(of: session, for: caller)
        else { return .inactive }
        let policy = policies.refreshTokens
        guard
            caller.mismatch(with: session.pool) == nil, projects.rejection(of: session) == nil,
            session.end(for: user, idleAfter: policies.sessions.idleLifetime, at: now) == nil,
            policy.areIssued(to: user),
            session.rotation.accepts(token.name, by: caller, policy.rotation, at: now)
        else { return .inactive }
        return .active(
            ActiveToken(
                kind: .refreshToken,
                user: user,
                session: session,
                issuer: projects.issuer(of: caller.project),
                audience: caller.project.id.rawValue,
                client: session.clientID,
                id: nil,
                issuedAt: session.createdAt,
                expiresAt: session.expiresAt
            )
        )
    }
}

extension Session {
    /// The client that the session was issued to, as OAuth names it: the app, or the project.
    fileprivate var clientID: String { app?.rawValue ?? pool.project.rawValue }
}

extension RotationState {
    /// Whether a use of this token by its rightful holder would be responded to.
    fileprivate func accepts(
        _ token: RefreshTokenName,
        by caller: Caller,
        _ policy: RotationPolicy,
        at now: Timestamp
    ) -> Bool {
        let use = RefreshTokenUse(
            of: token,
            keyHash: pending?.keyHash,
            origin: pending?.origin ?? caller.origin,
            at: now,
            entropy: 0
        )
        return switch handle(use, policy: policy) {
        case .replay, .advance: true
        case .duplicate, .reuse, .exhausted: false
        }
    }
}
