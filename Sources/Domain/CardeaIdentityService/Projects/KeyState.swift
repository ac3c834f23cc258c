package import CardeaIdentityDomain
import CardeaEncodings
import CardeaLocks

/// The use of a key at one moment.
package enum KeyState: String, Sendable {
    /// It is published, and makes no tokens yet.
    case announced
    /// It makes the new tokens.
    case active
    /// It makes no tokens, and verifies those that it has made.
    case verifying
    /// Its last token has expired.
    case expired
    /// Its tokens are rejected.
    case retired
}

extension ProjectDirectory {
    /// The use of a key now.
    package func state(of key: SealedKey) -> KeyState {
        guard key.retiredAt == nil else { return .retired }
        guard let project = key.project else {
            return String(currentRefreshTokenKey.id).exact == key.id.exact ? .active : .verifying
        }
        let now = clock.now()
        let (policy, keys) = state.withLock { state in
            (state.entries[project]?.project.policy.tokens, state.keys(of: project, now: now))
        }
        if keys?.signingKeyID.exact == key.id.exact { return .active }
        guard let supersededAt = key.supersededAt else { return .announced }
        if let start = key.startsAt, now < min(start, supersededAt) { return .announced }
        let tokens = TimeSpan.seconds(Int64(policy?.accessTokenMaximumLifetime ?? 0))
        return now < supersededAt + max(tokens, SessionCookie.maximumLifetime) ? .verifying : .expired
    }
}
