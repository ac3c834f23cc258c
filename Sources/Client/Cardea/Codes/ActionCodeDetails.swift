internal import CardeaIdentityWire

/// The purpose of a code that was sent by e-mail.
public struct ActionCodeDetails: Sendable, Hashable {
    /// The effect of a code; later servers know more, so keep a default case.
    public struct Operation: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name in the protocol.
        public let rawValue: String

        /// Creates an operation from its name in the protocol.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name in the protocol.
        public var description: String { rawValue }

        /// It sets a new password: `confirmPasswordReset(code:newPassword:)`.
        public static let passwordReset = Self(OobRequestType.passwordReset)
        /// It verifies the address: `applyActionCode(_:)`.
        public static let verifyEmail = Self(OobRequestType.verifyEmail)
        /// It restores the former address: `applyActionCode(_:)`.
        public static let recoverEmail = Self(OobRequestType.recoverEmail)
        /// It signs in: `signIn(email:link:)`.
        public static let emailSignIn = Self(OobRequestType.emailSignIn)
        /// It changes the address to a new one, which is verified by that: `applyActionCode(_:)`.
        public static let verifyAndChangeEmail = Self(OobRequestType.verifyAndChangeEmail)

        private init(_ type: OobRequestType) { rawValue = type.rawValue }
    }

    /// The effect of the code.
    public let operation: Operation
    /// The address that the user has after the use; `nil` for a sign-in, which needs it as a proof.
    public let email: String?
    /// The address that the use replaces; `nil` if it replaces none.
    public let previousEmail: String?
}

extension ActionCodeDetails: CustomStringConvertible, CustomReflectable {
    /// The operation; no address.
    public var description: String { "ActionCodeDetails(\(operation))" }
    /// Shows the operation only.
    public var customMirror: Mirror { Mirror(self, children: ["operation": operation]) }
}

extension ActionCodeDetails {
    init(_ response: ResetPasswordResponse) throws(ServerFailure) {
        guard let type = response.requestType else { throw .unintelligible(status: 200) }
        operation = Operation(rawValue: type)
        switch operation {
        case .verifyAndChangeEmail: (email, previousEmail) = (response.newEmail, response.email)
        case .recoverEmail: (email, previousEmail) = (response.email, response.newEmail)
        default: (email, previousEmail) = (response.email, nil)
        }
    }
}
