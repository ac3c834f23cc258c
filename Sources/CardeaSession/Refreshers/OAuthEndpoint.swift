import Encodings
import Foundation
import HTTPMessages

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
        proofKey: Secret? = nil
    ) async throws(TransportError) -> HTTPResponse {
        var request = HTTPRequest(.post, url, body: Data(FormCoding.encode(form + client.form).utf8))
        request.fields[.contentType] = "application/x-www-form-urlencoded"
        request.fields[.accept] = "application/json"
        request.fields[.idempotencyKey] = idempotencyKey
        request.fields[.authorization] = client.authorization
        guard let dpop else { return try await transport.send(request) }
        return try await dpop.send(request, provenWith: proofKey, over: transport)
    }
}

/// A token endpoint's answer (RFC 6749 §5).
enum OAuthTokenAnswer {
    case issued(Credential)
    /// The endpoint's own, well-formed refusal, with its error code.
    case refused(String)
    /// What came is not a token endpoint's: a proxy's page, a captive portal, a failing server.
    case unintelligible

    init(_ response: HTTPResponse) {
        switch response.status {
        case 200: self = TokenFields().credential(in: response).map(Self.issued) ?? .unintelligible
        case 400, 401:
            let error = JSONValue(parsing: response.body)?["error"]?.string
            self = error.map(Self.refused) ?? .unintelligible
        default: self = .unintelligible
        }
    }
}
