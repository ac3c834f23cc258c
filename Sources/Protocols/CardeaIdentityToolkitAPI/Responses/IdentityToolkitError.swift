import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityWire
import CardeaOperations

/// An error in the protocol's form.
struct IdentityToolkitError: Error, Sendable, Equatable {
    /// The HTTP status.
    let status: Int
    let message: String
    /// The class of error in the older form of Google's error bodies.
    let reason: String
    /// A gRPC status name.
    let statusName: String?
    let retryAfter: TimeSpan?
    /// The limit that was reached, for the log.
    let limit: ReachedLimit?
    /// More about the end of a session.
    let detail: ErrorResponse.Detail?

    init(
        status: Int,
        message: String,
        reason: String,
        statusName: String?,
        retryAfter: TimeSpan? = nil,
        limit: ReachedLimit? = nil,
        detail: ErrorResponse.Detail? = nil
    ) {
        self.status = status
        self.message = message
        self.reason = reason
        self.statusName = statusName
        self.retryAfter = retryAfter
        self.limit = limit
        self.detail = detail
    }

    /// An error with one of the protocol's own codes.
    init(_ code: IdentityToolkitErrorCode, _ detail: String? = nil) {
        self.init(status: 400, message: Self.message(code, detail), reason: "invalid", statusName: nil)
    }

    /// An error whose message the declaration of a field names: a code, or `CODE : detail`.
    init(message: String) {
        self.init(status: 400, message: message, reason: "invalid", statusName: nil)
    }

    /// The server rejects the request before an operation sees it.
    init(_ error: RequestError) {
        let (reason, statusName): (String, String?) =
            switch error.status {
            case 400: ("badRequest", "INVALID_ARGUMENT")
            case 413: ("uploadTooLarge", "INVALID_ARGUMENT")
            case 415: ("badRequest", "INVALID_ARGUMENT")
            case 500...: ("backendError", "UNAVAILABLE")
            default: ("badRequest", nil)
            }
        self.init(status: error.status, message: error.reason, reason: reason, statusName: statusName)
    }

    private static func message(_ code: IdentityToolkitErrorCode, _ detail: String?) -> String {
        detail.map { "\(code.rawValue) : \($0)" } ?? code.rawValue
    }
}

/// Errors that come before the operation.
extension IdentityToolkitError {
    static let missingAPIKey = Self(
        status: 403,
        message: "The request is missing a valid API key.",
        reason: "forbidden",
        statusName: "PERMISSION_DENIED"
    )

    static let unknownAPIKey = Self(
        status: 400,
        message: "API key not valid. Please pass a valid API key.",
        reason: "badRequest",
        statusName: "INVALID_ARGUMENT"
    )

    static let invalidAdministratorCredential = Self(
        status: 401,
        message: "Request had invalid authentication credentials. Expected an administrator's access token.",
        reason: "authError",
        statusName: "UNAUTHENTICATED"
    )

    static let missingAdministratorCredential = Self(
        status: 401,
        message:
            "Request is missing required authentication credential. Expected an administrator's access token.",
        reason: "required",
        statusName: "UNAUTHENTICATED"
    )

    static let permissionDenied = Self(
        status: 403,
        message: "The caller does not have permission",
        reason: "forbidden",
        statusName: "PERMISSION_DENIED"
    )

    static let notFound = Self(status: 404, message: "Not Found", reason: "notFound", statusName: "NOT_FOUND")

    static let methodNotAllowed = Self(
        status: 405,
        message: "Method Not Allowed",
        reason: "httpMethodNotAllowed",
        statusName: nil
    )

    /// The session has ended for a reason of its own.
    ///
    /// Firebase's SDKs sign out on the code TOKEN_EXPIRED; the reason is behind it, and in the details.
    static func sessionEnded(_ detail: ErrorResponse.Detail) -> Self {
        Self(
            status: 400,
            message: message(.tokenExpired, detail.reason),
            reason: "invalid",
            statusName: nil,
            detail: detail
        )
    }

    static func tooManyAttempts(retryAfter: TimeSpan, limit: ReachedLimit) -> Self {
        Self(
            status: 429,
            message: message(
                .tooManyAttemptsTryLater,
                "Too many requests of this kind. Try again later."
            ),
            reason: "rateLimitExceeded",
            statusName: "RESOURCE_EXHAUSTED",
            retryAfter: retryAfter,
            limit: limit
        )
    }

    static func unavailable(retryAfter: TimeSpan) -> Self {
        Self(
            status: 503,
            message: "The service is currently unavailable.",
            reason: "backendError",
            statusName: "UNAVAILABLE",
            retryAfter: retryAfter
        )
    }

    /// A provider has failed, and the credential is used up: the same request cannot succeed later.
    static let providerUnavailable = Self(
        status: 503,
        message: "The identity provider is currently unavailable. Start the sign-in again.",
        reason: "backendError",
        statusName: "UNAVAILABLE"
    )

    static let internalError = Self(
        status: 500,
        message: IdentityToolkitErrorCode.internalError.rawValue,
        reason: "backendError",
        statusName: "INTERNAL"
    )
}

extension IdentityToolkitError {
    /// The error as an HTTP response.
    var response: Response {
        let item = ErrorResponse.Item(message: message, reason: reason)
        let body = ErrorResponse.Body(
            code: status,
            message: message,
            errors: [item],
            status: statusName,
            details: detail.map { [$0] }
        )
        var json = JSONText()
        ErrorResponse(body).write(to: &json)
        var response = Response.json(json.bytes, status: status)
        if status == 401 { response.fields[.wwwAuthenticate] = "Bearer" }
        if let retryAfter { response.fields[.retryAfter] = String(retryAfter.secondsToWait) }
        return response.recording(code: code, limit: limit?.rawValue)
    }

    /// The constant that the log has: the protocol's code, or else a name of the class of error.
    private var code: String {
        if self == .missingAPIKey { return "API_KEY_MISSING" }
        if self == .unknownAPIKey { return "API_KEY_INVALID" }
        // A code may have a detail behind a space.
        let word = message.utf8.prefix { $0 != UInt8(ascii: " ") }
        let isCode = word.count > 3 && word.allSatisfy { ASCII.isUppercase($0) || $0 == UInt8(ascii: "_") }
        return isCode ? String(Substring(word)) : statusName ?? reason
    }
}
