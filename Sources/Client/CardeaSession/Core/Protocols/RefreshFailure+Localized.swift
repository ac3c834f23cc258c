public import Foundation

extension RefreshFailure: LocalizedError, CustomNSError {
    /// A short sentence in English, for people.
    public var errorDescription: String? {
        switch outcome {
        case .rejected: "The session has ended. Sign in again."
        case .transient, .uncertain: "The session could not be refreshed. Try again later."
        }
    }

    /// A stable number: 1 for `rejected`, 2 for `transient`, 3 for `uncertain`.
    public var errorCode: Int {
        switch outcome {
        case .rejected: 1
        case .transient: 2
        case .uncertain: 3
        }
    }

    /// The sentence, for `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription as Any] }
}
