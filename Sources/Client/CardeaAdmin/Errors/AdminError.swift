public import CardeaSession

/// The reason why an operation of the admin SDK failed.
///
/// Decide by `code`, which is stable. No token, password or key is ever part of it.
public struct AdminError: Error, Sendable, Equatable {
    /// The kind of failure.
    public let code: Code
    /// The server's code as it came over the wire, for example `EMAIL_EXISTS`.
    public let serverCode: String?
    /// The explanation of the server beside its code.
    public let serverMessage: String?
    /// The time for which the server asks to wait before another attempt.
    public let retryAfter: Duration?
    /// The failure of the network, where that was the cause.
    public let transportError: TransportError?
    /// An explanation for developers.
    public let detail: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - serverCode: The server's own code.
    ///   - serverMessage: The explanation of the server beside its code.
    ///   - retryAfter: How long the server asks to wait.
    ///   - transportError: The failure of the network, where that was the cause.
    ///   - detail: An explanation for developers; must hold no secret.
    public init(
        _ code: Code,
        serverCode: String? = nil,
        serverMessage: String? = nil,
        retryAfter: Duration? = nil,
        transportError: TransportError? = nil,
        detail: String? = nil
    ) {
        self.code = code
        self.serverCode = serverCode
        self.serverMessage = serverMessage
        self.retryAfter = retryAfter
        self.transportError = transportError
        self.detail = detail
    }
}

extension AdminError: CustomStringConvertible {
    /// The code and what is known beside it, on one line.
    public var description: String {
        let server = [serverCode, serverMessage].compactMap(\.self).filter { !$0.isEmpty }.joined(
            separator: ": "
        )
        let parts = [code.rawValue, server, transportError?.description ?? "", detail ?? ""]
        return parts.filter { !$0.isEmpty }.joined(separator: " — ")
    }
}

extension AdminError {
    /// A stable name of a failure; later versions add names, so keep a default case.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }
    }
}

// Tokens
extension AdminError.Code {
    /// The token is malformed, was not signed by the server, or is for something else; `detail` says which.
    public static let invalidToken = Self(rawValue: "invalidToken")
    /// The token has expired: the app refreshes it, or the user signs in again.
    public static let tokenExpired = Self(rawValue: "tokenExpired")
    /// The user's sessions were ended after the token was issued.
    public static let tokenRevoked = Self(rawValue: "tokenRevoked")
    /// The token is of a user of another tenant.
    public static let tenantMismatch = Self(rawValue: "tenantMismatch")
    /// The public keys could not be fetched, so the token could not be verified.
    public static let keysUnavailable = Self(rawValue: "keysUnavailable")
}

// Credentials of the back end
extension AdminError.Code {
    /// The operation needs a service account or an administrator's token.
    public static let missingCredential = Self(rawValue: "missingCredential")
    /// The key file cannot be read or has another form.
    public static let invalidServiceAccount = Self(rawValue: "invalidServiceAccount")
    /// The server rejects the service account or the administrator's token.
    public static let credentialRejected = Self(rawValue: "credentialRejected")
}

// Users and tenants
extension AdminError.Code {
    /// There is no such user.
    public static let userNotFound = Self(rawValue: "userNotFound")
    /// An administrator has disabled the user.
    public static let userDisabled = Self(rawValue: "userDisabled")
    /// Another user has this ID.
    public static let userIDAlreadyExists = Self(rawValue: "userIDAlreadyExists")
    /// Another user has this e-mail address.
    public static let emailAlreadyExists = Self(rawValue: "emailAlreadyExists")
    /// Another user has this phone number.
    public static let phoneNumberAlreadyExists = Self(rawValue: "phoneNumberAlreadyExists")
    /// The e-mail address is missing or invalid.
    public static let invalidEmail = Self(rawValue: "invalidEmail")
    /// The phone number is invalid (E.164).
    public static let invalidPhoneNumber = Self(rawValue: "invalidPhoneNumber")
    /// The password does not meet the rules; `serverMessage` says which.
    public static let weakPassword = Self(rawValue: "weakPassword")
    /// The claims are no object, are too large, or have a reserved name.
    public static let invalidClaims = Self(rawValue: "invalidClaims")
    /// There is no such tenant.
    public static let tenantNotFound = Self(rawValue: "tenantNotFound")
    /// The project does not allow the operation, or the origin of the continue URL.
    public static let operationNotAllowed = Self(rawValue: "operationNotAllowed")
}

// The world
extension AdminError.Code {
    /// The server, or the SDK, does not accept an argument.
    public static let invalidArgument = Self(rawValue: "invalidArgument")
    /// Too many requests; `retryAfter` says how long to wait, if the server does.
    public static let tooManyRequests = Self(rawValue: "tooManyRequests")
    /// The server could not be reached, or its response was lost.
    public static let networkUnavailable = Self(rawValue: "networkUnavailable")
    /// The calling task was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The server failed, is overloaded, or does not respond as this SDK expects.
    public static let serverError = Self(rawValue: "serverError")
    /// The server rejected with a code that this SDK does not know; `serverCode` holds it.
    public static let unknown = Self(rawValue: "unknown")
}
