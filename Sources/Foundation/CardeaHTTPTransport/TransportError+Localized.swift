public import Foundation

extension TransportError: LocalizedError, CustomNSError {
    /// A short sentence in English, for people; decide by `code` in order to use your own words.
    public var errorDescription: String? { Self.texts[code]?.sentence ?? "The operation failed." }

    /// The stable number of the code, as on the page *Errors*; 0 for a code that is not of this library.
    public var errorCode: Int { Self.texts[code]?.number ?? 0 }

    /// The sentence, for `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription as Any] }

    /// A new code gets a new number; no number changes, because crash reporters group by it.
    private static let texts: [Code: (number: Int, sentence: String)] = [
        .cancelled: (1, "The operation was cancelled."),
        .timedOut: (2, "The server did not respond in time. Try again later."),
        .cannotConnect: (3, "The server cannot be reached. Try again later."),
        .connectionLost: (4, "The connection was lost. Try again later."),
        .secureConnectionFailed: (5, "A secure connection to the server failed."),
        .invalidRequest: (6, "The request is not valid."),
        .responseTooLarge: (7, "The response is too large."),
        .other: (8, "The connection failed. Try again later."),
    ]
}
