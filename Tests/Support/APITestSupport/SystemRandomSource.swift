import CardeaCryptography
import CardeaIdentityService

/// Randomness as the server has it.
package struct SystemRandomSource: RandomSource {
    private let random = SystemRandom()

    package init() {}

    package func bytes(_ count: Int) -> [UInt8] { random.bytes(count) }
    package func word() -> UInt64 { random.word() }
}
