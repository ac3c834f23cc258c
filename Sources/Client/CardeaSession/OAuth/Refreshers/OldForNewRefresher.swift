package import Foundation
package import CardeaHTTPMessages

/// Trades the access token itself for its successor, old for new, at a back end that has no refresh tokens.
///
/// It is not the token exchange of RFC 8693. The back end accepts each token once, also one that has just expired. Only
/// one exchange runs at a time. If its response is lost, it is sent again with the same `Idempotency-Key`.
package struct OldForNewRefresher: CredentialRefresher {
    private let endpoint: RefreshEndpoint
    private let authorizer: any RequestAuthorizer

    /// Creates a refresher.
    ///
    /// - Parameters:
    ///   - endpoint: Where tokens are exchanged.
    ///   - transport: Sends the requests; not through an engine, whose requests wait for it.
    ///   - method: The method of the exchange; `POST` by default.
    ///   - authorizer: Adds the old token to the request; defaults to a bearer token.
    ///   - fields: The names of the new tokens in the response.
    ///   - rejection: Sees that the old token is rejected permanently: what it takes for `expired` or `rejected`. By status
    ///     401 by default, with anything but a page of HTML. A status from 400 to 499 with `{"error": "invalid_grant"}`
    ///     (RFC 6749 §5.2) is such a rejection in any case.
    package init(
        endpoint: URL,
        transport: any HTTPTransport,
        method: RequestMethod = .post,
        authorizer: any RequestAuthorizer = .bearer,
        fields: TokenFields = .standard,
        rejection: ResponseRule = .ownUnauthorized
    ) {
        self.endpoint = RefreshEndpoint(
            url: endpoint,
            method: method,
            transport: transport,
            fields: fields,
            rejection: rejection
        )
        self.authorizer = authorizer
    }

    /// True: any token can be offered.
    package func canRefresh(_ credential: SessionCredential) -> Bool { true }

    /// Exchanges the access token.
    package func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        try await endpoint.refresh(attempt) { authorizer.authorize(&$0, with: credential) }
    }
}
