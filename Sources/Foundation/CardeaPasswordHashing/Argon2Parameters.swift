/// The cost and the length of an argon2id hash (RFC 9106 §3.1).
package struct Argon2Parameters: Sendable, Equatable {
    package var memoryKiB: Int
    package var iterations: Int
    package var parallelism: Int
    package var saltLength: Int
    package var hashLength: Int

    /// The figures that OWASP recommends where memory is 19 MiB.
    package init(
        memoryKiB: Int = 19456,
        iterations: Int = 2,
        parallelism: Int = 1,
        saltLength: Int = 16,
        hashLength: Int = 32
    ) {
        self.memoryKiB = memoryKiB
        self.iterations = iterations
        self.parallelism = parallelism
        self.saltLength = saltLength
        self.hashLength = hashLength
    }

    /// KiB of memory; each lane needs 8 at least.
    package static let memoryRange = 8...1 << 20
    package static let iterationRange = 1...100
    package static let parallelismRange = 1...16

    /// Whether argon2 can work so, and no single hash can starve the server: at most 1 GiB and 100 passes.
    package var areSane: Bool {
        Self.parallelismRange.contains(parallelism)
            && Self.memoryRange.contains(memoryKiB) && memoryKiB >= 8 * parallelism
            && Self.iterationRange.contains(iterations)
            && (8...64).contains(saltLength)
            && (16...64).contains(hashLength)
    }
}
