/// A change to the codes that are sent by e-mail.
package enum ActionCodeChange: Sendable, Equatable {
    /// Adds a code.
    ///
    /// Earlier codes for the same purpose and address stay valid until one of them is used. If there are more than
    /// `ActionCode.maximumPerPurpose`, the oldest are deleted. Codes that bring back an address are limited by their rule.
    case insert(ActionCode)
    /// Marks a code as used, and deletes the others for the same purpose and address.
    ///
    /// The transaction fails if the code is not there or is used. Of the codes that bring back an address, the others stay.
    case consume(ActionCode)
    /// Deletes all unused codes of a user.
    case deleteAll(of: UserID, UserPool)
    /// Deletes a code, if it is there.
    case delete(hash: [UInt8])
}

/// A code by its hash.
package struct ActionCodeLookup: Lookup {
    package let hash: [UInt8]
    /// Whether the code is one that was used, instead of one that can be.
    package let isUsed: Bool

    package func read(from reader: some RowReader) throws(StoreError) -> ActionCode? {
        try reader.actionCode(self)
    }
}

extension Lookup where Self == ActionCodeLookup {
    package static func actionCode(hash: [UInt8]) -> Self { ActionCodeLookup(hash: hash, isUsed: false) }

    /// A code that was used; it is kept until it would have expired.
    package static func usedActionCode(hash: [UInt8]) -> Self { ActionCodeLookup(hash: hash, isUsed: true) }
}

/// The number of a user's codes that bring back an address.
package struct RecoveryCountLookup: Lookup {
    package let user: UserID
    package let pool: UserPool

    package func read(from reader: some RowReader) throws(StoreError) -> Int {
        try reader.recoveryCount(self)
    }
}

extension Lookup where Self == RecoveryCountLookup {
    package static func recoveryCount(of user: UserID, in pool: UserPool) -> Self {
        RecoveryCountLookup(user: user, pool: pool)
    }
}

/// The hashes of codes that expired before a moment.
package struct ExpiredActionCodesLookup: Lookup {
    package let before: Timestamp
    package let limit: Int

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [[UInt8]] {
        try reader.expiredActionCodes(self)
    }
}

extension Lookup where Self == ExpiredActionCodesLookup {
    package static func actionCodes(expiredBefore moment: Timestamp, limit: Int) -> Self {
        ExpiredActionCodesLookup(before: moment, limit: limit)
    }
}

package protocol ActionCodeReader {
    func actionCode(_ lookup: ActionCodeLookup) throws(StoreError) -> ActionCode?
    func recoveryCount(_ lookup: RecoveryCountLookup) throws(StoreError) -> Int
    func expiredActionCodes(_ lookup: ExpiredActionCodesLookup) throws(StoreError) -> [[UInt8]]
}
