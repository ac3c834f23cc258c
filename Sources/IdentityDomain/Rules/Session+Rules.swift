/// Why a session does not stand any more.
package enum SessionEnd: Error, Sendable, Equatable {
    case userDisabled
    case revoked(Revocation.Reason)
    /// Its time is over by the project's policy.
    case expired
    /// It began before the moment from which on the user's sessions count.
    case voided
}

extension Session {
    /// Checks that a session stands, and so that its tokens may be honoured: on every path the same rule.
    ///
    /// Times of authentication are compared by the second, as tokens carry them.
    package func end(for user: User, at now: Timestamp) -> SessionEnd? {
        if user.isDisabled { return .userDisabled }
        if let revocation { return .revoked(revocation.reason) }
        if let expiresAt, expiresAt <= now { return .expired }
        return authenticatedAt.seconds < user.validSince.seconds ? .voided : nil
    }

    /// Whether the user proved recently enough who they are to do something that cannot be undone (U10).
    ///
    /// Anonymous users have nothing to prove it with, so they are never asked.
    package func isRecent(for user: User, _ settings: ProjectSettings, at now: Timestamp) -> Bool {
        user.isAnonymous || now - authenticatedAt <= .seconds(Int64(settings.recentSignInWindow))
    }

    /// How long an access token lives that is made now: never longer than its session.
    package func accessTokenLifetime(_ settings: ProjectSettings, at now: Timestamp) -> TimeSpan {
        let lifetime = settings.accessTokenLifetime(asked: accessTokenLifetime)
        return expiresAt.map { min(lifetime, $0 - now) } ?? lifetime
    }

    /// Whether an access token that was made beside this generation of refresh tokens still counts (K2).
    package func honours(generation: Int64, _ settings: ProjectSettings) -> Bool {
        !settings.accessTokenDiesOnRefresh || generation >= rotation.latest.generation
    }
}
