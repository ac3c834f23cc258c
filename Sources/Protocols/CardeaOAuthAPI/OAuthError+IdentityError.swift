import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

extension OAuthError {
    init(describing error: any Error) {
        self =
            switch error {
            case let error as OAuthError: error
            case let error as IdentityError: Self(useCase: error)
            case let error as ServiceAccountError: Self(error)
            case let error as FieldError: Self(error)
            default: Self(.serverError, status: 500)
            }
    }

    /// A request that does not fit its message.
    init(_ error: FieldError) {
        let description =
            switch error.reason {
            case .malformedForm:
                "The body must be a form (application/x-www-form-urlencoded)."
            case .missing: "\(error.field) is missing."
            case .repeated: "\(error.field) is given twice."
            case .tooLong(let limit): "\(error.field) is longer than \(limit) bytes."
            case .notAnObject, .malformedJSON, .tooManyLines, .unknownFields, .wrongType, .unknownName,
                .tooMany, .outOfRange, .notAllowed, .notSupported:
                "\(error.field) is invalid."
            }
        self.init(.invalidRequest, description)
    }

    /// The OAuth error for an error of a service account (RFC 7523 §3.1).
    private init(_ error: ServiceAccountError) {
        self =
            switch error {
            case .assertion(let reason): Self(.invalidGrant, reason.description)
            case .store(let error): Self(useCase: IdentityError(error))
            case .invalidName, .unknownAccount, .unknownKey, .tooManyAccounts, .tooManyKeys, .keyGeneration:
                Self(.serverError, status: 500)
            }
    }

    /// The OAuth error for an error of a use case.
    init(useCase error: IdentityError) {
        self =
            switch error {
            case .token(let error): Self(token: error)
            case .user(let error): Self(user: error)
            case .scope(.projectMismatch), .scope(.tenantMismatch):
                Self(.invalidGrant, "The token was not issued to this client.")
            case .scope(.tenantNotFound), .scope(.tenantDisabled):
                Self(.invalidGrant, "The tenant is disabled or deleted.")
            case .tooManyAttempts(let retryAfter, let limit):
                Self(.temporarilyUnavailable, status: 429, retryAfter: retryAfter, limit: limit)
            case .overloaded(let retryAfter):
                Self(.temporarilyUnavailable, status: 503, retryAfter: retryAfter)
            case .store(.damaged), .store(.taken): Self(.serverError, status: 500)
            case .store(.invalidText): Self(.invalidRequest)
            case .store: Self(.temporarilyUnavailable, status: 503, retryAfter: .seconds(1))
            case .input, .password, .code, .phone, .provider, .link, .credential, .rule: Self(.invalidRequest)
            }
    }

    private init(token error: TokenError) {
        self =
            switch error {
            case .invalidRefreshToken: Self(.invalidGrant, "The token is invalid.")
            case .clientMismatch: Self(.invalidGrant, "The token was not issued to this client.")
            case .sessionEvicted(let moment, let successor):
                Self(
                    .invalidGrant,
                    "SESSION_EVICTED: a sign-in on a device of the class \(successor?.rawValue ?? "other") took the place of the session at \(moment.internetTime)."
                )
            case .sessionIdle(let moment):
                Self(.invalidGrant, "SESSION_IDLE: the session was last used at \(moment.internetTime).")
            case .sessionEnded, .accessTokenExpired: Self(.invalidGrant, "The session has ended.")
            case .refreshTokenSuperseded: Self(.invalidGrant, "A newer refresh token has replaced this one.")
            case .refreshTokenReused: Self(.invalidGrant, "The token was used before; the session has ended.")
            case .invalidAccessToken, .invalidCustomToken, .unknownSession: Self(.invalidRequest)
            }
    }

    private init(user error: UserError) {
        self =
            switch error {
            case .disabled: Self(.invalidGrant, "The user is disabled.")
            case .notFound: Self(.invalidGrant, "The user has been deleted.")
            case .emailExists, .phoneNumberExists, .userNameExists, .idExists: Self(.invalidRequest)
            }
    }
}
