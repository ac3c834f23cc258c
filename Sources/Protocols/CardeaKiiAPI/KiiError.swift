import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// An error as Kii Cloud's token resource has them: OAuth's (RFC 6749 §5.2), with the code in `errorCode` too.
struct KiiError: Error, Sendable, Equatable {
    enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unsupportedGrantType = "unsupported_grant_type"
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

    static let unknownApp = KiiError(.invalidClient, "The app is unknown.", status: 401)
    static let missingSecret = KiiError(
        .invalidClient,
        "The app's secret is missing: send the app's ID and its secret by HTTP Basic.",
        status: 401
    )
    static let wrongSecret = KiiError(.invalidClient, "The app's secret is wrong.", status: 401)
    static let wrongCredentials = KiiError(
        .invalidGrant,
        "The user was not found or a wrong password was given."
    )

    var response: Response {
        var json = JSONText()
        KiiErrorResponse(errorCode: code.rawValue, error: code.rawValue, errorDescription: description)
            .write(to: &json)
        var response = Response.json(json.bytes, status: status)
        response.fields[.cacheControl] = "no-store"
        if status == 401 { response.fields[.wwwAuthenticate] = "Basic realm=\"app\"" }
        if let retryAfter { response.fields[.retryAfter] = String(retryAfter.secondsToWait) }
        return response.recording(code: code.rawValue, reason: description, limit: limit?.rawValue)
    }
}

/// The body of an error response.
struct KiiErrorResponse: OutputMessage {
    let errorCode: String
    let error: String
    let errorDescription: String?

    static let outputFields = OutputTable<Self> {
        OutputField(\.errorCode, "Code of the error.")
        OutputField(\.error, "The same code, as in OAuth.")
        OutputField(\.errorDescription, "The error, for a person.", named: "error_description")
    }
}

extension [ErrorCode] {
    static func kii(_ codes: KiiError.Code..., status: Int = 400) -> [ErrorCode] {
        codes.map { ErrorCode($0.rawValue, status: status) }
    }
}

extension ProtocolErrors {
    /// The errors of admission, of reading and of a server that fails.
    static let kii = ProtocolErrors(KiiErrorResponse.self) { _ in
        .kii(.invalidRequest) + .kii(.invalidRequest, status: 413) + .kii(.invalidRequest, status: 415)
            + .kii(.invalidClient, status: 401)
            + .kii(.temporarilyUnavailable, status: 429) + .kii(.temporarilyUnavailable, status: 503)
            + .kii(.serverError, status: 500)
    }
}

extension KiiError {
    init(describing error: any Error) {
        self =
            switch error {
            case let error as KiiError: error
            case let error as IdentityError: Self(useCase: error)
            case let error as FieldError: Self(.invalidRequest, Self.text(of: error))
            default: Self(.serverError, status: 500)
            }
    }

    private static func text(of error: FieldError) -> String {
        if case .unknownFields(let names) = error.reason {
            return "Unknown fields: \(names.joined(separator: ", "))."
        }
        return error.field.isEmpty ? "The body must be a JSON object." : "\(error.field) is invalid."
    }

    /// The error for an error of a use case.
    private init(useCase error: IdentityError) {
        self =
            switch error {
            case .input(let error): Self(input: error)
            case .password(.requirements):
                Self(
                    .invalidGrant,
                    "The password does not meet the project's rules. The user must change it."
                )
            case .user(let error): Self(user: error)
            case .credential(let error): Self(credential: error)
            case .token(let error): Self(token: error)
            case .rule(.passwordSignInOff), .rule(.operationNotAllowed), .rule(.administratorOnly),
                .rule(.sessionLimitReached):
                Self(.invalidGrant, "The project's settings do not allow this.")
            case .scope(.projectMismatch), .scope(.tenantMismatch): .otherApp
            case .scope(.tenantNotFound), .scope(.tenantDisabled): .invalidToken
            case .tooManyAttempts(let retryAfter, let limit):
                Self(
                    .temporarilyUnavailable,
                    "There were too many attempts.",
                    status: 429,
                    retryAfter: retryAfter,
                    limit: limit
                )
            case .overloaded(let retryAfter):
                Self(.temporarilyUnavailable, status: 503, retryAfter: retryAfter)
            case .store(.damaged), .store(.taken): Self(.serverError, status: 500)
            case .store(.invalidText): Self(.invalidRequest)
            case .store: Self(.temporarilyUnavailable, status: 503, retryAfter: .seconds(1))
            case .password(.missing), .password(.tooShort), .password(.common), .password(.tooLong),
                .rule(.unverifiedEmailChange), .code, .phone, .provider, .link:
                Self(.invalidRequest)
            }
    }

    private init(input error: InputError) {
        self =
            switch error {
            case .invalidEmail, .invalidPhoneNumber, .invalidUserName: .wrongCredentials
            case .invalidText: Self(.invalidRequest)
            case .invalidDevice: Self(.invalidRequest, "Cardea-Device must be a dictionary (RFC 9651).")
            case .invalidLifetime: Self(.invalidRequest, "expiresAt must be in the future.")
            case .missingEmail, .invalidPhotoURL, .invalidDisplayName, .invalidClaims, .claimsTooLarge,
                .forbiddenClaim, .missingUserID:
                Self(.invalidRequest)
            }
    }

    private init(user error: UserError) {
        self =
            switch error {
            case .disabled: Self(.invalidGrant, "The user is disabled.")
            case .notFound: .invalidToken
            case .emailExists, .phoneNumberExists, .userNameExists, .idExists: Self(.invalidRequest)
            }
    }

    private init(credential error: CredentialError) {
        self =
            switch error {
            case .emailNotFound, .wrongPassword, .invalid: .wrongCredentials
            case .mismatch, .tooOld: Self(.invalidRequest)
            }
    }

    private init(token error: TokenError) {
        self =
            switch error {
            case .clientMismatch: .otherApp
            case .invalidRefreshToken, .sessionEnded, .sessionEvicted, .sessionIdle, .unknownSession,
                .accessTokenExpired,
                .refreshTokenSuperseded,
                .refreshTokenReused:
                .invalidToken
            case .invalidAccessToken, .invalidCustomToken: Self(.invalidRequest)
            }
    }

    private static let otherApp = KiiError(.invalidGrant, "The refresh token was not issued to this app.")
    private static let invalidToken = KiiError(
        .invalidGrant,
        "The refresh token is invalid. The user must log in again."
    )
}
