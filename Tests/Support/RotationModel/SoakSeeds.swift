import Foundation

/// The seeds of a soak: new ones for `CARDEA_SOAK_SECONDS`, or the one of `CARDEA_SEED`; none in other runs of the tests.
package struct SoakSeeds: Sequence, IteratorProtocol {
    private static let environment = ProcessInfo.processInfo.environment
    private static let only = environment["CARDEA_SEED"].flatMap { UInt64($0) }
    private static let seconds = environment["CARDEA_SOAK_SECONDS"].flatMap { Int($0) }

    /// Whether there are any.
    package static var areAny: Bool { only != nil || seconds != nil }

    private let end = ContinuousClock.now + .seconds(Self.seconds ?? 0)
    private let first = Self.only ?? UInt64.random(in: 1...1 << 40)
    private var count: UInt64 = 0

    package init() {}

    package mutating func next() -> UInt64? {
        guard Self.only == nil ? ContinuousClock.now < end : count == 0 else { return nil }
        defer { count += 1 }
        return first + count
    }
}
