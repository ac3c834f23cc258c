package import CardeaIdentityDomain

/// Why a use case rejected.
///
/// The API rooms say it in their protocol's words.
package enum IdentityError: Error, Sendable, Equatable {
    // What was given
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
    /// The project does not allow links to go on with this URL.
    case continueURLNotAllowed
    /// The server has no way to send mail.
    case mailNotConfigured

    // Sign-in by phone
    case phone(PhoneError)

    // Who
    case emailExists
    case phoneNumberExists
    case userNameExists
    case userIDExists
    case emailNotFound
    case wrongPassword
    /// Sign-in failed; whether the address is known is not told.
    case invalidCredentials
    /// The credentials are good, but those of another user than the one who is signed in.
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
    /// A newer one has taken its place; the session goes on with that.
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
    case tooManyAttempts(retryAfter: TimeSpan)

    // The house
    case overloaded(retryAfter: TimeSpan)
    case store(StoreError)

    /// Whether this says nothing of what was given: the house could not answer.
    var isFailure: Bool {
        switch self {
        case .overloaded, .store: true
        default: false
        }
    }
}
