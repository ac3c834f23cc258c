import CardeaCryptography
import CardeaIdentityDomain
import CardeaTelemetry

extension IdentityService {
    /// Exchanges a refresh token for new tokens (K2).
    ///
    /// Junk is refused before the store is asked. What a used token means is for `RotationState` to say.
    ///
    /// - Throws: `.invalidRefreshToken` for what is no token of this server; `.userNotFound` when its session went
    ///   with its user's account; `.refreshTokenReused` when two parties hold the session, which has then been
    ///   ended; `.refreshTokenSuperseded` when an attempt that was answered long ago arrives once more;
    ///   `.sessionEnded`, also for one that ended so long ago that it is not stored any more;
    ///   `.userDisabled`.
    package func refresh(
        _ refreshToken: some Collection<UInt8>,
        by caller: Caller
    ) async throws(IdentityError) -> SignedIn {
        try await metrics.refresh { () async throws(IdentityError) in
            try await exchange(refreshToken, by: caller)
        }
    }

    private func exchange(
        _ refreshToken: some Collection<UInt8>,
        by caller: Caller
    ) async throws(IdentityError) -> SignedIn {
        guard let token = RefreshToken(Array(refreshToken), key: projects.refreshTokenKey) else {
            throw .invalidRefreshToken
        }
        let use = RefreshTokenUse(
            of: token.name,
            keyHash: caller.idempotencyKey.map { SHA256.hash($0.utf8) },
            origin: caller.origin,
            at: clock.now(),
            entropy: random.word()
        )
        let decision = RefreshDecision(use: use, caller: caller)
        let result = try await transactResult(Selection(session: token.session, user: .ofSession)) { found in
            decision.decide(found)
        }
        switch result {
        case .success(.absent):
            throw try await absence(of: token.session)
        case .success(.reused(let event)):
            logger.log(.warning, "refresh token reused; session revoked", event.logFields)
            throw .refreshTokenReused
        case .success(.rotated(let rotated)):
            if rotated.step == .rollForward {
                logger.log(
                    .warning,
                    "refresh token ahead of the database; rolled forward",
                    decision.event(.rollForward, rotated.session).logFields
                )
            }
            let (user, session) = (rotated.user, rotated.session)
            let tokens = try tokens(for: user, session, rotated.answer, by: caller, at: use.now)
            metrics.count(rotated.step)
            return SignedIn(user: user, session: session, tokens: tokens, isNewUser: false)
        case .failure(let error):
            throw error
        }
    }

    /// Why an authentic token's session is not there.
    ///
    /// Only what is known of an account is told of it: the session may have ended long ago, or have begun after
    /// the backup that the database was restored from.
    private func absence(of session: SessionID) async throws(IdentityError) -> IdentityError {
        try await stored { () async throws(StoreError) in try await users.wentWithUser(session) }
            ? .userNotFound : .sessionEnded(nil)
    }
}

/// The whole decision about one use of a refresh token.
private struct RefreshDecision: Sendable {
    let use: RefreshTokenUse
    let caller: Caller

    enum Outcome: Sendable {
        /// There is no such session.
        case absent
        case rotated(Rotated)
        case reused(SecurityEvent)
    }

    struct Rotated: Sendable {
        let user: User
        let session: Session
        /// The refresh token to answer with.
        let answer: RefreshTokenName
        let step: RotationStep?
    }

    func decide(_ found: Snapshot) -> Decision<Result<Outcome, IdentityError>> {
        guard let session = found.session, let user = found.user else { return .unchanged(.success(.absent)) }
        if let refusal = refusal(session, user) { return .unchanged(.failure(refusal)) }
        switch session.rotation.handle(use, policy: caller.policy.refreshTokens.rotation) {
        case .replay(let answer):
            let replayed = Rotated(user: user, session: session, answer: answer, step: nil)
            return .unchanged(.success(.rotated(replayed)))
        case .advance(let state, let step):
            var advanced = session
            advanced.rotation = state
            let rotate = Change.rotate(session.id, from: session.rotation, to: state)
            let record = step.event.map { Change.record(event($0, session)) }
            return Decision(
                [rotate] + (record.map { [$0] } ?? []),
                .success(
                    .rotated(Rotated(user: user, session: advanced, answer: state.latest, step: step))
                )
            )
        case .duplicate:
            return .unchanged(.failure(.refreshTokenSuperseded))
        case .reuse:
            let revocation = Revocation(reason: .tokenReuse, at: use.now)
            let event = event(.tokenReuse, session)
            return Decision(
                [.revokeSession(session.id, revocation), .record(event)],
                .success(.reused(event))
            )
        case .exhausted:
            return .unchanged(.failure(.sessionEnded(nil)))
        }
    }

    private func refusal(_ session: Session, _ user: User) -> IdentityError? {
        if let mismatch = caller.mismatch(with: session.pool) { return mismatch }
        if let end = session.end(for: user, at: use.now) { return IdentityError(end) }
        return caller.policy.refreshTokens.areIssued(to: user) ? nil : .operationNotAllowed
    }

    func event(_ kind: SecurityEvent.Kind, _ session: Session) -> SecurityEvent {
        SecurityEvent(
            kind: kind,
            pool: session.pool,
            user: session.user,
            session: session.id,
            at: use.now,
            remoteAddress: caller.remoteAddress
        )
    }
}

extension RotationStep {
    /// What the project should be able to see later.
    fileprivate var event: SecurityEvent.Kind? {
        switch self {
        case .issue, .replay, .confirm, .recover: nil
        case .replayElsewhere: .twoNetworks
        case .rollForward: .rollForward
        }
    }
}

extension SecurityEvent {
    /// Whom it befell: no secrets, and enough to find the event again.
    fileprivate var logFields: [(StaticString, Logger.Value)] {
        [
            ("project", .string(pool.project.rawValue)), ("user", .string(user.rawValue)),
            ("session", .string(session?.text ?? "-")),
        ]
    }
}

extension Caller {
    /// What is wrong when a token of this pool is used here; a caller that names no tenant takes the token's.
    func mismatch(with pool: UserPool) -> IdentityError? {
        if pool.project != project.id { return .projectMismatch }
        return tenant == nil || tenant == pool.tenant ? nil : .tenantMismatch
    }
}
