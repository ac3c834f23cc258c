import CardeaHTTPServing
import RequestCorpus
import Testing

/// The reader of requests without a socket: the short form of the fuzzing that `make soak` does.
@Suite("Reader")
struct ReaderTests {
    /// Low, so that short inputs reach them.
    private static var low: HTTPLimits {
        var limits = HTTPLimits()
        (limits.headBytes, limits.targetBytes, limits.fieldCount) = (512, 64, 8)
        (limits.chunkLineBytes, limits.trailerBytes, limits.bodyBytes) = (32, 64, 64)
        return limits
    }

    @Test("an input is read in the same way with every split", arguments: [HTTPLimits(), low])
    func handWritten(limits: HTTPLimits) {
        for entry in HostileRequests.all {
            #expect(ReaderCheck.violation(of: entry.bytes, limits) == nil, "\(entry)")
        }
    }

    @Test("a randomly changed input is read in the same way with every split", arguments: 1...4)
    func mutated(seed: UInt64) {
        var mutator = Mutator(seed: seed)
        for _ in 0..<1_500 {
            let input = mutator.next()
            #expect(ReaderCheck.violation(of: input, Self.low) == nil, "\(escaped(input))")
        }
    }
}
