import CardeaIdentityService
import RotationModel
import CardeaLocks

/// Randomness that is the same in every run.
final class SeededRandom: RandomSource {
    private let generator: Mutex<SplitMix64>

    init(seed: UInt64 = 1) { generator = Mutex(SplitMix64(seed: seed)) }

    func word() -> UInt64 { generator.withLock { $0.next() } }

    func bytes(_ count: Int) -> [UInt8] {
        generator.withLock { generator in
            (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        }
    }
}
