package import CardeaSecrets

/// `accounts:listSessions`, `accounts:endSession` and `accounts:endOtherSessions`: the user of an ID token, or by an
/// administrator the user `localId`.
package struct SessionsRequest: Sendable, Codable {
    package var idToken: Secret?
    package var tenantId: String?
    /// The session that ends.
    package var sessionId: String?

    // For administrators
    package var localId: String?

    package init() {}
}

package struct ListSessionsResponse: Sendable, Codable {
    /// The newest first.
    package let sessions: [SessionInfo]

    package init(sessions: [SessionInfo]) { self.sessions = sessions }
}

/// A session in the list of its user; times are in the form of RFC 3339.
package struct SessionInfo: Sendable, Codable {
    package var sessionId: String
    /// Whether the ID token of the request belongs to it.
    package var current: Bool
    /// `ACTIVE` or `ENDED`.
    package var state: String
    package var app: String?
    package var deviceClass: String
    package var deviceName: String?
    package var deviceModel: String?
    package var deviceSystem: String?
    package var userAgent: String?
    /// The block of network addresses of the sign-in.
    package var network: String?
    /// The authentication methods (`amr`).
    package var methods: [String]
    /// The level of authentication (`acr`).
    package var level: String?
    package var createdAt: String
    package var lastSeenAt: String
    package var expiresAt: String?
    package var endedAt: String?
    /// The reason of the end, such as `sign_out` or `session_limit`.
    package var endReason: String?
    /// The class of the device that took the place of the session.
    package var successor: String?

    package init(
        sessionId: String,
        current: Bool,
        state: String,
        deviceClass: String,
        methods: [String],
        createdAt: String,
        lastSeenAt: String
    ) {
        self.sessionId = sessionId
        self.current = current
        self.state = state
        self.deviceClass = deviceClass
        self.methods = methods
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
    }
}
