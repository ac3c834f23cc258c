internal import CardeaEncodings
internal import CardeaHTTPTransport
internal import CardeaIdentityWire

extension CardeaError {
    /// The failure of a call, in the SDK's words.
    init(_ failure: ServerFailure) {
        switch failure {
        case .rejected(let rejection):
            self.init(
                Code(rejection),
                serverCode: rejection.code.rawValue.isEmpty ? nil : rejection.code.rawValue,
                serverMessage: rejection.message,
                retryAfter: rejection.retryAfter,
                isOutcomeUnknown: failure.leavesOutcomeOpen
            )
        case .noResponse(let error):
            self.init(error)
        case .unintelligible(let status, let retryAfter, _):
            self.init(
                status == 429 ? .tooManyAttempts : .serverError,
                retryAfter: retryAfter,
                detail: "the response (status \(status)) is not an identity server's",
                isOutcomeUnknown: true
            )
        }
    }

    /// The failure of the network, in the SDK's words.
    init(_ error: TransportError) {
        self.init(Code(error), transportError: error, isOutcomeUnknown: error.mayHaveBeenReceived)
    }
}

extension CardeaError.Code {
    /// The SDK's name of a failure of the network.
    init(_ error: TransportError) {
        self =
            switch error.code {
            case .cancelled: .cancelled
            case .invalidRequest: .invalidArgument
            case .responseTooLarge: .responseTooLarge
            default: .networkUnavailable
            }
    }

    /// The SDK's name of a server's rejection.
    init(_ rejection: ServerRejection) {
        if rejection.isOfUnknownAPIKey {
            self = .invalidAPIKey
        } else if let known = Self.known[rejection.code] ?? Self.ofNames[rejection.code.rawValue.exact]
            ?? Self.ofProviders[rejection.code.rawValue.exact]
        {
            self = known
        } else if rejection.status == 429 {
            self = .tooManyAttempts
        } else {
            self = rejection.status >= 500 ? .serverError : .unknown
        }
    }

    private static let ofNames: [ExactText: Self] = [
        "MISSING_PHONE_NUMBER": .invalidPhoneNumber,
        "INVALID_PHONE_NUMBER": .invalidPhoneNumber,
        "PHONE_NUMBER_EXISTS": .phoneNumberAlreadyInUse,
        "INVALID_USER_NAME": .invalidUserName,
        "USER_NAME_EXISTS": .userNameAlreadyInUse,
        "MISSING_CODE": .invalidVerificationCode,
        "INVALID_CODE": .invalidVerificationCode,
        "MISSING_SESSION_INFO": .verificationExpired,
        "INVALID_SESSION_INFO": .verificationExpired,
        "SESSION_EXPIRED": .verificationExpired,
    ]

    private static let ofProviders: [ExactText: Self] = [
        "INVALID_IDP_RESPONSE": .invalidProviderCredential,
        "INVALID_CREDENTIAL_OR_PROVIDER_ID": .invalidProviderCredential,
        "INVALID_PENDING_TOKEN": .invalidProviderCredential,
        "MISSING_OR_INVALID_NONCE": .invalidProviderCredential,
        "INVALID_PROVIDER_ID": .operationNotAllowed,
        "CONFIGURATION_NOT_FOUND": .operationNotAllowed,
        "FEDERATED_USER_ID_ALREADY_LINKED": .credentialAlreadyInUse,
        "PROVIDER_ALREADY_LINKED": .providerAlreadyLinked,
        "NO_SUCH_PROVIDER": .providerNotLinked,
        "USER_CANCELLED": .cancelled,
    ]

    private static let known: [IdentityToolkitErrorCode: Self] = [
        .missingEmail: .invalidEmail,
        .invalidEmail: .invalidEmail,
        .invalidNewEmail: .invalidEmail,
        .missingPassword: .missingPassword,
        .weakPassword: .weakPassword,
        .passwordDoesNotMeetRequirements: .weakPassword,
        .emailExists: .emailAlreadyInUse,
        .missingNewEmail: .invalidEmail,
        .missingOobCode: .invalidActionCode,
        .invalidOobCode: .invalidActionCode,
        .expiredOobCode: .expiredActionCode,
        .missingContinueURI: .invalidContinueURL,
        .invalidContinueURI: .invalidContinueURL,
        .unauthorizedDomain: .unauthorizedContinueURL,
        .missingCustomToken: .invalidCustomToken,
        .invalidCustomToken: .invalidCustomToken,
        .invalidClaims: .invalidCustomToken,
        .forbiddenClaim: .invalidCustomToken,
        .claimsTooLarge: .invalidCustomToken,
        .invalidArgument: .invalidArgument,
        .invalidPhotoURL: .invalidArgument,
        .invalidDisplayName: .invalidArgument,
        .invalidPassword: .wrongPassword,
        .invalidLoginCredentials: .invalidCredentials,
        .emailNotFound: .userNotFound,
        .userNotFound: .userNotFound,
        .userDisabled: .userDisabled,
        .credentialMismatch: .userMismatch,
        .tooManyAttemptsTryLater: .tooManyAttempts,
        .quotaExceeded: .tooManyAttempts,
        .credentialTooOldLoginAgain: .recentSignInRequired,
        .adminOnlyOperation: .adminRestrictedOperation,
        .operationNotAllowed: .operationNotAllowed,
        .passwordLoginDisabled: .operationNotAllowed,
        .unsupportedTenantOperation: .operationNotAllowed,
        .permissionDenied: .invalidAPIKey,
        .projectDisabled: .projectDisabled,
        .tenantIDMismatch: .tenantMismatch,
        .tenantNotFound: .tenantMismatch,
        .tokenExpired: .sessionEnded,
        .invalidIDToken: .sessionEnded,
        .missingIDToken: .sessionEnded,
        .invalidRefreshToken: .refreshTokenFailed,
        .missingRefreshToken: .refreshTokenFailed,
        .unavailable: .serverError,
        .internalError: .serverError,
    ]
}

extension IdentityToolkitErrorCode {
    /// The status that stands in a rejection of the API key.
    fileprivate static let permissionDenied = Self(rawValue: "PERMISSION_DENIED")
}
