import CardeaEncodings
import Foundation
import CardeaHTTPMessages

/// An endpoint that takes forms from a client (RFC 6749 §3.2, RFC 7009 §2).
struct OAuthEndpoint: Sendable {
    let url: URL
    let client: ClientAuthentication
    let transport: any HTTPTransport
    var dpop: DPoP?

    /// Sends a form, with what shows who the client is, and that it has the session's key.
    func post(
        _ form: [(name: String, value: String)],
        idempotencyKey: String? = nil,
        proofKey: SessionSecret? = nil,
        timeout: Duration? = nil
    ) async throws(TransportError) -> CardeaResponse {
        var request = CardeaRequest(.post, url, body: Data(FormCoding.encode(form + client.form).utf8))
        if let timeout { request.timeout = timeout }
        request.fields[.contentType] = "application/x-www-form-urlencoded"
        request.fields[.accept] = "application/json"
        request.fields[.idempotencyKey] = idempotencyKey
        request.fields[.authorization] = client.authorization
        guard let dpop else { return try await transport.send(request) }
        return try await dpop.send(request, provenWith: proofKey, over: transport)
    }
}

/// A token endpoint's response (RFC 6749 §5).
enum OAuthTokenResponse {
    case issued(SessionCredential)
    /// The endpoint's own, well-formed rejection, with its error code.
    case rejected(String)
    /// The response is not that of a token endpoint, but of a proxy, a captive portal or a failing server; or it is
    /// invalid.
    case unintelligible(String)

    /// Reads a response.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - fields: The names of the tokens in it.
    ///   - key: The session's key, if it has one.
    init(_ response: CardeaResponse, _ fields: TokenFields = TokenFields(), provenWith key: SessionSecret?) {
        let unintelligible = Self.unintelligible(response.lackOfToken)
        let message = JSONValue(parsing: response.body)
        switch response.status {
        case 200:
            let credential = message.flatMap { fields.credential(in: $0, receivedAt: response.date) }
            self = credential.map { Self($0, message?["token_type"]?.string, key) } ?? unintelligible
        // Also 403, which some servers say of a refresh token that has expired.
        case 400..<500: self = message?["error"]?.text.map(Self.rejected) ?? unintelligible
        default: self = unintelligible
        }
    }

    /// Takes tokens for what their type says (RFC 9449 §5); one that is not understood must not be used (RFC 6749 §7.1).
    private init(_ credential: SessionCredential, _ type: String?, _ key: SessionSecret?) {
        var credential = credential
        credential.proofKey = key
        switch type?.lowercased() {
        case nil: break
        case "dpop" where key != nil: credential.tokenType = .dpop
        // Some servers say "BearerToken".
        case let type? where type.hasPrefix("bearer"): credential.tokenType = .bearer
        default:
            self = .unintelligible("tokens of a type that this client does not use")
            return
        }
        self = .issued(credential)
    }
}
