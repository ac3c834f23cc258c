import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain

/// A refusal in OAuth's words (RFC 6749 §5.2).
struct OAuthError: Error, Sendable, Equatable {
    enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case invalidScope = "invalid_scope"
        case unsupportedGrantType = "unsupported_grant_type"
        /// The bearer token of a caller of introspection is none (RFC 6750 §3.1).
        case invalidToken = "invalid_token"
        case temporarilyUnavailable = "temporarily_unavailable"
        case serverError = "server_error"
    }

    let code: Code
    let description: String?
    /// The HTTP status.
    let status: Int
    let retryAfter: TimeSpan?

    init(_ code: Code, _ description: String? = nil, status: Int = 400, retryAfter: TimeSpan? = nil) {
        self.code = code
        self.description = description
        self.status = status
        self.retryAfter = retryAfter
    }

    /// The server rejects the request before an operation sees it.
    init(_ error: RequestError) {
        self.init(
            error.status < 500 ? .invalidRequest : .temporarilyUnavailable,
            error.reason,
            status: error.status
        )
    }

    var response: Response {
        var json = JSONText()
        json.object { json in
            json.member("error", code.rawValue)
            if let description { json.member("error_description", description) }
        }
        var response = Response.uncached(json.bytes, status: status)
        if status == 401 { response.fields[.wwwAuthenticate] = challenge }
        if let retryAfter { response.fields[.retryAfter] = String(retryAfter.secondsToWait) }
        return response
    }

    /// How to do better: as a client (RFC 7617 §2) or with a bearer token (RFC 6750 §3).
    private var challenge: String {
        code == .invalidClient ? "Basic realm=\"client\"" : "Bearer error=\"\(code.rawValue)\""
    }

    /// Turns whatever an endpoint throws into an answer.
    static func answering(_ answer: () async throws -> Response) async -> Response {
        do {
            return try await answer()
        } catch {
            return OAuthError(saying: error).response
        }
    }
}

extension Response {
    /// A JSON answer that nobody on the way may keep (RFC 6749 §5.1).
    static func uncached(_ body: [UInt8], status: Int = 200) -> Response {
        var response = Response.json(body, status: status)
        response.fields[.cacheControl] = "no-store"
        return response
    }
}
