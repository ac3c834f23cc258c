extension Branch {
    /// Which child of its parent this is: 0 for the first, 255 for every one from there on.
    ///
    /// Siblings are numbered in the order of their issue. The number distinguishes a replaced sibling from one that a
    /// restored database does not know.
    package var ordinal: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 56) }

    /// Creates a branch of random bits, of which 56 are used.
    package init(ordinal: UInt8 = 0, entropy: UInt64) {
        self.init(rawValue: UInt64(ordinal) << 56 | entropy & (1 << 56 - 1))
    }

    /// The child that replaces this one.
    func sibling(entropy: UInt64) -> Branch {
        Branch(ordinal: ordinal == .max ? .max : ordinal + 1, entropy: entropy)
    }

    /// Whether this cannot have been issued before the sibling that the database knows as the newest.
    func isNewer(than known: Branch) -> Bool {
        ordinal > known.ordinal || ordinal == known.ordinal && ordinal != .max
    }
}
