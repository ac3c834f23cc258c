import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations

extension IdentityToolkitError {
    init(describing error: any Error) {
        self =
            switch error {
            case let error as IdentityToolkitError: error
            case let error as IdentityError: Self(useCase: error)
            case let error as FieldError: Self(error)
            case let error as ProjectDirectoryError: Self(directory: error)
            case let error as ProviderAdministrationError: Self(providers: error)
            case let error as RedirectError: Self(redirect: error)
            default: .internalError
            }
    }

    /// The protocol's error for an error of a use case.
    init(useCase error: IdentityError) {
        self =
            switch error {
            case .input(let error): Self(input: error)
            case .password(let error): Self(password: error)
            case .code(let error): Self(code: error)
            case .phone(let error): Self(phone: error)
            case .provider(let error): Self(provider: error)
            case .link(let error): Self(link: error)
            case .user(let error): Self(user: error)
            case .credential(let error): Self(credential: error)
            case .token(let error): Self(token: error)
            case .rule(let error): Self(rule: error)
            case .scope(let error): Self(scope: error)
            case .tooManyAttempts(let retryAfter, let limit):
                .tooManyAttempts(retryAfter: retryAfter, limit: limit)
            case .overloaded(let retryAfter): .unavailable(retryAfter: retryAfter)
            case .store(.damaged), .store(.taken): .internalError
            case .store(.invalidText): Self(input: .invalidText)
            case .store: .unavailable(retryAfter: .seconds(1))
            }
    }

    private init(input error: InputError) {
        self =
            switch error {
            case .missingEmail: Self(.missingEmail)
            case .invalidEmail: Self(.invalidEmail)
            case .invalidPhoneNumber: Self(.invalidPhoneNumber, "Invalid format.")
            case .invalidUserName:
                Self(
                    .invalidUserName,
                    "A user name has 2 to 64 letters and digits, one letter at least, with . - _ between, and mixes scripts only as one language does."
                )
            case .invalidPhotoURL: Self(.invalidPhotoURL)
            case .invalidDisplayName: Self(.invalidDisplayName)
            case .invalidClaims: Self(.invalidClaims)
            case .claimsTooLarge: Self(.claimsTooLarge)
            case .forbiddenClaim(let name): Self(.forbiddenClaim, name)
            case .invalidLifetime: Self(.invalidDuration)
            case .invalidDevice:
                Self(
                    .invalidArgument,
                    "Cardea-Device must be a dictionary (RFC 9651) such as: class=phone, name=\"Ada\", id=\"1\"."
                )
            case .invalidText: Self(.invalidArgument, "A text has the character U+0000.")
            case .missingUserID: Self(.missingLocalID)
            }
    }

    private init(password error: PasswordError) {
        self =
            switch error {
            case .missing: Self(.missingPassword)
            case .tooShort(let minimum):
                Self(.weakPassword, "Password should be at least \(minimum) characters")
            case .requirements(let missing):
                Self(
                    .passwordDoesNotMeetRequirements,
                    "Missing password requirements: [\(missing.map(\.text).joined(separator: ", "))]"
                )
            case .common: Self(.weakPassword, "Password is one of the most common ones. Choose another.")
            case .tooLong: Self(.passwordDoesNotMeetRequirements, "Password may be at most 4096 bytes long")
            }
    }

    private init(code error: CodeError) {
        self =
            switch error {
            case .missing: Self(.missingOobCode)
            case .invalid: Self(.invalidOobCode)
            case .expired: Self(.expiredOobCode)
            case .emailMismatch:
                Self(.invalidEmail, "The email provided does not match the sign-in email address.")
            case .missingNewEmail: Self(.missingNewEmail)
            case .invalidNewEmail: Self(.invalidNewEmail)
            case .invalidContinueURL: Self(.invalidContinueURI)
            case .continueURLNotAllowed:
                Self(
                    .unauthorizedDomain,
                    "The project setting codes.continueOrigins does not have its origin."
                )
            case .mailNotConfigured:
                Self(.operationNotAllowed, "The server cannot send mail: no mail server is configured.")
            }
    }

    private init(link error: LinkError) {
        self =
            switch error {
            case .invalidPendingToken: Self(.invalidPendingToken)
            case .invalidProviderID: Self(.invalidProviderID)
            case .missingProviderSubject: Self(.missingRawID)
            case .identityTaken: Self(.federatedUserIDAlreadyLinked)
            case .providerAlreadyLinked: Self(.providerAlreadyLinked)
            }
    }

    private init(user error: UserError) {
        self =
            switch error {
            case .emailExists: Self(.emailExists)
            case .userNameExists: Self(.userNameExists)
            case .phoneNumberExists: Self(.phoneNumberExists)
            case .idExists: Self(.duplicateLocalID)
            case .notFound: Self(.userNotFound)
            case .disabled: Self(.userDisabled)
            }
    }

