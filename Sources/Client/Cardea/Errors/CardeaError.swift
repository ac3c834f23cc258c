public import CardeaHTTPTransport

/// The reason why an operation of the SDK failed.
///
/// Decide by `code`, which is stable. `localizedDescription` is a short sentence in English for people. No password or token is
/// ever part of the error.
public struct CardeaError: Error, Sendable, Equatable {
    /// The code of the error.
    public let code: Code
    /// The server's code as it came over the wire, for example `EMAIL_EXISTS`; also one that this SDK does not know.
    public let serverCode: String?
    /// The message of the server beside its code.
    public let serverMessage: String?
    /// The time for which the server asks to wait before another attempt.
    public let retryAfter: Duration?
    /// The failure of the network, where that was the cause.
    public let transportError: TransportError?
    /// An explanation for developers, if the error does not come from the server.
    public let detail: String?
    /// Whether the server may have done what was asked, although its response is not known.
    public let isOutcomeUnknown: Bool
    /// The data with which the app continues after `accountExistsWithDifferentCredential` and `credentialAlreadyInUse`.
    public let conflict: ProviderConflict?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The code of the error.
    ///   - serverCode: The server's own code.
    ///   - serverMessage: The message of the server beside its code.
    ///   - retryAfter: How long the server asks to wait.
    ///   - transportError: The failure of the network, where that was the cause.
    ///   - detail: The circumstances, for a developer; it must contain no secret.
    ///   - isOutcomeUnknown: Whether the server may have done what was asked.
    ///   - conflict: The data with which the app continues after a conflict of providers.
    public init(
        _ code: Code,
        serverCode: String? = nil,
        serverMessage: String? = nil,
        retryAfter: Duration? = nil,
        transportError: TransportError? = nil,
        detail: String? = nil,
        isOutcomeUnknown: Bool = false,
        conflict: ProviderConflict? = nil
    ) {
        self.code = code
        self.serverCode = serverCode
        self.serverMessage = serverMessage
        self.retryAfter = retryAfter
        self.transportError = transportError
        self.detail = detail
        self.isOutcomeUnknown = isOutcomeUnknown
        self.conflict = conflict
    }
}

extension CardeaError: CustomStringConvertible {
    /// The code and what is known beside it, on one line.
    public var description: String {
        let server = [serverCode, serverMessage].compactMap(\.self).filter { !$0.isEmpty }.joined(
            separator: ": "
        )
        let outcome = isOutcomeUnknown ? "the outcome is unknown" : ""
        let parts = [code.rawValue, server, transportError?.description ?? "", detail ?? "", outcome]
        return parts.filter { !$0.isEmpty }.joined(separator: " — ")
    }
}
