package import CardeaSecrets

/// `accounts:sendVerificationCode`: a code is sent to a phone number.
package struct SendVerificationCodeRequest: Sendable, Codable {
    package var phoneNumber: String?
    package var tenantId: String?

    package init() {}
}

package struct SendVerificationCodeResponse: Sendable, Codable {
    /// Names the code in `signInWithPhoneNumber`.
    package var sessionInfo: Secret

    package init(sessionInfo: Secret) { self.sessionInfo = sessionInfo }
}

/// The purpose of a code for a phone number; the cases stand in the order of the protocol's numbers.
package enum VerifyOperation: String, Sendable, Codable, CaseIterable {
    case unspecified = "VERIFY_OP_UNSPECIFIED"
    case signUpOrIn = "SIGN_UP_OR_IN"
    case reauthenticate = "REAUTH"
    case update = "UPDATE"
    case link = "LINK"
}

/// `accounts:signInWithPhoneNumber`: a sign-in by a code; with `idToken`, its user gets the number or signs in again.
package struct SignInWithPhoneNumberRequest: Sendable, Codable {
    package var sessionInfo: Secret?
    package var code: Secret?
    /// The proof of an earlier code, in place of `sessionInfo` and `code`.
    package var temporaryProof: Secret?
    /// The number of the proof.
    package var phoneNumber: String?
    package var operation: VerifyOperation?
    package var idToken: Secret?
    package var tenantId: String?
    /// Seconds that the access token shall live; Cardea's own.
    package var accessTokenLifetime: Int64?

    package init() {}
}

package struct SignInWithPhoneNumberResponse: Sendable, Codable {
    package var localId: String?
    package var isNewUser: Bool?
    package var idToken: Secret?
    package var refreshToken: Secret?
    /// Seconds, in decimal.
    package var expiresIn: String?
    package var phoneNumber: String?
    /// Present in place of tokens, if another user has the number.
    package var temporaryProof: Secret?
    /// Seconds, in decimal.
    package var temporaryProofExpiresIn: String?

    package init() {}
}