    private init(credential error: CredentialError) {
        self =
            switch error {
            case .emailNotFound: Self(.emailNotFound)
            case .wrongPassword: Self(.invalidPassword)
            case .invalid: Self(.invalidLoginCredentials)
            case .mismatch: Self(.credentialMismatch)
            case .tooOld: Self(.credentialTooOldLoginAgain)
            }
    }

    private init(token error: TokenError) {
        self =
            switch error {
            case .invalidAccessToken: Self(.invalidIDToken)
            case .invalidCustomToken(let reason): Self(.invalidCustomToken, reason.description)
            // Google's iOS SDK signs out on TOKEN_EXPIRED and does not know INVALID_REFRESH_TOKEN.
            case .unknownSession: Self(.sessionNotFound)
            case .sessionEvicted(let moment, let successor):
                .sessionEnded(
                    ErrorResponse.Detail(
                        reason: "SESSION_EVICTED",
                        time: moment.internetTime,
                        deviceClass: successor?.rawValue
                    )
                )
            case .sessionIdle(let moment):
                .sessionEnded(ErrorResponse.Detail(reason: "SESSION_IDLE", time: moment.internetTime))
            case .accessTokenExpired, .sessionEnded, .refreshTokenReused, .refreshTokenSuperseded:
                Self(.tokenExpired)
            case .invalidRefreshToken, .clientMismatch: Self(.invalidRefreshToken)
            }
    }

    private init(rule error: RuleError) {
        self =
            switch error {
            case .passwordSignInOff: Self(.passwordLoginDisabled)
            case .operationNotAllowed: Self(.operationNotAllowed)
            case .unverifiedEmailChange:
                Self(.operationNotAllowed, "Please verify the new email before changing email.")
            case .administratorOnly: Self(.adminOnlyOperation)
            case .sessionLimitReached:
                Self(.sessionLimitReached, "The user is signed in on as many devices as the app allows.")
            }
    }

    private init(scope error: ScopeError) {
        self =
            switch error {
            case .tenantMismatch: Self(.tenantIDMismatch)
            case .tenantNotFound: Self(.tenantNotFound)
            case .tenantDisabled: Self(.projectDisabled)
            case .projectMismatch: Self(.projectNumberMismatch)
            }
    }

    /// The protocol's error for a rejected credential of a provider.
    private init(provider error: ProviderError) {
        self =
            switch error {
            case .notConfigured:
                Self(.operationNotAllowed, "The identity provider configuration is not found.")
            case .disabled:
                Self(.operationNotAllowed, "The identity provider configuration is disabled.")
            case .configurationChanged:
                Self(
                    .invalidIdPResponse,
                    "The identity provider configuration has another client or issuer now. Start the sign-in again."
                )
            case .unsupported(let reason): Self(.invalidCredentialOrProviderID, reason)
            case .invalidCredential(let reason): Self(.invalidIdPResponse, reason)
            case .invalidNonce: Self(.missingOrInvalidNonce)
            case .invalidState:
                Self(
                    .invalidIdPResponse,
                    "The redirect is not of this session, or was used. Start the sign-in again."
                )
            case .rejectedByProvider("access_denied"): Self(.userCancelled)
            case .rejectedByProvider(let code): Self(.rejectedCredential, code)
            case .unavailable(_, .after(let wait)): .unavailable(retryAfter: wait)
            case .unavailable(_, .startAgain): .providerUnavailable
            case .busy(let retryAfter):
                .tooManyAttempts(retryAfter: retryAfter, limit: .pendingCredentialsPerNetwork)
            }
    }

    /// The protocol's error for an error of the project directory.
    private init(directory error: ProjectDirectoryError) {
        self =
            switch error {
            case .unknownProject: Self(.projectNotFound)
            case .invalidProjectID: Self(.invalidProjectID)
            case .invalidTenantID: Self(.invalidDisplayName)
            case .invalidSetting(let reason): Self(.invalidArgument, reason)
            // The tenant was deleted meanwhile.
            case .store(.conflict): Self(.tenantNotFound)
            case .store(let error): Self(useCase: .store(error))
            // The server has chosen the ID of the tenant. No operation creates or deletes projects.
            case .keyUnusable, .tenantInDeletion, .projectInDeletion, .onlyProject: .internalError
            }
    }
}

extension PasswordRequirement {
    /// The rule in the words of Google's servers, which SDKs show and apps read.
    fileprivate var text: String {
        switch self {
        case .atLeast(let count): "Password must contain at least \(count) characters"
        case .atMost(let count): "Password may contain at most \(count) characters"
        case .lowercase: "Password must contain a lower case character"
        case .uppercase: "Password must contain an upper case character"
        case .digit: "Password must contain a numeric character"
        case .symbol: "Password must contain a non-alphanumeric character"
        }
    }
}
