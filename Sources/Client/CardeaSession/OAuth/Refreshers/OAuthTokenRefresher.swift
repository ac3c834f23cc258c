import CardeaEncodings
package import Foundation
import CardeaHTTPMessages

/// Refreshes credentials at an OAuth 2.0 token endpoint (RFC 6749 §6).
///
/// Only the endpoint's own, well-formed rejection signs the user out; a page of HTML, a server error or a lost response
/// does not.
package struct OAuthTokenRefresher: CredentialRefresher {
    /// Rejections after which the same refresh token can never work again.
    private static let final: Set<ExactText> = ["invalid_grant", "invalid_token"]

    private let endpoint: OAuthEndpoint
    private let parameters: [String: String]
    private let fields: TokenFields
    private let rejection: ResponseRule?

    /// Creates a refresher.
    ///
    /// - Parameters:
    ///   - endpoint: The token endpoint.
    ///   - transport: Sends its requests; not through an engine, whose requests wait for it.
    ///   - client: How the client says who it is.
    ///   - scope: The scope to ask for (RFC 6749 §3.3); defaults to what was granted before,.
    ///   - parameters: Further form fields, such as `resource` (RFC 8707).
    ///   - fields: The names of the tokens in the response; as in RFC 6749 §5.1 by default.
    ///   - rejection: Sees rejections that the endpoint words in its own way, such as a code in a response with status 200:
    ///     what it takes for `expired` or `rejected` ends the session, as `invalid_grant` does in any case.
    ///   - dpop: Proves that the session's key is here, where tokens are bound to one; the engine's authorizer as well.
    package init(
        endpoint: URL,
        transport: any HTTPTransport,
        client: ClientAuthentication = .none(),
        scope: String? = nil,
        parameters: [String: String] = [:],
        fields: TokenFields = TokenFields(),
        rejection: ResponseRule? = nil,
        dpop: DPoP? = nil
    ) {
        self.endpoint = OAuthEndpoint(url: endpoint, client: client, transport: transport, dpop: dpop)
        self.parameters = scope.map { parameters.merging(["scope": $0]) { _, scope in scope } } ?? parameters
        self.fields = fields
        self.rejection = rejection
    }

    /// Exchanges the refresh token.
    package func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        guard let refreshToken = credential.refreshToken else {
            throw .rejected(.refreshRejected, detail: "no refresh token")
        }
        let form =
            [("grant_type", "refresh_token"), ("refresh_token", refreshToken.reveal())]
            + parameters.sorted { $0.key.exact < $1.key.exact }.map { ($0.key, $0.value) }
        let response: CardeaResponse
        do {
            response = try await endpoint.post(
                form,
                idempotencyKey: attempt.idempotencyKey,
                proofKey: credential.proofKey
            )
        } catch {
            throw .transport(error)
        }
        let classification =
            rejection?.classify(response, to: CardeaRequest(.post, endpoint.url)) ?? .accepted
        if let failure = RefreshFailure(classification, response) { throw failure }
        switch OAuthTokenResponse(response, fields, provenWith: credential.proofKey) {
        case .issued(let credential): return credential
        case .rejected(let error) where Self.final.contains(error.exact): throw .rejected(detail: error)
        case .rejected(let error): throw .transient(error, retryAfter: response.retryAfter)
        case .unintelligible(let detail): throw .unintelligible(response, detail)
        }
    }
}
