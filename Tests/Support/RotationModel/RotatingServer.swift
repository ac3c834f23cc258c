package import CardeaIdentityDomain

/// A server of refresh tokens of one session: the rules alone, or a whole server.
package protocol RotatingServer<Token> {
    associatedtype Token: Hashable & Sendable

    /// Begins the session.
    mutating func signIn(at now: Timestamp) async throws -> Token
    /// - Returns: The next token; `nil` when the session has ended.
    mutating func refresh(_ token: Token, by sender: Sender, at now: Timestamp) async throws -> Token?
    /// Remembers the stored state.
    mutating func checkpoint() async throws
    /// Restores the remembered state, as from a backup.
    mutating func rollBack() async throws
    mutating func restart() async throws
}

/// The sender of a refresh token, as the server sees it.
package struct Sender: Sendable, Hashable {
    /// The `Idempotency-Key`, if one is sent.
    package var key: String?
    package var userAgent: String
    package var address: String

    package init(key: String? = nil, userAgent: String = "app", address: String = "192.0.2.1") {
        self.key = key
        self.userAgent = userAgent
        self.address = address
    }
}
