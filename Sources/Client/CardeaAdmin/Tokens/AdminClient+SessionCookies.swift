internal import CardeaIdentityWire
internal import CardeaSecrets
public import CardeaSession

extension AdminClient {
    /// Exchanges an ID token for a session cookie, which lives longer, for a web site with pages from the server.
    ///
    /// Set it with `HttpOnly`, `Secure` and `SameSite`. Exchange only a token whose `authenticatedAt` is recent: then a stolen
    /// token brings no cookie.
    ///
    /// - Parameters:
    ///   - idToken: A valid token of the user.
    ///   - lifetime: 5 minutes to 14 days, in whole seconds.
    /// - Returns: The cookie.
    /// - Throws: `invalidToken`, `tokenExpired`, `invalidArgument`, `credentialRejected` and others.
    public func createSessionCookie(
        idToken: SessionSecret,
        lifetime: Duration
    ) async throws(AdminError) -> SessionSecret {
        var request = CreateSessionCookieRequest()
        request.idToken = Secret(idToken.reveal())
        request.validDuration = lifetime.components.seconds
        let response: CreateSessionCookieResponse = try await shared.api.users(
            .post,
            ":createSessionCookie",
            tenant: tenantID,
            request
        )
        return SessionSecret(response.sessionCookie.reveal())
    }
}
