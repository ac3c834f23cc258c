import CardeaIdentityDomain
import RotationModel
import Testing

@Suite("The rules of rotation against a model, under random schedules")
struct RotationModelTests {
    @Test(
        "honest users stay signed in, thefts are detected by the second round, and one line of children is valid (K2, K13, X4)",
        arguments: 0..<20
    )
    func schedules(batch: Int) async throws {
        for seed in UInt64(batch * 100)..<UInt64(batch * 100 + 100) {
            _ = try await live(Schedule(random: seed))
        }
    }

    @Test(
        "schedules of new seeds keep the same rules for the time of a soak (K2, K13, X4)",
        .enabled(if: SoakSeeds.areAny, "CARDEA_SOAK_SECONDS is set")
    )
    func soak() async throws {
        for seed in SoakSeeds() { _ = try await live(Schedule(random: seed)) }
    }

    @Test(
        "tabs that refresh at any time end no session (security M3)",
        arguments: [.never, .always, .begin, .stop] as [Schedule.Keys],
        [3, 5]
    )
    func wakingTabs(keys: Schedule.Keys, tabs: Int) async throws {
        for seed in 0..<40 as Range<UInt64> {
            var schedule = Schedule(seed: seed, keys: keys, tabs: tabs, refreshes: 100)
            schedule.refreshesOnWaking = true
            _ = try await live(schedule)
        }
    }

    @Test(
        "an app with keys: whenever a thief uses a stolen token, he is found by the second round (X4, security 32)",
        arguments: Thief.Style.allCases
    )
    func keyed(style: Thief.Style) async throws {
        for seed in 0..<200 as Range<UInt64> {
            let thief = Thief(
                style: style,
                isKeyed: seed % 2 == 0,
                hasAppsUserAgent: true,
                isOnAppsNetwork: true
            )
            let schedule = Schedule(seed: seed, keys: .always, refreshes: 300, thief: thief)
            let (isFound, rounds) = try await live(schedule)
            #expect(isFound && (style != .shadow || rounds <= 1), "\(schedule): \(rounds) rounds")
        }
    }

    @Test(
        "an app without keys: a thief with another user agent is found, one with a key too (X4, security 32)",
        arguments: Thief.Style.allCases
    )
    func otherUserAgent(style: Thief.Style) async throws {
        for seed in 0..<200 as Range<UInt64> {
            let thief = Thief(
                style: style,
                isKeyed: seed % 2 == 0,
                hasAppsUserAgent: false,
                isOnAppsNetwork: true
            )
            let (isFound, _) = try await live(Schedule(seed: seed, refreshes: 300, thief: thief))
            #expect(isFound)
        }
    }

    @Test(
        "known limit: without keys, a thief with the app's user agent is not found; strict rotation finds the thief (security 32)"
    )
    func remains() async throws {
        let thief = Thief(style: .shadow, isKeyed: false, hasAppsUserAgent: true, isOnAppsNetwork: true)
        for seed in 0..<50 as Range<UInt64> {
            var schedule = Schedule(seed: seed, refreshes: 300, thief: thief)
            let (isFound, rounds) = try await live(schedule)
            #expect(!isFound && rounds > 100, "\(schedule): \(rounds) rounds")
            // Without keys, strict rotation ends a session at the first lost response too.
            schedule.policy = .strict
            var strict = try await Simulation(schedule, on: PureServer(.strict))
            try await strict.run()
            #expect(strict.wasRevoked && strict.thiefsRounds <= 1, "\(schedule)")
        }
    }

    /// Plays one life; whatever breaks a promise fails the test.
    private func live(_ schedule: Schedule) async throws -> (isFound: Bool, rounds: Int) {
        var simulation = try await Simulation(schedule, on: PureServer(schedule.policy))
        try await simulation.run()
        #expect(simulation.violation == nil, "\(schedule)")
        if schedule.thief == nil { #expect(simulation.refreshes == schedule.refreshes, "\(schedule)") }
        return (simulation.wasRevoked, simulation.thiefsRounds)
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

    mutating func refresh(
        _ token: RefreshTokenName,
        by sender: Sender,
        at now: Timestamp
    ) -> RefreshTokenName? {
        guard !hasEnded else { return nil }
        let use = RefreshTokenUse(
            of: token,
            keyHash: sender.key.map { Array($0.utf8) },
            origin: RefreshOrigin(userAgent: sender.userAgent, remoteAddress: sender.address),
            at: now,
            entropy: random.next()
        )
        switch state.handle(use, policy: policy) {
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
