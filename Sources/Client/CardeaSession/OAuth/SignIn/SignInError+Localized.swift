public import Foundation

extension SignInError: LocalizedError, CustomNSError {
    /// A short sentence in English, for people; decide by `code` in order to use your own words.
    public var errorDescription: String? { Self.texts[code]?.sentence ?? "The operation failed." }

    /// The stable number of the code, as on the page *Errors*; 0 for a code that is not of this library.
    public var errorCode: Int { Self.texts[code]?.number ?? 0 }

    /// The sentence, for `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription as Any] }

    /// A new code gets a new number; no number changes, because crash reporters group by it.
    private static let texts: [Code: (number: Int, sentence: String)] = [
        .cancelled: (1, "The sign-in was cancelled."),
        .timedOut: (2, "The sign-in took too long. Try again."),
        .denied: (3, "The sign-in was denied."),
        .rejected: (4, "The server rejected the sign-in."),
        .foreignCallback: (5, "The response belongs to another sign-in. Try again."),
        .badResponse: (6, "The server sent an unexpected response."),
        .transport: (7, "The server cannot be reached. Try again later."),
        .noUserAgent: (8, "The page of the sign-in could not be opened."),
        .userAgentFailed: (9, "The page of the sign-in failed. Try again."),
    ]
}
