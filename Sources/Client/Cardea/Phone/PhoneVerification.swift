/// A code that was sent to a phone number and waits for the user to type it.
///
///     let verification = try await client.sendVerificationCode(toPhoneNumber: "+4915112345678")
///     let user = try await client.signIn(with: verification, code: askForCode())
///
/// The app may keep it, encoded, while the user reads the message: the system may end the app meanwhile. It is not a secret:
/// without the code it is worth nothing.
public struct PhoneVerification: Sendable, Hashable, Codable {
    /// The number as it was given.
    public let phoneNumber: String
    /// The server's name of the code.
    public let verificationID: String
    /// The user pool that the code is for; `nil` for the project's own.
    public let tenantID: String?

    /// Creates a verification from its parts, for example those that an app has kept.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number as it was given.
    ///   - verificationID: The server's name of the code.
    ///   - tenantID: The user pool that the code is for; defaults to the project's own.
    public init(phoneNumber: String, verificationID: String, tenantID: String? = nil) {
        self.phoneNumber = phoneNumber
        self.verificationID = verificationID
        self.tenantID = tenantID
    }
}

extension PhoneVerification: CustomStringConvertible, CustomReflectable {
    /// The server's name of the code; no number.
    public var description: String { "PhoneVerification(\(verificationID))" }
    /// Shows the same.
    public var customMirror: Mirror { Mirror(self, children: ["verificationID": verificationID]) }
}
