package import CardeaIdentityDomain

/// Why a use case rejected.
///
/// Each protocol has its own codes for these errors.
package enum IdentityError: Error, Sendable, Equatable {
    // Input
    case missingEmail
    case invalidEmail
    case missingPassword
    case weakPassword(minimum: Int)
    /// The password breaks these rules of the policy, not the least length alone.
    case passwordRequirements([PasswordRequirement])
    /// The password is among the first that anybody guesses.
    case commonPassword
    case passwordTooLong
    case invalidPhoneNumber
    case invalidUserName
    case invalidPhotoURL
    case invalidDisplayName
    case invalidClaims
    case claimsTooLarge
    case forbiddenClaim(String)
    case invalidLifetime
    case missingUserID

    // Codes
    case missingCode
    /// The code is unknown, was used, or a change of the user has made it void.
    case invalidCode
    case expiredCode
    /// The code was sent to another address.
    case codeEmailMismatch
    case missingNewEmail
    case invalidNewEmail
    case invalidContinueURL
    /// The project does not allow links to continue with this URL.
    case continueURLNotAllowed
    /// The server has no way to send mail.
    case mailNotConfigured

    // Providers
    case provider(ProviderError)
    /// The token of a verified sign-in is unknown, expired, was used, or belongs to another pool.
    case invalidPendingToken
    /// The request names no valid provider, or no ID of the user there.
    case invalidProviderID
    case missingProviderSubject
    /// The identity at the provider belongs to another user.
    case identityTaken
    /// The user has another identity at the same provider.
    case providerAlreadyLinked

    // Sign-in by phone
    case phone(PhoneError)

    // Users
    case emailExists
    case phoneNumberExists
    case userNameExists
    case userIDExists
    case emailNotFound
    case wrongPassword
    /// Sign-in failed; the error does not reveal whether the address is known.
    case invalidCredentials
    /// The credentials are valid, but those of another user than the one who is signed in.
    case credentialMismatch
    case userNotFound
    case userDisabled

    // Tokens
    case invalidAccessToken
    case invalidCustomToken(AssertionError)
    case accessTokenExpired
    case invalidRefreshToken
    /// The refresh token was issued to another app of the project.
    case clientMismatch
    /// The session that the token belongs to has ended.
    case sessionEnded(Revocation.Reason?)
    case refreshTokenReused
    /// A newer one has taken its place; the session continues with that.
    case refreshTokenSuperseded
    case recentSignInRequired

    // Rules
    case passwordSignInOff
    case operationNotAllowed
    /// The new address has to be verified before it takes the old one's place.
    case unverifiedEmailChange
    case administratorOnly
    case tenantMismatch
    case tenantNotFound
    case tenantDisabled
    case projectMismatch
    case tooManyAttempts(retryAfter: TimeSpan, limit: ReachedLimit = .unknown)

    // The server
    case overloaded(retryAfter: TimeSpan)
    case store(StoreError)

    /// The limit that was reached; `nil` for other errors.
    package var reachedLimit: ReachedLimit? {
        if case .tooManyAttempts(_, let limit) = self { limit } else { nil }
    }

    /// The name of the case: a constant, for the log.
    package var name: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }

    /// Whether the server failed: the error says nothing of the input.
    var isFailure: Bool {
        switch self {
        case .overloaded, .store, .provider(.unavailable): true
        case .provider, .missingEmail, .invalidEmail, .missingPassword, .weakPassword, .passwordRequirements,
            .commonPassword, .passwordTooLong, .invalidPhoneNumber, .invalidUserName, .invalidPhotoURL,
            .invalidDisplayName, .invalidClaims, .claimsTooLarge, .forbiddenClaim, .invalidLifetime,
            .missingUserID, .missingCode, .invalidCode, .expiredCode, .codeEmailMismatch, .missingNewEmail,
            .invalidNewEmail, .invalidContinueURL, .continueURLNotAllowed, .mailNotConfigured,
            .invalidPendingToken, .invalidProviderID, .missingProviderSubject, .identityTaken,
            .providerAlreadyLinked, .phone, .emailExists, .phoneNumberExists, .userNameExists, .userIDExists,
            .emailNotFound, .wrongPassword, .invalidCredentials, .credentialMismatch, .userNotFound,
            .userDisabled, .invalidAccessToken, .invalidCustomToken, .accessTokenExpired,
            .invalidRefreshToken,
            .clientMismatch, .sessionEnded, .refreshTokenReused, .refreshTokenSuperseded,
            .recentSignInRequired, .passwordSignInOff, .operationNotAllowed, .unverifiedEmailChange,
            .administratorOnly, .tenantMismatch, .tenantNotFound, .tenantDisabled, .projectMismatch,
            .tooManyAttempts:
            false
        }
    }
}
