import CardeaLocks

/// Random bytes of the system; they are fetched 4 KiB at a time, to save system calls.
package struct SystemRandom: Sendable {
    private let reservoir = Reservoir()

    package init() {}

    package func bytes(_ count: Int) -> [UInt8] {
        reservoir.take(count)
    }

    package func word() -> UInt64 {
        reservoir.take(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Bytes that were fetched in advance; each is returned once and then erased.
private final class Reservoir: Sendable {
    private static let capacity = 4096
    private let remaining = Mutex<[UInt8]>([])

    func take(_ count: Int) -> [UInt8] {
        guard count <= Self.capacity / 8 else { return Entropy.bytes(count) }
        return remaining.withLock { remaining in
            if remaining.count < count { remaining = Entropy.bytes(Self.capacity) }
            let start = remaining.count - count
            let taken = Array(remaining[start...])
            for index in start..<remaining.count { remaining[index] = 0 }
            remaining.removeLast(count)
            return taken
        }
    }
}
