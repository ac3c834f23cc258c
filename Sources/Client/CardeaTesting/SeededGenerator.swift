/// Random numbers that are the same for the same seed (SplitMix64); for tests alone.
///
///     var random = SeededGenerator(seed: 7)
///     let delay = Duration.milliseconds(Int.random(in: 0...100, using: &random))
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    /// True with a probability between 0 and 1.
    mutating func decides(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }
}
