package import CardeaSecrets

/// `accounts:resetPassword`: sets a new password by a code; without one, the code is only checked.
package struct ResetPasswordRequest: Sendable, Codable {
    package var oobCode: Secret?
    package var newPassword: Secret?
    package var email: String?
    package var tenantId: String?

    package init() {}
}

package struct ResetPasswordResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#ResetPasswordResponse"
    /// A purpose of `OobRequestType`, or one that a later server knows.
    package var requestType: String?
    /// Absent for a sign-in, which needs the address as a proof.
    package var email: String?
    package var newEmail: String?

    package init() {}
}
