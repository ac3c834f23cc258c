public import Foundation

extension StoreError: LocalizedError, CustomNSError {
    /// A short sentence in English, for people; decide by `code` in order to use your own words.
    public var errorDescription: String? { Self.texts[code]?.sentence ?? "The operation failed." }

    /// The stable number of the code, as on the page *Errors*; 0 for a code that is not of this library.
    public var errorCode: Int { Self.texts[code]?.number ?? 0 }

    /// The sentence, for `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription as Any] }

    /// A new code gets a new number; no number changes, because crash reporters group by it.
    private static let texts: [Code: (number: Int, sentence: String)] = [
        .locked: (1, "The stored sign-in is locked. Try again later."),
        .damaged: (2, "The stored sign-in is damaged. Sign in again."),
        .denied: (3, "The app has no access to the stored sign-in."),
        .conflict: (4, "The stored sign-in was changed meanwhile."),
        .cancelled: (5, "The operation was cancelled."),
        .failed: (6, "The sign-in could not be stored or read."),
        .emptied: (7, "The stored sign-in was deleted meanwhile."),
    ]
}
