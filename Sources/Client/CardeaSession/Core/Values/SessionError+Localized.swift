public import Foundation

extension SessionError: LocalizedError, CustomNSError {
    /// A short sentence in English, for people; decide by `code` in order to use your own words.
    public var errorDescription: String? { Self.texts[code]?.sentence ?? "The operation failed." }

    /// The stable number of the code, as on the page *Errors*; 0 for a code that is not of this library.
    public var errorCode: Int { Self.texts[code]?.number ?? 0 }

    /// The sentence, for `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription as Any] }

    /// A new code gets a new number; no number changes, because crash reporters group by it.
    private static let texts: [Code: (number: Int, sentence: String)] = [
        .signedOut: (1, "Nobody is signed in. Sign in again."),
        .refreshRejected: (2, "The session has ended. Sign in again."),
        .refreshFailed: (3, "The session could not be refreshed. Try again later."),
        .refreshTimedOut: (4, "The server did not respond in time. Try again later."),
        .tooManyRefreshes: (5, "The server rejects the session again and again. Try again later."),
        .requestNotAuthorizable: (6, "The request is not valid."),
        .notRefreshable: (7, "The session cannot be refreshed. Sign in again."),
        .lifetimeTooShort: (8, "The session is shorter than was asked for."),
        .transport: (9, "The server cannot be reached. Try again later."),
        .cancelled: (10, "The operation was cancelled."),
        .badRedirect: (11, "The server leads to an address that is not allowed."),
        .stepUpRequired: (12, "Sign in again to continue."),
        .fileFailed: (13, "A file could not be read or written."),
        .badEventStream: (14, "The server sent an unexpected response."),
        .storeAbsent: (15, "No sign-in is stored. Sign in again."),
        .storeLocked: (16, "The stored sign-in is locked. Try again later."),
        .storeDamaged: (17, "The stored sign-in is damaged. Sign in again."),
        .storeDenied: (18, "The app has no access to the stored sign-in."),
        .storeFailed: (19, "The sign-in could not be stored or read."),
    ]
}
