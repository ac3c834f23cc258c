import Testing

/// Somebody who uses the server while it is killed again and again, and judges afterwards.
///
/// It repeats a request without a response, or leaves it. It records what was acknowledged.
protocol CrashActor: Actor {
    /// The number of rounds after the last kill: with them, each judgement has something to judge.
    static var quietRounds: Int { get }
    /// The number of rounds that it has made.
    var rounds: Int { get set }

    /// Makes what all rounds need.
    func prepare() async throws

    /// Does one thing from its begin to its end, or as far as it can.
    func round() async throws

    /// Ends what waited for messages.
    func settle() async throws

    /// Compares what was acknowledged with the users after the last restart, and tries to do again what can be done once.
    func judge(_ pool: PoolScan) async throws
}

extension CrashActor {
    static var quietRounds: Int { 1 }

    func prepare() async throws {}
    func settle() async throws {}

    func run(until end: ContinuousClock.Instant) async throws {
        try await prepare()
        while ContinuousClock.now < end { try await nextRound() }
    }

    func runQuietly() async throws {
        for _ in 0..<Self.quietRounds { try await nextRound() }
    }

    private func nextRound() async throws {
        rounds += 1
        try await round()
    }
}
