import Encodings
public import Foundation
import HTTPMessages

/// Renews credentials at an OAuth 2.0 token endpoint (RFC 6749 §6).
///
/// Only the endpoint's own, well-formed refusal signs the user out; a page of HTML, a server error or a lost answer
/// does not.
public struct OAuthTokenRefresher: CredentialRefresher {
    private let endpoint: URL
    private let parameters: [String: String]
    private let authorization: Secret?
    private let transport: any HTTPTransport

    /// Creates a refresher.
    ///
    /// - Parameters:
    ///   - endpoint: The token endpoint.
    ///   - transport: Sends its requests; not through an engine, whose requests wait for it.
    ///   - clientID: The client, sent as `client_id` (RFC 6749 §3.2.1), or in the field when there is a secret.
    ///   - clientSecret: The client's secret, sent by HTTP Basic (RFC 6749 §2.3.1).
    ///   - parameters: Further form fields, such as `scope`.
    public init(
        endpoint: URL,
        transport: any HTTPTransport,
        clientID: String? = nil,
        clientSecret: Secret? = nil,
        parameters: [String: String] = [:]
    ) {
        self.endpoint = endpoint
        self.transport = transport
        var parameters = parameters
        if let clientID, let clientSecret {
            let pair = "\(PercentEncoding.encode(clientID)):\(PercentEncoding.encode(clientSecret.reveal()))"
            authorization = Secret("Basic " + Data(pair.utf8).base64EncodedString())
        } else {
            authorization = nil
            parameters["client_id"] = clientID
        }
        self.parameters = parameters
    }

    /// Exchanges the refresh token.
    public func refresh(
        _ credential: Credential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> Credential {
        guard let refreshToken = credential.refreshToken else {
            throw .rejected(.refreshRejected, detail: "no refresh token")
        }
        let form =
            [("grant_type", "refresh_token"), ("refresh_token", refreshToken.reveal())]
            + parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        var request = HTTPRequest(.post, endpoint, body: Data(FormCoding.encode(form).utf8))
        request.fields[.contentType] = "application/x-www-form-urlencoded"
        request.fields[.accept] = "application/json"
        request.fields[.idempotencyKey] = attempt.idempotencyKey
        request.fields[.authorization] = authorization?.reveal()
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw .transport(error)
        }
        return try OAuthTokenAnswer.credential(response)
    }
}

/// A token endpoint's answer (RFC 6749 §5).
enum OAuthTokenAnswer {
    private struct Success: Decodable {
        let access_token: String
        let refresh_token: String?
        let expires_in: Double?
    }

    private struct Refusal: Decodable {
        let error: String
    }

    /// Refusals after which the same refresh token can never work again.
    private static let final: Set<String> = ["invalid_grant", "invalid_token"]

    static func credential(_ response: HTTPResponse) throws(RefreshFailure) -> Credential {
        guard response.status == 200 else { throw failure(response) }
        guard let answer = try? JSONDecoder().decode(Success.self, from: response.body) else {
            // Something in between answered in the server's place, or the answer was cut short.
            throw .uncertain("the answer is not a token answer")
        }
        return Credential(
            accessToken: Secret(answer.access_token),
            refreshToken: answer.refresh_token.map(Secret.init),
            lifetime: answer.expires_in.map { .seconds($0) },
            receivedAt: response.fields[.date].flatMap(HTTPDate.parse)
        )
    }

    private static func failure(_ response: HTTPResponse) -> RefreshFailure {
        guard [400, 401].contains(response.status),
            let refusal = try? JSONDecoder().decode(Refusal.self, from: response.body)
        else {
            let detail = "status \(response.status)"
            return response.status >= 500 ? .uncertain(detail) : .transient(detail)
        }
        return final.contains(refusal.error) ? .rejected(detail: refusal.error) : .transient(refusal.error)
    }
}
