import CardeaCryptography
import CardeaIdentityDomain
import CardeaLogging

extension Sessions {
    /// Exchanges a refresh token for new tokens (K2).
    ///
    /// A token that this server did not issue is rejected before the store is asked. `RotationState` decides what the
    /// use of an issued token means.
    ///
    /// - Parameters:
    ///   - refreshToken: The token.
    ///   - profile: The kind of token to issue with the new refresh token.
    ///   - caller: The app. Only the app of the session may use its tokens (RFC 6749 §6, §10.4).
    /// - Returns: The user and the session with new tokens.
    /// - Throws: `.token(.invalidRefreshToken)` if this server did not issue the token; `.token(.clientMismatch)`; `.user(.notFound)` if the user was
    ///   deleted while the session was active; `.token(.refreshTokenReused)` if two parties hold the session, which is
    ///   revoked then; `.token(.refreshTokenSuperseded)` if an old attempt arrives late; `.token(.sessionEnded)`, also if the session
    ///   ended so long ago that it is deleted; `.user(.disabled)`; `.scope(.tenantDisabled)`.
    package func refresh(
        _ refreshToken: some Collection<UInt8>,
        as profile: TokenProfile = .idToken,
        by caller: Caller
    ) async throws(IdentityError) -> Refreshed {
        try await metrics.refresh { () async throws(IdentityError) in
            try await exchange(refreshToken, profile, by: caller)
        }
    }

    private func exchange(
        _ refreshToken: some Collection<UInt8>,
        _ profile: TokenProfile,
        by caller: Caller
    ) async throws(IdentityError) -> Refreshed {
        guard let token = RefreshToken(Array(refreshToken), key: projects.refreshTokenKey) else {
            throw .token(.invalidRefreshToken)
        }
        let use = RefreshTokenUse(
            of: token.name,
            keyHash: caller.idempotencyKey.map { SHA256.hash($0.utf8) },
            origin: caller.origin,
            at: clock.now(),
            entropy: random.word()
        )
        let decision = RefreshDecision(use, by: caller, projects)
        let outcome = try await store.transact(.refresh(of: token.session), by: caller.actor) {
            row throws(IdentityError) in
            try decision.decide(row)
        }
        switch outcome {
        case .absent:
            throw try await absence(of: token.session)
        case .reused:
            throw .token(.refreshTokenReused)
        case .rotated(let rotated):
            let tokens = try issuer.tokens(
                for: rotated.row.user,
                rotated.row.session,
                rotated.token,
                as: profile,
                by: caller,
                at: use.now
            )
            metrics.count(rotated.step)
            return Refreshed(row: rotated.row, tokens: tokens)
        }
    }

    /// The reason why the session of a token that this server issued is absent.
    ///
    /// Only a tombstone proves that the user was deleted. Else the session may have ended long ago, or have begun
    /// after the backup that the database was restored from.
    private func absence(of session: SessionID) async throws(IdentityError) -> IdentityError {
        try await store.read(.hasTombstone(session)) ? .user(.notFound) : .token(.sessionEnded(nil))
    }
}

/// The whole decision about one use of a refresh token.
///
/// It keeps only the parts of the caller that it reads: the transaction copies it.
private struct RefreshDecision: Sendable {
    let use: RefreshTokenUse
    private let projects: ProjectDirectory
    private let pool: UserPool
    private let app: AppID?
    private let policy: RefreshTokenPolicy
    private let idleLifetime: Int?
    private let remoteAddress: String

    init(_ use: RefreshTokenUse, by caller: Caller, _ projects: ProjectDirectory) {
        self.use = use
        self.projects = projects
        pool = caller.pool
        app = caller.app
        policy = caller.policy.refreshTokens
        idleLifetime = caller.policy.sessions.idleLifetime
        remoteAddress = caller.remoteAddress
    }

    enum Outcome: Sendable {
        /// The session does not exist.
        case absent
        case rotated(Rotated)
        /// A transaction passes the outcome on several times: a box costs less than copies of an event.
        indirect case reused(SecurityEvent)
    }

    struct Rotated: Sendable {
        /// The row as it was read.
        let row: RefreshRow
        /// The refresh token of the response.
        let token: RefreshTokenName
        let step: RotationStep?
    }

    func decide(_ row: RefreshRow?) throws(IdentityError) -> Decision<Outcome> {
        guard let row else { return .unchanged(.absent) }
        let session = row.session
        let (policy, idleLifetime) = settings(of: session)
        if let error = rejection(session, row.user, policy, idleLifetime) { throw error }
        switch session.rotation.handle(use, policy: policy.rotation) {
        case .replay(let token):
            return .unchanged(.rotated(Rotated(row: row, token: token, step: nil)))
        case .advance(let state, let step):
            var changes = [Change.session(.rotate(session.id, from: session.rotation, to: state))]
            if let kind = step.event { changes.append(.securityEvent(.insert(event(kind, session)))) }
            return Decision(changes, .rotated(Rotated(row: row, token: state.latest, step: step)))
        case .duplicate:
            throw .token(.refreshTokenSuperseded)
        case .reuse:
            let revocation = Revocation(reason: .tokenReuse, at: use.now)
            let event = event(.tokenReuse, session)
            return Decision(
                [.session(.revoke(session.id, revocation)), .securityEvent(.insert(event))],
                .reused(event)
            )
        case .exhausted:
            throw .token(.sessionEnded(nil))
        }
    }

    /// A session has the settings of its own tenant and app, whichever the request names (X6).
    private func settings(of session: TokenSession) -> (policy: RefreshTokenPolicy, idleLifetime: Int?) {
        guard session.pool.tenant != pool.tenant || session.app != app,
            let own = projects.policy(in: session.pool, of: session.app)
        else { return (policy, idleLifetime) }
        return (own.refreshTokens, own.sessions.idleLifetime)
    }

    private func rejection(
        _ session: TokenSession,
        _ user: TokenUser,
        _ policy: RefreshTokenPolicy,
        _ idleLifetime: Int?
    ) -> IdentityError? {
        if let mismatch = pool.mismatch(with: session.pool) { return mismatch }
        if let rejection = projects.rejection(of: session) { return rejection }
        guard session.app == nil || session.app == app else { return .token(.clientMismatch) }
        if let end = session.end(for: user, idleAfter: idleLifetime, at: use.now) {
            return IdentityError(end)
        }
        return policy.areIssued(to: user) ? nil : .rule(.operationNotAllowed)
    }

    func event(_ kind: SecurityEvent.Kind, _ session: TokenSession) -> SecurityEvent {
        SecurityEvent(
            kind: kind,
            pool: session.pool,
            user: session.user,
            session: session.id,
            at: use.now,
            remoteAddress: remoteAddress
        )
    }
}

extension RotationStep {
    /// The security event to record, if any.
    fileprivate var event: SecurityEvent.Kind? {
        switch self {
        case .issue, .replay, .confirm, .recover: nil
        case .replayElsewhere: .twoNetworks
        case .rollForward: .rollForward
        }
    }
}

extension Caller {
    /// The reason why a token of this pool is rejected here.
    ///
    /// A caller without a tenant accepts tokens of all tenants.
    func mismatch(with pool: UserPool) -> IdentityError? { self.pool.mismatch(with: pool) }
}

extension UserPool {
    fileprivate func mismatch(with pool: UserPool) -> IdentityError? {
        if pool.project != project { return .scope(.projectMismatch) }
        return tenant == nil || tenant == pool.tenant ? nil : .scope(.tenantMismatch)
    }
}
