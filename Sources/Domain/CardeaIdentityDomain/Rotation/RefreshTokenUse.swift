/// One use of a refresh token whose authenticity has been checked.
package struct RefreshTokenUse: Sendable {
    package let token: RefreshTokenName
    /// The hash of the caller's `Idempotency-Key`, if it sent one.
    package let keyHash: [UInt8]?
    package let origin: RefreshOrigin
    package let now: Timestamp
    /// Random bits for a child, should one be made.
    package let entropy: UInt64

    package init(
        of token: RefreshTokenName,
        keyHash: [UInt8]?,
        origin: RefreshOrigin,
        at now: Timestamp,
        entropy: UInt64
    ) {
        self.token = token
        self.keyHash = keyHash
        self.origin = origin
        self.now = now
        self.entropy = entropy
    }
}
