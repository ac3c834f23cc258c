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
        struct Request: Encodable, Sendable {
            let idToken: String
            let validDuration: String
        }
        struct Response: Decodable {
            let sessionCookie: String
        }
        let response: Response = try await shared.api.users(
            .post,
            ":createSessionCookie",
            tenant: tenantID,
            Request(idToken: idToken.reveal(), validDuration: String(lifetime.components.seconds))
        )
        return SessionSecret(response.sessionCookie)
    }
}
