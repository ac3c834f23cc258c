package import CardeaSecrets

/// `projects.createSessionCookie`: a session cookie for the user of an ID token.
package struct CreateSessionCookieRequest: Sendable, Codable {
    package var idToken: Secret?
    /// Seconds.
    package var validDuration: Int64?

    package init() {}
}

package struct CreateSessionCookieResponse: Sendable, Codable {
    package var sessionCookie: Secret

    package init(sessionCookie: Secret) { self.sessionCookie = sessionCookie }
}
