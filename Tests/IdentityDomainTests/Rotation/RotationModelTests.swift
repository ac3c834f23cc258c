import IdentityDomain
import RotationModel
import Testing

@Suite("The rules of rotation against a model, under random schedules")
struct RotationModelTests {
    @Test(
        "K2 K13 X4 honest users stay signed in, thefts end by the second round, one line of children lives",
        arguments: 0..<20
    )
    func schedules(batch: Int) async throws {
        for seed in UInt64(batch * 100)..<UInt64(batch * 100 + 100) {
            let schedule = Schedule(seed: seed)
            var simulation = try await Simulation(schedule, on: PureServer(schedule.policy))
            try await simulation.run()
            #expect(simulation.violation == nil, "\(schedule)")
            if !schedule.hasThief { #expect(simulation.refreshes == schedule.refreshes, "\(schedule)") }
        }
    }

    @Test("X4 thefts are found: nearly every simulated theft with a long life after it ends in a revocation")
    func theftsAreFound() async throws {
        var thefts = 0
        var found = 0
        for seed in UInt64(10_000)..<10_400 {
            let schedule = Schedule(seed: seed)
            guard schedule.hasThief, schedule.refreshes > 50 else { continue }
            var simulation = try await Simulation(schedule, on: PureServer(schedule.policy))
            try await simulation.run()
            #expect(simulation.violation == nil, "\(schedule)")
            thefts += 1
            found += simulation.wasRevoked ? 1 : 0
        }
        #expect(thefts > 50)
        #expect(found == thefts, "\(found) of \(thefts)")
    }
}

/// The rules alone, with a database that is a variable.
private struct PureServer: RotatingServer {
    private let policy: RotationPolicy
    private var state = RotationState(branch: Branch(entropy: 7))
    private var saved = RotationState(branch: Branch(entropy: 7))
    private var random = SplitMix64(seed: 99)
    private var hasEnded = false

    init(_ policy: RotationPolicy) { self.policy = policy }

    mutating func signIn(at now: Timestamp) -> RefreshTokenName { state.latest }

    mutating func refresh(_ token: RefreshTokenName, key: String?, at now: Timestamp) -> RefreshTokenName? {
        guard !hasEnded else { return nil }
        let hash = key.map { Array($0.utf8) }
        switch state.handle(token, keyHash: hash, policy: policy, now: now, entropy: random.next()) {
        case .replay(let name):
            return name
        case .advance(let next, _):
            state = next
            return next.latest
        case .duplicate:
            return nil
        case .reuse, .exhausted:
            hasEnded = true
            return nil
        }
    }

    mutating func checkpoint() { saved = state }
    mutating func rollBack() { state = saved }
    mutating func restart() {}
}
