extension CardeaError {
    /// A stable name of a failure; later versions add names, so keep a default case.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }
    }
}

// Input
extension CardeaError.Code {
    /// The e-mail address is missing or is not one.
    public static let invalidEmail = Self(rawValue: "invalidEmail")
    /// No password was given.
    public static let missingPassword = Self(rawValue: "missingPassword")
    /// The password does not meet the project's rules; `serverMessage` says which.
    public static let weakPassword = Self(rawValue: "weakPassword")
    /// Another user has this e-mail address.
    public static let emailAlreadyInUse = Self(rawValue: "emailAlreadyInUse")
    /// The code of a link is wrong, was used before, or is for something else.
    public static let invalidActionCode = Self(rawValue: "invalidActionCode")
    /// The code of a link has expired.
    public static let expiredActionCode = Self(rawValue: "expiredActionCode")
    /// The continue URL is missing or invalid.
    public static let invalidContinueURL = Self(rawValue: "invalidContinueURL")
    /// The project does not allow the origin of the continue URL.
    public static let unauthorizedContinueURL = Self(rawValue: "unauthorizedContinueURL")
    /// The phone number is missing or is not one.
    public static let invalidPhoneNumber = Self(rawValue: "invalidPhoneNumber")
    /// Another user has this phone number.
    public static let phoneNumberAlreadyInUse = Self(rawValue: "phoneNumberAlreadyInUse")
    /// The text is not a user name.
    public static let invalidUserName = Self(rawValue: "invalidUserName")
    /// Another user has this user name.
    public static let userNameAlreadyInUse = Self(rawValue: "userNameAlreadyInUse")
    /// The code that was sent to the phone number is wrong.
    public static let invalidVerificationCode = Self(rawValue: "invalidVerificationCode")
    /// The code has expired, was used, or was replaced by another.
    public static let verificationExpired = Self(rawValue: "verificationExpired")
    /// The custom token is malformed, has expired, or was not signed for this project; `serverMessage` may say which.
    public static let invalidCustomToken = Self(rawValue: "invalidCustomToken")
    /// The credential of a provider is wrong, has expired, or is for another app or another nonce.
    public static let invalidProviderCredential = Self(rawValue: "invalidProviderCredential")
    /// The server, or the SDK, cannot make sense of what was asked.
    public static let invalidArgument = Self(rawValue: "invalidArgument")
}

// Users
extension CardeaError.Code {
    /// The password is wrong.
    public static let wrongPassword = Self(rawValue: "wrongPassword")
    /// E-mail address, user name or password is wrong; the server does not say which.
    public static let invalidCredentials = Self(rawValue: "invalidCredentials")
    /// There is no such user, or the user has been deleted.
    public static let userNotFound = Self(rawValue: "userNotFound")
    /// An administrator has disabled the user.
    public static let userDisabled = Self(rawValue: "userDisabled")
    /// The credentials are those of another user.
    public static let userMismatch = Self(rawValue: "userMismatch")
    /// A user with the same address signs in by other means; `conflict` says by which, and has the credential to link
    /// afterwards.
    public static let accountExistsWithDifferentCredential = Self(
        rawValue: "accountExistsWithDifferentCredential"
    )
    /// Another user has this identity at the provider; `conflict` has the credential to sign in as that user.
    public static let credentialAlreadyInUse = Self(rawValue: "credentialAlreadyInUse")
    /// The user signs in by this provider already.
    public static let providerAlreadyLinked = Self(rawValue: "providerAlreadyLinked")
    /// The user does not sign in by this provider.
    public static let providerNotLinked = Self(rawValue: "providerNotLinked")
    /// Too many attempts; `retryAfter` says how long to wait, if the server sent it.
    public static let tooManyAttempts = Self(rawValue: "tooManyAttempts")
}

// Permissions
extension CardeaError.Code {
    /// The operation needs a recent sign-in: call `reauthenticate`, then try again.
    public static let recentSignInRequired = Self(rawValue: "recentSignInRequired")
    /// Only an administrator may do this in this project or tenant.
    public static let adminRestrictedOperation = Self(rawValue: "adminRestrictedOperation")
    /// This way of signing in is switched off in the project.
    public static let operationNotAllowed = Self(rawValue: "operationNotAllowed")
    /// The API key is missing, unknown, or not of this project.
    public static let invalidAPIKey = Self(rawValue: "invalidAPIKey")
    /// The project or the tenant has been disabled.
    public static let projectDisabled = Self(rawValue: "projectDisabled")
    /// There is no such tenant, or the user belongs to another.
    public static let tenantMismatch = Self(rawValue: "tenantMismatch")
}

// The session
extension CardeaError.Code {
    /// The user was signed out while the operation ran.
    public static let sessionEnded = Self(rawValue: "sessionEnded")
    /// The session cannot be refreshed any more: the user was signed out and has to sign in again.
    public static let refreshTokenFailed = Self(rawValue: "refreshTokenFailed")
}

// The store on this device
extension CardeaError.Code {
    /// There are no stored credentials.
    public static let storageAbsent = Self(rawValue: "storageAbsent")
    /// The store is locked, for example before the device's first unlock; try again later.
    public static let storageLocked = Self(rawValue: "storageLocked")
    /// The stored record cannot be read; sign in with a password.
    public static let storageDamaged = Self(rawValue: "storageDamaged")
    /// This process may not use the store.
    public static let storageDenied = Self(rawValue: "storageDenied")
    /// The store failed in another way.
    public static let storageFailed = Self(rawValue: "storageFailed")
}

// The world
extension CardeaError.Code {
    /// The server could not be reached, or its response was lost; no user is signed out by this.
    public static let networkUnavailable = Self(rawValue: "networkUnavailable")
    /// The response has more content than `data(for:options:)` takes into memory; download or stream it.
    public static let responseTooLarge = Self(rawValue: "responseTooLarge")
    /// A file could not be read or written; `detail` says which.
    public static let fileFailed = Self(rawValue: "fileFailed")
    /// The calling task was cancelled, or the user closed the page of a provider or denied there.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The page of a provider could not be shown, or what it sent back is invalid; `detail` says which.
    public static let browserFailed = Self(rawValue: "browserFailed")
    /// The server failed, is overloaded, or does not respond as this SDK expects.
    public static let serverError = Self(rawValue: "serverError")
    /// The server rejected with a code that this SDK does not know; `serverCode` holds it.
    public static let unknown = Self(rawValue: "unknown")
}
