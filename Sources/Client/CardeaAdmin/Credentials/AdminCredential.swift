internal import CardeaEncodings
internal import CardeaLocks
internal import CardeaSession
internal import Foundation

/// The credential of an administrator: a fixed token, or an access token for the key of a service account.
final class AdminCredential: Sendable {
    private struct Held {
        var token: SessionSecret?
        /// When the token is to be replaced, by the clock that is never set.
        var replaceAt = Duration.zero
        var exchange: Task<Result<SessionSecret, AdminError>, Never>?
    }

    /// The time before its expiry at which an access token is replaced.
    private static let margin = Duration.seconds(300)

    private let fixed: SessionSecret?
    private let key: ServiceAccountKey?
    private let transport: any HTTPTransport
    private let clock: any SessionClock
    private let held = Mutex(Held())

    /// Creates a credential: the fixed token, if there is one.
    init(
        fixed: SessionSecret?,
        key: ServiceAccountKey?,
        transport: any HTTPTransport,
        clock: any SessionClock
    ) {
        self.fixed = fixed
        self.key = key
        self.transport = transport
        self.clock = clock
    }

    /// A token for the header `Authorization`.
    ///
    /// - Parameter rejected: A token that the server rejected, and that is not returned again.
    /// - Returns: The token.
    /// - Throws: `missingCredential` if there is neither a key nor a token; the failure of the exchange.
    func token(replacing rejected: SessionSecret? = nil) async throws(AdminError) -> SessionSecret {
        if let fixed { return fixed }
        guard let key else {
            throw AdminError(.missingCredential, detail: "the configuration has no service account")
        }
        let uptime = clock.uptime
        let exchange: Task<Result<SessionSecret, AdminError>, Never>? = held.withLock { held in
            if let token = held.token, token != rejected, uptime < held.replaceAt { return nil }
            let exchange = held.exchange ?? Task { await self.exchange(key) }
            held.exchange = exchange
            return exchange
        }
        guard let exchange else { return held.withLock { $0.token } ?? SessionSecret("") }
        return try await exchange.value.get()
    }

    /// Whether a rejected token can be replaced by another.
    var isReplaceable: Bool { fixed == nil && key != nil }

    /// Exchanges one assertion; callers that come meanwhile wait for it.
    private func exchange(_ key: ServiceAccountKey) async -> Result<SessionSecret, AdminError> {
        let result = await requestToken(key)
        let uptime = clock.uptime
        held.withLock { held in
            held.exchange = nil
            guard case .success(let received) = result else { return }
            held.token = received.token
            held.replaceAt = uptime + max(received.lifetime - Self.margin, received.lifetime / 2)
        }
        return result.map(\.token)
    }

    private func requestToken(
        _ key: ServiceAccountKey
    ) async -> Result<(token: SessionSecret, lifetime: Duration), AdminError> {
        do throws(AdminError) {
            let assertion = try key.assertion(at: clock.now, id: UUID().uuidString)
            let form = FormCoding.encode([
                ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
                ("assertion", assertion.reveal()),
            ])
            let request = CardeaRequest(
                .post,
                key.tokenURL,
                fields: [.contentType: "application/x-www-form-urlencoded", .accept: "application/json"],
                body: Data(form.utf8),
                timeout: .seconds(30)
            )
            let response = try await transport.response(to: request)
            return .success(try Self.token(in: response))
        } catch {
            return .failure(error)
        }
    }

    private static func token(
        in response: CardeaResponse
    ) throws(AdminError) -> (token: SessionSecret, lifetime: Duration) {
        struct Rejection: Decodable {
            let error: String
            let error_description: String?
        }
        if response.status == 200, let grant = JSONValue(parsing: response.body),
            let token = grant["access_token"]?.string, let seconds = grant["expires_in"]?.wholeNumber
        {
            return (SessionSecret(token), .seconds(seconds))
        }
        guard let rejection = try? response.json(Rejection.self), response.status < 500 else {
            throw AdminError(
                .serverError,
                retryAfter: response.retryAfter,
                detail: "status \(response.status)"
            )
        }
        throw AdminError(
            .credentialRejected,
            serverCode: rejection.error,
            serverMessage: rejection.error_description
        )
    }
}
