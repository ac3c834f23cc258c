public import Foundation
public import HTTPMessages

/// Trades the access token itself for its successor, old for new, at a back end that has no refresh tokens.
///
/// The back end takes each token once, also one that has just expired. There is never more than one exchange under
/// way, and one whose answer was lost is sent again with the same `Idempotency-Key`.
public struct TokenExchangeRefresher: CredentialRefresher {
    private let endpoint: URL
    private let method: HTTPMethod
    private let transport: any HTTPTransport
    private let authorizer: any RequestAuthorizer
    private let fields: TokenFields
    private let refusal: any ResponseClassifier

    /// Creates a refresher.
    ///
    /// - Parameters:
    ///   - endpoint: Where tokens are exchanged.
    ///   - transport: Sends the requests; not through an engine, whose requests wait for it.
    ///   - method: The method of the exchange; `POST` unless told.
    ///   - authorizer: Puts the old token into the request; as a bearer token unless told.
    ///   - fields: Where in the answer the new token stands.
    ///   - refusal: Sees that the old token is refused for good, whatever the verdict that says so; by status 401
    ///     unless told.
    public init(
        endpoint: URL,
        transport: any HTTPTransport,
        method: HTTPMethod = .post,
        authorizer: any RequestAuthorizer = .bearer,
        fields: TokenFields = TokenFields(),
        refusal: any ResponseClassifier = .unauthorized
    ) {
        self.endpoint = endpoint
        self.transport = transport
        self.method = method
        self.authorizer = authorizer
        self.fields = fields
        self.refusal = refusal
    }

    /// True: any token can be offered.
    public func canRefresh(_ credential: Credential) -> Bool { true }

    /// Exchanges the access token.
    public func refresh(
        _ credential: Credential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> Credential {
        var request = HTTPRequest(method, endpoint)
        request.fields[.accept] = "application/json"
        request.fields[.idempotencyKey] = attempt.idempotencyKey
        authorizer.authorize(&request, with: credential)
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw .transport(error)
        }
        let verdict = refusal.classify(response, to: request)
        if verdict == .expired { throw .rejected(detail: "status \(response.status)") }
        if case .rejected(let reason) = verdict { throw .rejected(reason) }
        guard (200..<300).contains(response.status), let new = fields.credential(in: response) else {
            throw .unintelligible(response)
        }
        return new
    }
}
