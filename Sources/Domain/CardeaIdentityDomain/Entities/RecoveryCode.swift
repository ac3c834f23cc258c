/// A one-time code by which a user who has lost every credential signs in again.
///
/// An administrator creates it and gives it to the user. The store has only its hash, and one code of each user.
package struct RecoveryCode: Sendable, Equatable {
    /// SHA-256 of the code.
    package let hash: [UInt8]
    package let pool: UserPool
    package let user: UserID
    /// The epoch of the user when the code was created: a new password or address makes the code void.
    package let epoch: Int64
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    package init(hash: [UInt8], of user: User, createdAt: Timestamp, expiresAt: Timestamp) {
        self.init(
            hash: hash,
            pool: user.pool,
            user: user.id,
            epoch: user.epoch,
            createdAt: createdAt,
            expiresAt: expiresAt
        )
    }

    package init(
        hash: [UInt8],
        pool: UserPool,
        user: UserID,
        epoch: Int64,
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.hash = hash
        self.pool = pool
        self.user = user
        self.epoch = epoch
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}
