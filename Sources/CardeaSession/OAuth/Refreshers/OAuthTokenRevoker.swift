public import Foundation

/// Ends sessions at an OAuth 2.0 revocation endpoint (RFC 7009).
public struct OAuthTokenRevoker: CredentialRevoker {
    private let endpoint: OAuthEndpoint

    /// Creates a revoker.
    ///
    /// - Parameters:
    ///   - endpoint: The revocation endpoint.
    ///   - transport: Sends its requests.
    ///   - client: How the client says who it is.
    public init(endpoint: URL, transport: any HTTPTransport, client: ClientAuthentication = .none()) {
        self.endpoint = OAuthEndpoint(url: endpoint, client: client, transport: transport)
    }

    /// Revokes the refresh token, and with it what was issued for it; the access token where there is no other.
    public func revoke(_ credential: SessionCredential) async throws(TransportError) {
        let token = credential.refreshToken ?? credential.accessToken
        let hint = credential.refreshToken == nil ? "access_token" : "refresh_token"
        let response = try await endpoint.post([("token", token.reveal()), ("token_type_hint", hint)])
        guard response.status == 200 else {
            let refusal = "the server refused to revoke (status \(response.status))"
            throw TransportError(.other, mayHaveBeenReceived: true, description: refusal)
        }
    }
}
