/// A reason that Identity Toolkit and Secure Token give in an error's `message`, before the first colon.
///
/// Servers may send codes that are not listed here.
package struct IdentityToolkitErrorCode: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// Reads the code off an error's message: `CODE`, or `CODE : what happened`.
    package init(message: String) {
        rawValue = String(message.prefix { $0 != ":" && $0 != " " })
    }

    /// Compares bytes: `String` takes `K` and U+212A for equal.
    package static func == (one: Self, other: Self) -> Bool {
        one.rawValue.utf8.elementsEqual(other.rawValue.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }
}

/// Input.
extension IdentityToolkitErrorCode {
    package static let missingEmail = Self(rawValue: "MISSING_EMAIL")
    package static let invalidEmail = Self(rawValue: "INVALID_EMAIL")
    package static let invalidNewEmail = Self(rawValue: "INVALID_NEW_EMAIL")
    package static let missingPassword = Self(rawValue: "MISSING_PASSWORD")
    package static let weakPassword = Self(rawValue: "WEAK_PASSWORD")
    package static let passwordDoesNotMeetRequirements = Self(rawValue: "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
    package static let invalidPhoneNumber = Self(rawValue: "INVALID_PHONE_NUMBER")
    package static let invalidPhotoURL = Self(rawValue: "INVALID_PHOTO_URL")
    package static let invalidDisplayName = Self(rawValue: "INVALID_DISPLAY_NAME")
    package static let invalidClaims = Self(rawValue: "INVALID_CLAIMS")
    package static let claimsTooLarge = Self(rawValue: "CLAIMS_TOO_LARGE")
    package static let forbiddenClaim = Self(rawValue: "FORBIDDEN_CLAIM")
    package static let invalidDuration = Self(rawValue: "INVALID_DURATION")
    package static let missingUserAccount = Self(rawValue: "MISSING_USER_ACCOUNT")
    package static let invalidHashAlgorithm = Self(rawValue: "INVALID_HASH_ALGORITHM")
    package static let missingLocalID = Self(rawValue: "MISSING_LOCAL_ID")
    package static let missingIdentifier = Self(rawValue: "MISSING_IDENTIFIER")
    package static let invalidIdentifier = Self(rawValue: "INVALID_IDENTIFIER")
    package static let missingContinueURI = Self(rawValue: "MISSING_CONTINUE_URI")
    package static let invalidContinueURI = Self(rawValue: "INVALID_CONTINUE_URI")
    package static let unauthorizedDomain = Self(rawValue: "UNAUTHORIZED_DOMAIN")
    package static let missingNewEmail = Self(rawValue: "MISSING_NEW_EMAIL")
    package static let missingReqType = Self(rawValue: "MISSING_REQ_TYPE")
    package static let invalidReqType = Self(rawValue: "INVALID_REQ_TYPE")
    package static let missingOobCode = Self(rawValue: "MISSING_OOB_CODE")
    package static let invalidOobCode = Self(rawValue: "INVALID_OOB_CODE")
    package static let expiredOobCode = Self(rawValue: "EXPIRED_OOB_CODE")
    package static let invalidPageSelection = Self(rawValue: "INVALID_PAGE_SELECTION")
    package static let unexpectedParameter = Self(rawValue: "UNEXPECTED_PARAMETER")
    package static let invalidArgument = Self(rawValue: "INVALID_ARGUMENT")
}

/// Identity providers.
extension IdentityToolkitErrorCode {
    package static let missingRequestURI = Self(rawValue: "MISSING_REQUEST_URI")
    package static let invalidRequestURI = Self(rawValue: "INVALID_REQUEST_URI")
    package static let invalidCredentialOrProviderID = Self(rawValue: "INVALID_CREDENTIAL_OR_PROVIDER_ID")
    package static let invalidIdPResponse = Self(rawValue: "INVALID_IDP_RESPONSE")
    package static let missingOrInvalidNonce = Self(rawValue: "MISSING_OR_INVALID_NONCE")
    package static let invalidPendingToken = Self(rawValue: "INVALID_PENDING_TOKEN")
    package static let rejectedCredential = Self(rawValue: "REJECTED_CREDENTIAL")
    package static let userCancelled = Self(rawValue: "USER_CANCELLED")
    package static let invalidProviderID = Self(rawValue: "INVALID_PROVIDER_ID")
    package static let missingProviderID = Self(rawValue: "MISSING_PROVIDER_ID")
    package static let missingRawID = Self(rawValue: "MISSING_RAW_ID")
    package static let providerAlreadyLinked = Self(rawValue: "PROVIDER_ALREADY_LINKED")
    package static let federatedUserIDAlreadyLinked = Self(rawValue: "FEDERATED_USER_ID_ALREADY_LINKED")
}

/// Users.
extension IdentityToolkitErrorCode {
    package static let emailExists = Self(rawValue: "EMAIL_EXISTS")
    package static let phoneNumberExists = Self(rawValue: "PHONE_NUMBER_EXISTS")
    package static let duplicateLocalID = Self(rawValue: "DUPLICATE_LOCAL_ID")
    package static let duplicateEmail = Self(rawValue: "DUPLICATE_EMAIL")
    package static let duplicateRawID = Self(rawValue: "DUPLICATE_RAW_ID")
    package static let emailNotFound = Self(rawValue: "EMAIL_NOT_FOUND")
    package static let invalidPassword = Self(rawValue: "INVALID_PASSWORD")
    package static let invalidLoginCredentials = Self(rawValue: "INVALID_LOGIN_CREDENTIALS")
    package static let userNotFound = Self(rawValue: "USER_NOT_FOUND")
    package static let userDisabled = Self(rawValue: "USER_DISABLED")
}

/// Tokens.
extension IdentityToolkitErrorCode {
    package static let missingIDToken = Self(rawValue: "MISSING_ID_TOKEN")
    package static let invalidIDToken = Self(rawValue: "INVALID_ID_TOKEN")
    package static let missingCustomToken = Self(rawValue: "MISSING_CUSTOM_TOKEN")
    package static let invalidCustomToken = Self(rawValue: "INVALID_CUSTOM_TOKEN")
    package static let tokenExpired = Self(rawValue: "TOKEN_EXPIRED")
    package static let missingRefreshToken = Self(rawValue: "MISSING_REFRESH_TOKEN")
    package static let invalidRefreshToken = Self(rawValue: "INVALID_REFRESH_TOKEN")
    package static let invalidGrantType = Self(rawValue: "INVALID_GRANT_TYPE")
    package static let projectNumberMismatch = Self(rawValue: "PROJECT_NUMBER_MISMATCH")
    package static let credentialMismatch = Self(rawValue: "CREDENTIAL_MISMATCH")
    package static let credentialTooOldLoginAgain = Self(rawValue: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    package static let tenantIDMismatch = Self(rawValue: "TENANT_ID_MISMATCH")
}

/// Rules, and the state of the server.
extension IdentityToolkitErrorCode {
    package static let passwordLoginDisabled = Self(rawValue: "PASSWORD_LOGIN_DISABLED")
    package static let operationNotAllowed = Self(rawValue: "OPERATION_NOT_ALLOWED")
    package static let missingSessionID = Self(rawValue: "MISSING_SESSION_ID")
    package static let sessionNotFound = Self(rawValue: "SESSION_NOT_FOUND")
    package static let sessionLimitReached = Self(rawValue: "SESSION_LIMIT_REACHED")
    package static let adminOnlyOperation = Self(rawValue: "ADMIN_ONLY_OPERATION")
    package static let insufficientPermission = Self(rawValue: "INSUFFICIENT_PERMISSION")
    package static let unsupportedTenantOperation = Self(rawValue: "UNSUPPORTED_TENANT_OPERATION")
    package static let tenantNotFound = Self(rawValue: "TENANT_NOT_FOUND")
    package static let invalidProjectID = Self(rawValue: "INVALID_PROJECT_ID")
    package static let projectNotFound = Self(rawValue: "PROJECT_NOT_FOUND")
    package static let projectDisabled = Self(rawValue: "PROJECT_DISABLED")
    package static let configurationNotFound = Self(rawValue: "CONFIGURATION_NOT_FOUND")
    package static let tooManyAttemptsTryLater = Self(rawValue: "TOO_MANY_ATTEMPTS_TRY_LATER")
    package static let quotaExceeded = Self(rawValue: "QUOTA_EXCEEDED")
    package static let unavailable = Self(rawValue: "UNAVAILABLE")
    package static let internalError = Self(rawValue: "INTERNAL_ERROR")
}
