internal import CardeaEncodings
public import Foundation

extension CredentialRevoker {
    /// An OAuth 2.0 revocation endpoint (RFC 7009).
    ///
    /// The refresh token is revoked, and with it the access tokens that were issued for it; without a refresh token, the
    /// access token is revoked.
    ///
    /// - Parameters:
    ///   - endpoint: The revocation endpoint.
    ///   - transport: Sends the requests; defaults to the engine's transport.
    ///   - client: How the client authenticates.
    /// - Returns: The revoker.
    public static func oauth(
        endpoint: URL,
        transport: (any HTTPTransport)? = nil,
        client: ClientAuthentication = .none()
    ) -> Self {
        let engineTransport = transport == nil ? EngineTransport() : nil
        let endpoint = OAuthEndpoint(
            url: endpoint,
            client: client,
            transport: transport ?? engineTransport ?? SystemTransport()
        )
        return Self(
            { (credential) async throws(TransportError) in try await endpoint.revoke(credential) },
            over: engineTransport
        )
    }
}

extension OAuthEndpoint {
    /// A user who signs out waits for the response.
    private static let revocationTimeout = Duration.seconds(10)

    fileprivate func revoke(_ credential: SessionCredential) async throws(TransportError) {
        let token = credential.refreshToken ?? credential.accessToken
        let hint = credential.refreshToken == nil ? "access_token" : "refresh_token"
        let form = [("token", token.reveal()), ("token_type_hint", hint)]
        let response = try await post(form, timeout: Self.revocationTimeout)
        guard response.status == 200 else {
            let rejection = "The server did not revoke the token (status \(response.status))"
            throw TransportError(.other, mayHaveBeenReceived: true, description: rejection)
        }
        // RFC 7009 §2.2 gives the content no meaning. A captive portal responds with a page or a text.
        guard response.body.isBlank || JSONValue(parsing: response.body) != nil else {
            let detail = "Something else than the server responded, such as a captive portal"
            throw TransportError(.other, mayHaveBeenReceived: false, description: detail)
        }
    }
}

extension Data {
    /// Whether it has no bytes but white space.
    fileprivate var isBlank: Bool { allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) } }
}
