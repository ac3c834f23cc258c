public import Foundation

extension AdminError: LocalizedError, CustomNSError {
    /// A short sentence in English, for people; decide by `code` in order to use your own words.
    public var errorDescription: String? { Self.texts[code]?.sentence ?? "The operation failed." }

    /// The stable number of the code, as on the page *Errors*; 0 for a code that is not of this library.
    public var errorCode: Int { Self.texts[code]?.number ?? 0 }

    /// The sentence, for `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription as Any] }

    /// A new code gets a new number; no number changes, because crash reporters group by it.
    private static let texts: [Code: (number: Int, sentence: String)] = [
        .invalidToken: (1, "The token is not valid."),
        .tokenExpired: (2, "The token has expired."),
        .tokenRevoked: (3, "The token was revoked. Sign in again."),
        .tenantMismatch: (4, "The user belongs to another tenant."),
        .keysUnavailable: (5, "The server's keys could not be fetched. Try again later."),
        .missingCredential: (6, "The credential of the administrator is missing."),
        .invalidServiceAccount: (7, "The key of the service account cannot be read."),
        .credentialRejected: (8, "The server rejects the credential of the administrator."),
        .userNotFound: (9, "This user does not exist."),
        .userDisabled: (10, "This user is disabled."),
        .userIDAlreadyExists: (11, "Another user has this ID."),
        .emailAlreadyExists: (12, "Another user has this e-mail address."),
        .phoneNumberAlreadyExists: (13, "Another user has this phone number."),
        .invalidEmail: (14, "The e-mail address is not valid."),
        .invalidPhoneNumber: (15, "The phone number is not valid."),
        .weakPassword: (16, "The password is too weak."),
        .invalidClaims: (17, "The claims are not valid."),
        .tenantNotFound: (18, "This tenant does not exist."),
        .operationNotAllowed: (19, "The project does not allow this."),
        .invalidArgument: (20, "The request is not valid."),
        .tooManyRequests: (21, "There were too many requests. Try again later."),
        .networkUnavailable: (22, "The server cannot be reached. Try again later."),
        .cancelled: (23, "The operation was cancelled."),
        .serverError: (24, "The server has a problem. Try again later."),
        .unknown: (25, "The server rejected the request."),
    ]
}
