public import Foundation

extension CardeaError: LocalizedError, CustomNSError {
    /// A short sentence in English, for people; decide by `code` in order to use your own words.
    public var errorDescription: String? { Self.texts[code]?.sentence ?? "The operation failed." }

    /// The stable number of the code, as on the page *Errors*; 0 for a code that is not of this library.
    public var errorCode: Int { Self.texts[code]?.number ?? 0 }

    /// The sentence, for `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription as Any] }

    /// A new code gets a new number; no number changes, because crash reporters group by it.
    private static let texts: [Code: (number: Int, sentence: String)] = [
        .invalidEmail: (1, "The e-mail address is not valid."),
        .missingPassword: (2, "A password is missing."),
        .weakPassword: (3, "The password is too weak."),
        .emailAlreadyInUse: (4, "Another user has this e-mail address."),
        .invalidActionCode: (5, "The link is not valid, or was used before."),
        .expiredActionCode: (6, "The link has expired."),
        .invalidContinueURL: (7, "The app's address in the link is not valid."),
        .unauthorizedContinueURL: (8, "The app's address in the link is not allowed."),
        .invalidPhoneNumber: (9, "The phone number is not valid."),
        .phoneNumberAlreadyInUse: (10, "Another user has this phone number."),
        .invalidUserName: (11, "The user name is not valid."),
        .userNameAlreadyInUse: (12, "Another user has this user name."),
        .invalidVerificationCode: (13, "The code is wrong."),
        .verificationExpired: (14, "The code is not valid any more. Request another."),
        .invalidCustomToken: (15, "The sign-in is not valid, or has expired. Try again."),
        .invalidProviderCredential: (16, "The provider's sign-in is not valid, or has expired. Try again."),
        .invalidArgument: (17, "The request is not valid."),
        .wrongPassword: (18, "The password is wrong."),
        .invalidCredentials: (19, "The name or the password is wrong."),
        .userNotFound: (20, "This user does not exist."),
        .userDisabled: (21, "This user is disabled."),
        .userMismatch: (22, "This sign-in belongs to another user."),
        .accountExistsWithDifferentCredential: (
            23, "A user with this e-mail address has another sign-in method."
        ),
        .credentialAlreadyInUse: (24, "Another user has this sign-in."),
        .providerAlreadyLinked: (25, "This sign-in method is linked already."),
        .providerNotLinked: (26, "This sign-in method is not linked."),
        .tooManyAttempts: (27, "There were too many attempts. Try again later."),
        .recentSignInRequired: (28, "Sign in again to continue."),
        .adminRestrictedOperation: (29, "Only an administrator may do this."),
        .operationNotAllowed: (30, "This is not allowed here."),
        .invalidAPIKey: (31, "The API key of the app is not valid."),
        .projectDisabled: (32, "This service is disabled."),
        .tenantMismatch: (33, "This user does not belong here."),
        .sessionEnded: (34, "The session has ended. Sign in again."),
        .refreshTokenFailed: (35, "The session has ended. Sign in again."),
        .storageAbsent: (36, "No sign-in is stored. Sign in again."),
        .storageLocked: (37, "The stored sign-in is locked. Try again later."),
        .storageDamaged: (38, "The stored sign-in is damaged. Sign in again."),
        .storageDenied: (39, "The app has no access to the stored sign-in."),
        .storageFailed: (40, "The sign-in could not be stored or read."),
        .networkUnavailable: (41, "The server cannot be reached. Try again later."),
        .responseTooLarge: (42, "The response is too large."),
        .fileFailed: (43, "A file could not be read or written."),
        .cancelled: (44, "The operation was cancelled."),
        .browserFailed: (45, "The page of the sign-in failed. Try again."),
        .serverError: (46, "The server has a problem. Try again later."),
        .unknown: (47, "The server rejected the request."),
    ]
}
