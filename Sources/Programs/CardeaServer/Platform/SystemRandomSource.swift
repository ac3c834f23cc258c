import CardeaCryptography
import CardeaIdentityService

/// The machine's cryptographic randomness, as the use cases take it.
struct SystemRandomSource: RandomSource {
    private let random = SystemRandom()

    func bytes(_ count: Int) -> [UInt8] { random.bytes(count) }
    func word() -> UInt64 { random.word() }
}
