import CardeaIdentityDomain
import CardeaIdentityService
import CardeaPasswordHashing
import CardeaSQLiteDriver
import CardeaTelemetry
import Testing

@testable import CardeaServer

@Suite struct HousekeepingTests {
    @Test func `What ended long ago goes, in as many batches as it takes; what stands stays`() async throws {
        let house = try await House()
        let ended = try await house.sessions(45)
        let standing = try await house.sessions(3)
        try await house.revoke(ended)
        _ = try await house.application.projects.createAdministratorToken(name: "old", lifetime: .days(1))
        _ = try await house.application.projects.createAdministratorToken(name: "lasting")
        house.clock.freeze(at: house.clock.now() + .days(31))

        let work = Task { await house.housekeeping().run() }
        while house.log.lines.isEmpty { await Task.yield() }
        work.cancel()
        await work.value

        #expect(house.log.lines.map(\.message) == ["housekeeping"])
        #expect(
            house.log.lines[0].fields
                == ["sessions": 45, "anonymousUsers": 0, "administratorTokens": 1, "securityEvents": 0]
        )
        #expect(house.application.projects.administrators().map(\.name) == ["lasting"])
        for tokens in ended { #expect(await house.failure(of: tokens) == .sessionEnded(nil)) }
        for tokens in standing { #expect(await house.failure(of: tokens) == nil) }
    }

    @Test func `Nothing to do is not worth a line; a store that fails is, and the next round tries again`()
        async throws
    {
        let house = try await House()
        let work = Task { await house.housekeeping(interval: .zero).run() }
        for _ in 0..<100 { await Task.yield() }
        #expect(house.log.lines.isEmpty)
        await house.application.close()
        while house.log.lines.count < 4 { await Task.yield() }
        work.cancel()
        await work.value
        #expect(
            Set(house.log.lines.map(\.message)) == [
                "store failed", "housekeeping stopped by an error; the next round tries again",
            ]
        )
    }

    @Test func `security M6: guests who did nothing for the days that the project says go, and no others`()
        async throws
    {
        let house = try await House()
        let unused = try await house.sessions(45)
        let used = try await house.sessions(5)
        try await house.changeSettings { $0.users.unusedAnonymousDays = 10 }
        house.clock.freeze(at: house.clock.now() + .days(8))
        for token in used { #expect(await house.failure(of: token) == nil) }
        let late = try await house.sessions(2)
        house.clock.freeze(at: house.clock.now() + .days(8))

        let work = Task { await house.housekeeping().run() }
        while house.log.lines.isEmpty { await Task.yield() }
        work.cancel()
        await work.value

        #expect(
            house.log.lines[0].fields == [
                "sessions": 0, "anonymousUsers": 45, "administratorTokens": 0, "securityEvents": 0,
            ]
        )
        for token in unused { #expect(await house.failure(of: token) == .userNotFound) }
        for token in late { #expect(await house.failure(of: token) == nil) }
        #expect(try await house.userCount == 7)
    }

    @Test func `No task works where the interval is none`() async throws {
        let house = try await House()
        var configuration = CardeaServer.Configuration.Housekeeping()
        configuration.interval = 0
        #expect(Housekeeping.task(house.application, configuration) == nil)
        await house.application.close()
    }
}

/// An application in memory, with a clock that is set by hand.
private struct House {
    let clock = AdjustableClock()
    let log = CapturingLogSink()
    let application: Application
    private let project: Project

    init() async throws {
        clock.freeze(at: Timestamp(seconds: 1_800_000_000))
        application = try await Application.open(
            .memory,
            masterKey: { _ in [UInt8](repeating: 7, count: 32) },
            publicURL: "https://id.example",
            Application.Surroundings(
                passwords: PasswordHasher(
                    parameters: Argon2Parameters(memoryKiB: 8, iterations: 1),
                    threads: 1,
                    queueLimit: 10
                ),
                clock: clock,
                random: SystemRandomSource(),
                logger: Logger(sink: log)
            )
        )
        project = try await application.projects.create(ProjectID(rawValue: "shop"))
    }

    func housekeeping(interval: Duration = .seconds(3600)) -> Housekeeping {
        Housekeeping(
            service: application.service,
            projects: application.projects,
            events: application.events,
            logger: Logger(sink: log),
            retention: .days(30),
            eventRetention: .days(30),
            interval: interval
        )
    }

    private var caller: Caller { Caller(project: project, remoteAddress: "192.0.2.1") }

    /// The refresh tokens of new guests.
    func sessions(_ count: Int) async throws -> [[UInt8]] {
        var tokens: [[UInt8]] = []
        for _ in 0..<count {
            let guest = try await application.service.signUp(NewAccount(), by: caller)
            tokens.append(guest.tokens.refreshToken ?? [])
        }
        return tokens
    }

    var userCount: Int {
        get async throws {
            try await application.service.users(in: UserPool(project: project.id), limit: 1000).count
        }
    }

    func changeSettings(_ change: (inout Policy) -> Void) async throws {
        var project = project
        change(&project.policy)
        try await application.projects.update(project)
    }

    func revoke(_ tokens: [[UInt8]]) async throws {
        for token in tokens {
            try await application.service.revoke(String(decoding: token, as: UTF8.self), by: caller)
        }
    }

    func failure(of token: [UInt8]) async -> IdentityError? {
        do {
            _ = try await application.service.refresh(token, by: caller)
            return nil
        } catch {
            return error
        }
    }
}
