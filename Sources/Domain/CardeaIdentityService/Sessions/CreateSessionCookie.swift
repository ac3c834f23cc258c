import CardeaEncodings
import CardeaJOSE
import CardeaLocks
package import CardeaIdentityDomain
package import CardeaSecrets

extension Sessions {
    /// Creates a session cookie for a signed-in user: a JWT with a longer lifetime than an ID token, for the user's browser.
    ///
    /// - Parameters:
    ///   - idToken: A valid token of the user.
    ///   - lifetime: One of `SessionCookie.lifetimes`. A cookie does not outlive the lifetime of its session.
    ///   - caller: The administrator's request.
    /// - Returns: The cookie.
    /// - Throws: `.input(.invalidLifetime)`; as `authenticate`.
    package func createSessionCookie(
        idToken: Secret,
        lifetime: TimeSpan,
        by caller: Caller
    ) async throws(IdentityError) -> [UInt8] {
        guard SessionCookie.lifetimes.contains(lifetime.seconds) else { throw .input(.invalidLifetime) }
        let who = try await authenticate(idToken, by: caller)
        let now = clock.now()
        let end = now + lifetime
        let claims = IDTokenText(
            issuer: SessionCookie.issuer(besides: projects.issuer(of: caller.project)),
            user: who.user,
            session: who.session,
            generation: nil,
            issuedAt: now,
            expiresAt: who.session.expiresAt.map { min($0, end) } ?? end
        )
        return try issuer.sign(claims.json, of: caller.project)
    }
}

extension ProjectDirectory {
    /// The keys that a project's session cookies can be verified with, newest first.
    ///
    /// A superseded key stays here for the lifetime of a cookie, which is longer than that of an access token.
    package func sessionCookieKeys(of project: ProjectID) -> [PublishedKey] {
        let now = clock.now()
        let keys = state.withLock { $0.entries[project]?.allKeys ?? [] }
        return keys.filter { key in
            let ends = [
                key.record.retiredAt, key.record.supersededAt.map { $0 + SessionCookie.maximumLifetime },
            ]
            return ends.allSatisfy { end in end.map { now < $0 } ?? true }
        }
        .map(\.published)
    }
}
