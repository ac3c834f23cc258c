/// A change to recovery codes.
package enum RecoveryCodeChange: Sendable, Equatable {
    /// Stores a code in place of the user's former one, and deletes codes of the pool that have expired.
    case replace(RecoveryCode)
    /// Deletes a code that is used; it must exist.
    case consume(hash: [UInt8])
}

package struct RecoveryCodeLookup: Lookup {
    package let hash: [UInt8]

    package func read(from reader: some RowReader) throws(StoreError) -> RecoveryCode? {
        try reader.recoveryCode(self)
    }
}

extension Lookup where Self == RecoveryCodeLookup {
    package static func recoveryCode(hash: [UInt8]) -> Self { RecoveryCodeLookup(hash: hash) }
}

package protocol RecoveryCodeReader {
    func recoveryCode(_ lookup: RecoveryCodeLookup) throws(StoreError) -> RecoveryCode?
}
