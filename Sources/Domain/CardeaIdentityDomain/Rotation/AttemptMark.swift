/// Identifies a past use of a refresh token: the first bytes of the hash of its `Idempotency-Key`.
package struct AttemptMark: Sendable, Equatable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Takes the first 64 bits of a hash; 0 of none, which no hash is likely to begin with.
    init(keyHash: [UInt8]?) {
        rawValue = keyHash?.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } ?? 0
    }

    /// Whether the attempt had a key.
    var isKeyed: Bool { rawValue != 0 }
}
