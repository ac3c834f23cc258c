/// A phone number or its code that cannot be used.
package enum PhoneError: Error, Sendable, Equatable, CaseIterable {
    case missingPhoneNumber
    case missingCode
    /// The code is wrong; the user may try again.
    case wrongCode
    case missingSession
    /// The name of the code (`sessionInfo`) is unknown, or its code was used.
    case unknownSession
    /// The code has expired, or there were too many wrong ones: the user needs a new one.
    case expiredSession
    case invalidProof
    /// The project sends no codes to numbers of this region.
    case regionNotAllowed
    /// The server has no way to send text messages.
    case gatewayNotConfigured
}
