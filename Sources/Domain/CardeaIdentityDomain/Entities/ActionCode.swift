/// A one-time code that a user receives by e-mail, inside of a link.
///
/// The store has only the hash of the code.
package struct ActionCode: Sendable, Equatable {
    package enum Purpose: String, Sendable, CaseIterable {
        case passwordReset = "password_reset"
        case verifyEmail = "verify_email"
        case emailSignIn = "email_sign_in"
        case verifyAndChangeEmail = "verify_and_change_email"
        /// Brings back the address that a user had before a change.
        case recoverEmail = "recover_email"
    }

    /// SHA-256 of the code.
    package let hash: [UInt8]
    package let purpose: Purpose
    package let pool: UserPool
    /// `nil` if no user had the address when the code was created.
    package let user: UserID?
    /// The address that the code is about: the user's at that time, or the one to bring back.
    ///
    /// A user who had none: `newEmail`.
    package let email: EmailAddress
    /// The address that replaces `email`, or has replaced it.
    package let newEmail: EmailAddress?
    /// The epoch of the user when the code was created.
    package let epoch: Int64?
    /// The app's page to continue with.
    package let continueURL: String?
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    /// The credentials that the user had before the change, in a code that brings back an address.
    ///
    /// `nil` in a code of an earlier release.
    package var former: FormerCredentials?

    package init(
        hash: [UInt8],
        purpose: Purpose,
        pool: UserPool,
        user: UserID?,
        email: EmailAddress,
        newEmail: EmailAddress? = nil,
        epoch: Int64?,
        continueURL: String? = nil,
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.hash = hash
        self.purpose = purpose
        self.pool = pool
        self.user = user
        self.email = email
        self.newEmail = newEmail
        self.epoch = epoch
        self.continueURL = continueURL
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// The address that the user had when the code was created.
    package var formerEmail: EmailAddress? {
        purpose == .verifyAndChangeEmail && email == newEmail ? nil : email
    }

    /// The address that the link is sent to.
    package var recipient: EmailAddress { purpose == .recoverEmail ? email : newEmail ?? email }
}
