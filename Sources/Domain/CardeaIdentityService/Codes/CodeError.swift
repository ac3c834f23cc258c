/// A code of a mail that cannot be used, or not be sent.
package enum CodeError: Error, Sendable, Equatable, CaseIterable {
    case missing
    /// The code is unknown, was used, or a change of the user has made it void.
    case invalid
    case expired
    /// The code was sent to another address.
    case emailMismatch
    case missingNewEmail
    case invalidNewEmail
    case invalidContinueURL
    /// The project does not allow links to continue with this URL.
    case continueURLNotAllowed
    /// The server has no way to send mail.
    case mailNotConfigured
}
