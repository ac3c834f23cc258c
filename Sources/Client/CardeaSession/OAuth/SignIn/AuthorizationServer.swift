public import Foundation

/// Where an OAuth 2.0 or OpenID Connect server signs people in.
public struct AuthorizationServer: Sendable, Hashable {
    /// The page that people sign in at (RFC 6749 §3.1).
    public let authorizationEndpoint: URL
    /// Where codes and refresh tokens are exchanged (RFC 6749 §3.2).
    public let tokenEndpoint: URL
    /// The server's name for itself (RFC 8414 §2); `nil` when it is not known, and then it is not checked.
    public let issuer: String?
    /// Whether the server names itself in every callback (RFC 9207 §3): one that does not is then rejected.
    public let sendsIssuer: Bool

    /// Creates a description of a server.
    ///
    /// - Parameters:
    ///   - authorizationEndpoint: The page that people sign in at.
    ///   - tokenEndpoint: Where codes and refresh tokens are exchanged.
    ///   - issuer: The server's name for itself.
    ///   - sendsIssuer: `authorization_response_iss_parameter_supported` of the server's metadata.
    public init(
        authorizationEndpoint: URL,
        tokenEndpoint: URL,
        issuer: String? = nil,
        sendsIssuer: Bool = false
    ) {
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.issuer = issuer
        self.sendsIssuer = sendsIssuer
    }
}
