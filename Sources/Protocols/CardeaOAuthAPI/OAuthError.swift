import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaOperations

/// An error in OAuth's form (RFC 6749 §5.2).
struct OAuthError: Error, Sendable, Equatable {
    enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case invalidScope = "invalid_scope"
        case unsupportedGrantType = "unsupported_grant_type"
        /// The bearer token of an introspection request is invalid (RFC 6750 §3.1).
        case invalidToken = "invalid_token"
        case temporarilyUnavailable = "temporarily_unavailable"
        case serverError = "server_error"
    }

    let code: Code
    let description: String?
    /// The HTTP status.
    let status: Int
    let retryAfter: TimeSpan?
    /// The limit that was reached, for the log.
    let limit: ReachedLimit?

    init(
        _ code: Code,
        _ description: String? = nil,
        status: Int = 400,
        retryAfter: TimeSpan? = nil,
        limit: ReachedLimit? = nil
    ) {
        self.code = code
        self.description = description
        self.status = status
        self.retryAfter = retryAfter
        self.limit = limit
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
        OAuthErrorResponse(error: code.rawValue, errorDescription: description).write(to: &json)
        var response = Response.uncached(json.bytes, status: status)
        if status == 401 { response.fields[.wwwAuthenticate] = challenge }
        if let retryAfter { response.fields[.retryAfter] = String(retryAfter.secondsToWait) }
        return response.recording(code: code.rawValue, reason: description, limit: limit?.rawValue)
    }

    /// The credential to send: a client's (RFC 7617 §2) or a bearer token (RFC 6750 §3).
    private var challenge: String {
        code == .invalidClient ? "Basic realm=\"client\"" : "Bearer error=\"\(code.rawValue)\""
    }
}

extension Response {
    /// A JSON response that no cache may store (RFC 6749 §5.1).
    fileprivate static func uncached(_ body: [UInt8], status: Int = 200) -> Response {
        var response = Response.json(body, status: status)
        response.fields[.cacheControl] = "no-store"
        return response
    }
}

/// The body of an error response (RFC 6749 §5.2).
struct OAuthErrorResponse: OutputMessage {
    let error: String
    let errorDescription: String?

    static let outputFields = OutputTable<Self>(naming: .snakeCase) {
        OutputField(\.error, "Code of the error.")
        OutputField(\.errorDescription, "The error, for a person.")
    }
}

extension [ErrorCode] {
    static func oauth(_ codes: OAuthError.Code..., status: Int = 400) -> [ErrorCode] {
        codes.map { ErrorCode($0.rawValue, status: status) }
    }
}

extension ProtocolErrors {
    /// The errors of all operations of OAuth, as `ClientAdmission` and the reader of forms give them.
    static let oauth = ProtocolErrors(OAuthErrorResponse.self) { operation in
        var codes: [ErrorCode] = .oauth(.invalidRequest)
        codes += .oauth(.temporarilyUnavailable, status: 429) + .oauth(.temporarilyUnavailable, status: 503)
        codes += .oauth(.serverError, status: 500)
        if operation.method.hasBody {
            codes += .oauth(.invalidRequest, status: 413) + .oauth(.invalidRequest, status: 415)
        }
        if operation.callers.contains(.client) { codes += .oauth(.invalidClient, status: 401) }
        if operation.callers.contains(.administrator) {
            codes += .oauth(.invalidToken, status: 401)
            codes += .oauth(.invalidClient, status: 403)
        }
        return codes
    }
}
