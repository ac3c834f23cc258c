internal import CardeaSession
internal import CardeaEncodings
internal import Foundation
internal import CardeaHTTPMessages
package import CardeaHTTPTransport
package import CardeaIdentityWire

/// The Identity Toolkit and Secure Token protocols, seen from an app: one method per operation, no state.
package struct IdentityToolkitClient: Sendable {
    package let server: ServerAddress
    let apiKey: String
    /// The language of the messages that the server sends to people (BCP 47), for all copies of the client.
    let language: SharedValue<String?>
    private let sharedTenant: SharedValue<String?>
    private let transport: any HTTPTransport
    private let timeout: Duration

    /// The user pool that every request is for; `nil` for the project's own.
    package var tenant: String? { sharedTenant.value }

    /// Creates a client; `timeout` is the longest that one exchange may take.
    package init(
        server: ServerAddress,
        apiKey: String,
        tenant: String? = nil,
        language: String? = nil,
        transport: any HTTPTransport,
        timeout: Duration = .seconds(30)
    ) {
        self.server = server
        self.apiKey = apiKey
        self.transport = transport
        self.timeout = timeout
        self.language = SharedValue(language)
        sharedTenant = SharedValue(tenant)
    }

    /// A client for another user pool, with the same language.
    func with(tenant: String?) -> Self { Self(self, tenant) }

    private init(_ other: Self, _ tenant: String?) {
        (server, apiKey, language) = (other.server, other.apiKey, other.language)
        (transport, timeout) = (other.transport, other.timeout)
        sharedTenant = SharedValue(tenant)
    }

    /// Sets the user pool of this client and of its copies.
    ///
    /// The client that it was derived from does not change.
    func setTenant(_ tenant: String?) { sharedTenant.value = tenant }

    /// New tokens for a refresh token.
    ///
    /// The idempotency key is the same for every try with one token, so that a lost response is given again.
    package func refresh(
        _ refreshToken: String,
        idempotencyKey: String
    ) async throws(ServerFailure) -> ServerResponse<TokenResponse> {
        let form = FormCoding.encode([("grant_type", "refresh_token"), ("refresh_token", refreshToken)])
        return try await post(
            Data(form.utf8),
            to: server.tokens.appending(path: "v1/token"),
            fields: [.contentType: Self.form, .idempotencyKey: idempotencyKey]
        )
    }

    /// Calls `accounts:<operation>` with a JSON body.
    func call<Message: Decodable & Sendable>(
        _ operation: String,
        version: String = "v1",
        _ body: some Encodable,
        fields: HeaderFields = [:]
    ) async throws(ServerFailure) -> ServerResponse<Message> {
        guard let json = try? JSONEncoder().encode(body) else {
            let reason = "the request cannot be written as JSON"
            throw .noResponse(
                TransportError(.invalidRequest, mayHaveBeenReceived: false, description: reason)
            )
        }
        let url = server.accounts.appending(path: "\(version)/accounts:\(operation)")
        var fields = fields
        fields[.contentType] = "application/json"
        return try await post(json, to: url, fields: fields)
    }

    private func post<Message: Decodable & Sendable>(
        _ body: Data,
        to url: URL,
        fields: HeaderFields
    ) async throws(ServerFailure) -> ServerResponse<Message> {
        let response = try await send(body, to: url, fields: fields)
        guard (200..<300).contains(response.status) else { throw Self.failure(response) }
        guard let message = Self.message(Message.self, in: response) else {
            throw ServerFailure(unintelligible: response)
        }
        return ServerResponse(message, at: response.date)
    }

    private func send(
        _ body: Data,
        to url: URL,
        fields: HeaderFields
    ) async throws(ServerFailure) -> CardeaResponse {
        var request = CardeaRequest(.post, url, fields: fields, body: body, timeout: timeout)
        request.fields["x-goog-api-key"] = apiKey
        request.fields[.accept] = "application/json"
        request.fields["x-firebase-locale"] = language.value
        do {
            return try await transport.send(request)
        } catch {
            throw .noResponse(error)
        }
    }

    /// Whether another client is for the same project.
    func isSameProject(as other: Self) -> Bool {
        server == other.server && apiKey.exact == other.apiKey.exact
    }

    private static let form = "application/x-www-form-urlencoded"

    private static func message<Message: Decodable>(
        _ type: Message.Type,
        in response: CardeaResponse
    ) -> Message? {
        try? JSONValue(parsing: response.body)?.decode(type, numbers: .numberOrDigits)
    }

    private static func failure(_ response: CardeaResponse) -> ServerFailure {
        guard let body = message(ErrorResponse.self, in: response) else {
            return ServerFailure(unintelligible: response)
        }
        return .rejected(
            ServerRejection(body.error, status: response.status, retryAfter: response.retryAfter)
        )
    }
}
