/// A small random number generator, determined by its seed (Steele, Lea, Flood, OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// The time for which a message travels: mostly not long, at the most less than a quarter of the grace.
    package mutating func flight() -> Int64 { Int64.random(in: 0...(chance(80) ? 300 : 2450), using: &self) }

    /// Milliseconds, evenly from a range of seconds.
    package mutating func seconds(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range.lowerBound * 1000...range.upperBound * 1000, using: &self)
    }
}
