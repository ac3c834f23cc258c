/// The reason why a session has ended.
package enum SessionEnd: Error, Sendable, Equatable {
    case userDisabled
    case revoked(Revocation.Reason)
    /// A sign-in on a device of a class has taken its place, because of a limit.
    case evicted(at: Timestamp, by: Device.Class?)
    case idle(since: Timestamp)
    /// It has expired by the policy.
    case expired
    /// It belongs to an earlier epoch of the user.
    case voided
}

extension TokenContext {
    /// The reason why the tokens of this session are rejected; `nil` if they are accepted.
    ///
    /// A clock that is set back ends no session: one that begins after `validSince` is never dated before it. Times of
    /// authentication are compared by the second, as tokens carry them.
    package func end(for user: some TokenSubject, at now: Timestamp) -> SessionEnd? {
        if user.isDisabled { return .userDisabled }
        if let revocation {
            return revocation.reason == .sessionLimit
                ? .evicted(at: revocation.at, by: successor) : .revoked(revocation.reason)
        }
        if let expiresAt, expiresAt <= now { return .expired }
        let isEarlier = authenticatedAt.seconds < user.validSince.seconds
        return epoch == user.epoch && !isEarlier ? nil : .voided
    }

    /// The same, also for a session that was not used for the time of its app's policy.
    package func end(
        for user: some TokenSubject,
        idleAfter lifetime: Int?,
        at now: Timestamp
    ) -> SessionEnd? {
        end(for: user, at: now) ?? idleEnd(after: lifetime, at: now)
    }

    /// The end of a session that was not used for the time of its app's policy.
    package func idleEnd(after lifetime: Int?, at now: Timestamp) -> SessionEnd? {
        guard let lifetime, now - seenAt >= .seconds(Int64(lifetime)) else {
            return nil
        }
        return .idle(since: seenAt)
    }

    /// When the session was last used: by a proof, a refresh, or a request with a token.
    package var seenAt: Timestamp {
        [usedAt, rotation.pending?.at].compactMap(\.self).reduce(authenticatedAt, max)
    }

    /// The lifetime of an access token that is issued now: never longer than its session.
    package func accessTokenLifetime(_ policy: Policy, at now: Timestamp) -> TimeSpan {
        let lifetime = policy.tokens.lifetime(asked: accessTokenLifetime)
        return expiresAt.map { min(lifetime, $0 - now) } ?? lifetime
    }

    /// Whether an access token of this generation of refresh tokens is accepted (K2).
    package func accepts(generation: Int64, _ policy: Policy) -> Bool {
        !policy.tokens.accessTokenDiesOnRefresh || generation >= rotation.latest.generation
    }
}

extension Session {
    /// The time after which a further use of a session is recorded: a session costs no write in each request.
    package static let useInterval = TimeSpan.minutes(5)

    /// Whether a use of a token of the session has to be recorded, so that a limit of sessions ends others first.
    package func recordsUse(at now: Timestamp) -> Bool {
        now - seenAt >= Self.useInterval
    }

    /// Records an authentication, in the user's current epoch whatever the clock says.
    package mutating func authenticate(_ user: User, by method: SignInMethod, at now: Timestamp) {
        authentication.add(method, at: now)
        epoch = user.epoch
        authenticatedAt = max(now, user.validSince)
        provedAt = now
    }

    /// Whether the user proved recently enough who they are to do something that cannot be undone (U10).
    ///
    /// Anonymous users have no credential to prove, so this is always true for them. A proof that is dated ahead of the
    /// clock was made before the clock was set back. Its age is unknown. So it counts only if it is ahead by no more
    /// than the window.
    package func isRecent(for user: User, _ policy: Policy, at now: Timestamp) -> Bool {
        let window = TimeSpan.seconds(Int64(policy.sessions.recentSignInWindow))
        return user.isAnonymous || max(now - provedAt, provedAt - now) <= window
    }

    /// Sets the expiry of a session in which tokens are issued now: that of the project's policy.
    ///
    /// Without a refresh token, it is the moment from which the session cannot be used (K3, K6).
    ///
    /// - Parameters:
    ///   - user: The user of the session.
    ///   - previous: The user as tokens were issued before; a session with refresh tokens keeps the end it has.
    ///   - policy: The policy of the request.
    ///   - now: The moment.
    package mutating func setExpiry(
        for user: User,
        previous: User? = nil,
        _ policy: Policy,
        at now: Timestamp
    ) {
        let isRefreshable = policy.refreshTokens.areIssued(to: user)
        if isRefreshable, let previous, policy.refreshTokens.areIssued(to: previous) { return }
        expiresAt = policy.sessions.lifetime.map { now + .seconds(Int64($0)) }
        guard !isRefreshable else { return }
        let lifetime = policy.tokens.lifetime(asked: accessTokenLifetime)
        expiresAt = min(now + lifetime, expiresAt ?? now + lifetime)
    }
}
