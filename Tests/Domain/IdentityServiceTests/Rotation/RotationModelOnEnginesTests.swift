import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import RotationModel
import CardeaSQLCore
import CardeaSQLiteDriver
import StoreEngines
import Testing

@Suite("Refreshing on each engine against the model, under random schedules")
struct RotationModelOnEnginesTests {
    @Test(
        "honest users stay signed in, thefts end by the second round (K2, K13, X4)",
        arguments: StoreEngine.all,
        0..<8
    )
    func schedules(engine: StoreEngine, batch: Int) async throws {
        for seed in UInt64(50_000 + batch * 10)..<UInt64(50_000 + batch * 10 + 10) {
            try await live(Schedule(random: seed, mostRefreshes: 40), on: engine)
        }
    }

    @Test(
        "schedules of new seeds keep the same rules for the time of a soak (K2, K13, X4)",
        .enabled(if: SoakSeeds.areAny, "CARDEA_SOAK_SECONDS is set")
    )
    func soak() async throws {
        for seed in SoakSeeds() {
            for engine in StoreEngine.all {
                try await live(Schedule(random: seed, mostRefreshes: 40), on: engine)
            }
        }
    }

    /// Plays one life; whatever breaks a promise fails the test.
    private func live(_ schedule: Schedule, on engine: StoreEngine) async throws {
        try await engine.withDatabase { database in
            let server = try await StoredServer(.memory, schedule.policy, on: database)
            var simulation = try await Simulation(schedule, on: server)
            try await simulation.run()
            #expect(simulation.violation == nil, "\(schedule)")
            if schedule.thief == nil { #expect(simulation.refreshes == schedule.refreshes, "\(schedule)") }
        }
    }

    @Test(
        "a thief who follows an app with keys is detected by the second round (security 32)",
        arguments: [true, false]
    )
    func shadow(thiefIsKeyed: Bool) async throws {
        let thief = Thief(
            style: .shadow,
            isKeyed: thiefIsKeyed,
            hasAppsUserAgent: true,
            isOnAppsNetwork: true
        )
        for seed in 0..<5 as Range<UInt64> {
            let schedule = Schedule(seed: seed, keys: .always, refreshes: 100, thief: thief)
            let server = try await StoredServer(.memory, schedule.policy)
            var simulation = try await Simulation(schedule, on: server)
            try await simulation.run()
            #expect(simulation.violation == nil && simulation.wasRevoked, "\(schedule)")
            #expect(simulation.thiefsRounds <= 2)
        }
    }

    @Test(
        "tabs that refresh at any time end no session (security M3)",
        arguments: 0..<8 as Range<UInt64>
    )
    func wakingTabs(seed: UInt64) async throws {
        var schedule = Schedule(seed: seed, tabs: 3, refreshes: 60)
        schedule.refreshesOnWaking = true
        var simulation = try await Simulation(schedule, on: try await StoredServer(.memory, schedule.policy))
        try await simulation.run()
        #expect(simulation.violation == nil && simulation.refreshes == 60, "\(schedule)")
    }

    @Test(
        "the same on files, the server being started anew in between (K13)",
        arguments: [1, 2, 3] as [UInt64]
    )
    func restarts(seed: UInt64) async throws {
        try await withDirectory { directory in
            let schedule = Schedule(random: seed, mostRefreshes: 40)
            let server = try await StoredServer(.file(directory: directory), schedule.policy)
            var simulation = try await Simulation(schedule, on: server)
            try await simulation.run()
            #expect(simulation.violation == nil, "\(schedule)")
        }
    }
}

/// The whole server without HTTP: real tokens, real store.
private struct StoredServer: RotatingServer {
    private let location: SQLiteDatabase.Location
    private var server: Server
    private var session: SessionID?
    private var saved: RotationState?

    init(
        _ location: SQLiteDatabase.Location,
        _ rotation: RotationPolicy,
        on database: (any SQLDatabase)? = nil
    ) async throws {
        self.location = location
        var policy = Policy()
        policy.refreshTokens.grace = Int(rotation.grace?.milliseconds ?? 0)
        policy.refreshTokens.strictRotation = rotation.grace == nil
        policy.refreshTokens.recoversLostResponses = rotation.recoversLate
        server = try await Server(on: database ?? SQLiteDatabase.open(location), policy: policy)
    }

    mutating func signIn(at now: Timestamp) async throws -> [UInt8] {
        server.clock.set(now)
        let signedIn = try await server.signUp()
        session = signedIn.session.id
        return signedIn.tokens.refreshToken ?? []
    }

    func refresh(_ token: [UInt8], by sender: Sender, at now: Timestamp) async throws -> [UInt8]? {
        server.clock.set(now)
        let caller = server.caller(key: sender.key, from: sender.address, userAgent: sender.userAgent)
        do throws(IdentityError) {
            return try await server.services.sessions.refresh(token, by: caller).tokens.refreshToken
        } catch {
            switch error {
            case .token(.refreshTokenReused), .token(.sessionEnded), .token(.refreshTokenSuperseded):
                return nil
            default: throw error
            }
        }
    }

    mutating func checkpoint() async throws { saved = try await present() }

    func rollBack() async throws {
        guard let session, let saved, let present = try await present() else { return }
        try await server.store.transact(by: .server) {
            Decision([.session(.rotate(session, from: present, to: saved))], ())
        }
    }

    mutating func restart() async throws {
        guard case .file = location else { return }
        await server.store.close()
        server = try await Server(at: location, clock: server.clock, random: server.random)
    }

    private func present() async throws -> RotationState? {
        guard let session else { return nil }
        return try await server.store.read(.session(session))?.rotation
    }
}
