import CardeaLocks

/// Random bytes of the system; they are fetched 4 KiB at a time, to save system calls.
package struct SystemRandom: Sendable {
    private let reservoir = Reservoir()

    package init() {}

    package func bytes(_ count: Int) -> [UInt8] {
        reservoir.take(count)
    }

    package func word() -> UInt64 {
        reservoir.word()
    }
}

/// Bytes that were fetched in advance; each is returned once and then erased.
private final class Reservoir: Sendable {
    private static let capacity = 4096
    private let remaining = Mutex<[UInt8]>([])

    func take(_ count: Int) -> [UInt8] {
        guard count <= Self.capacity / 8 else { return Entropy.bytes(count) }
        return remaining.withLock { remaining in
            Self.fill(&remaining, for: count)
            let start = remaining.count - count
            let taken = Array(remaining[start...])
            for index in start..<remaining.count { remaining[index] = 0 }
            remaining.removeLast(count)
            return taken
        }
    }

    /// The next eight bytes as a number.
    func word() -> UInt64 {
        remaining.withLock { remaining in
            Self.fill(&remaining, for: 8)
            var word: UInt64 = 0
            for index in remaining.count - 8..<remaining.count {
                word = word << 8 | UInt64(remaining[index])
                remaining[index] = 0
            }
            remaining.removeLast(8)
            return word
        }
    }

    private static func fill(_ remaining: inout [UInt8], for count: Int) {
        if remaining.count < count { remaining = Entropy.bytes(capacity) }
    }
}
