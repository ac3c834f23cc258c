import CardeaCryptography
import Testing

@Suite("Randomness")
struct SystemRandomTests {
    @Test("the result has the demanded length", arguments: [0, 1, 8, 511, 512, 513, 4096, 100_000])
    func counts(count: Int) {
        #expect(SystemRandom().bytes(count).count == count)
    }

    @Test("no two results are equal, on any thread")
    func unique() async {
        let random = SystemRandom()
        let values = await withTaskGroup(of: [[UInt8]].self) { group in
            for _ in 0..<8 { group.addTask { (0..<2000).map { _ in random.bytes(16) } } }
            return await group.reduce(into: Set<[UInt8]>()) { $0.formUnion($1) }
        }
        #expect(values.count == 16000)
        #expect(Set((0..<2000).map { _ in random.word() }).count == 2000)
    }

    @Test("every bit is set about half of the time")
    func balanced() {
        let random = SystemRandom()
        var ones = [Int](repeating: 0, count: 64)
        for _ in 0..<4096 {
            let word = random.word()
            for bit in 0..<64 where word >> UInt64(bit) & 1 == 1 { ones[bit] += 1 }
        }
        // Ten standard deviations of 32 away: one run in 10²⁰ fails by chance.
        #expect(ones.allSatisfy { (2048 - 320...2048 + 320).contains($0) })
    }
}
