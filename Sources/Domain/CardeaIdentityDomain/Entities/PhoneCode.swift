/// A one-time code that was sent to a phone number, or the proof that one was used.
///
/// The store has no code in plain text, and not the name by which the app refers to it.
package struct PhoneCode: Sendable, Equatable {
    package enum Purpose: String, Sendable, CaseIterable {
        /// A code that signs in, or gives its number to a user.
        case signIn = "sign_in"
        /// The proof that a code was used; it signs in to the user who has the number.
        case proof
    }

    /// SHA-256 of the name that the app got (`sessionInfo`, `temporaryProof`).
    package let id: [UInt8]
    package let purpose: Purpose
    package let pool: UserPool
    /// In E.164 form.
    package let phoneNumber: String
    /// The user that a proof signs in to: the one who had the number; `nil` for a code.
    package let user: UserID?
    /// A keyed hash of the code; empty for a proof.
    package let codeHash: [UInt8]
    /// The number of wrong codes after which the right one is rejected, too.
    package let maximumAttempts: Int64
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    /// The number of wrong codes.
    package var attempts: Int64 = 0

    package init(
        id: [UInt8],
        purpose: Purpose,
        pool: UserPool,
        phoneNumber: String,
        user: UserID? = nil,
        codeHash: [UInt8] = [],
        maximumAttempts: Int64 = 1,
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.purpose = purpose
        self.pool = pool
        self.phoneNumber = phoneNumber
        self.user = user
        self.codeHash = codeHash
        self.maximumAttempts = maximumAttempts
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// Whether the code can be used; otherwise the user needs a new one.
    package func isUsable(at now: Timestamp) -> Bool { now < expiresAt && attempts < maximumAttempts }
}
