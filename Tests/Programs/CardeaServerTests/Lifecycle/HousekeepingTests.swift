import CardeaIdentityDomain
import CardeaIdentityService
import CardeaPasswordHashing
import CardeaSQLCore
import CardeaSQLiteDriver
import CardeaLogging
import LoggingTestSupport
import Testing

@testable import CardeaServer
import CardeaSecrets

@Suite struct HousekeepingTests {
    @Test("sessions that ended long ago are deleted in batches, and no others")
    func sessionsEndedLong() async throws {
        let server = try await TestServer()
        let ended = try await server.sessions(45)
        let standing = try await server.sessions(3)
        try await server.revoke(ended)
        _ = try await server.application.projects.createAdministratorToken(
            name: "old",
            lifetime: .days(1),
            by: .server
        )
        _ = try await server.application.projects.createAdministratorToken(name: "lasting", by: .server)
        server.clock.freeze(at: server.clock.now() + .days(31))

        let work = Task { await server.housekeeping().run() }
        while server.log.lines.isEmpty { await Task.yield() }
        work.cancel()
        await work.value

        #expect(server.log.lines.map(\.message) == ["housekeeping"])
        #expect(
            server.log.lines[0].metadata
                == [
                    "sessions": .stringConvertible(45), "anonymousUsers": .stringConvertible(0),
                    "administratorTokens": .stringConvertible(1), "securityEvents": .stringConvertible(0),
                    "codes": .stringConvertible(0), "mails": .stringConvertible(0),
                    "providerTokens": .stringConvertible(0),
                    "textMessages": .stringConvertible(0),
                ]
        )
        #expect(server.application.projects.administrators().map(\.name) == ["lasting"])
        for tokens in ended { #expect(await server.failure(of: tokens) == .token(.sessionEnded(nil))) }
        for tokens in standing { #expect(await server.failure(of: tokens) == nil) }
    }

    @Test(
        "the users of a deleted tenant are deleted, and one line names the tenant and their number"
    )
    func deletedTenant() async throws {
        let server = try await TestServer()
        let (projects, project) = (server.application.projects, server.project.id)
        let pools = try await [
            projects.createTenant(in: project, id: TenantID(rawValue: "blue"), by: .server),
            projects.createTenant(in: project, id: TenantID(rawValue: "red"), by: .server),
        ].map(\.pool)
        for pool in pools {
            for number in 0..<(pool == pools[0] ? 25 : 1) {
                let id = UserID(rawValue: "\(number)")
                _ = try await server.application.services.users.create(
                    AdministeredChanges(),
                    id: id,
                    in: pool,
                    by: .server
                )
            }
        }
        try await projects.deleteTenant(TenantID(rawValue: "blue"), in: project, by: .server)
        let work = Task { await server.housekeeping().run() }
        while server.log.lines.isEmpty { await Task.yield() }
        work.cancel()
        await work.value
        #expect(server.log.lines.map(\.message) == ["users of a deleted tenant are deleted"])
        #expect(
            server.log.lines[0].metadata
                == ["project": "shop", "tenant": "blue", "users": .stringConvertible(25)]
        )
        let counts = try await [
            server.application.services.userExport.count(of: pools[0]),
            server.application.services.userExport.count(of: pools[1]),
        ]
        #expect(counts == [0, 1])
    }

    @Test("the users of a deleted project are deleted, and one line names the project and their number")
    func deletedProject() async throws {
        let server = try await TestServer()
        _ = try await server.sessions(25)
        _ = try await server.application.projects.create(ProjectID(rawValue: "other"), by: .server)
        try await server.application.projects.delete(server.project.id, by: .server)
        let work = Task { await server.housekeeping().run() }
        while server.log.lines.isEmpty { await Task.yield() }
        work.cancel()
        await work.value
        #expect(server.log.lines.map(\.message) == ["users of a deleted project are deleted"])
        #expect(server.log.lines[0].metadata == ["project": "shop", "users": .stringConvertible(25)])
    }

    @Test("a round without work logs nothing; a failing store is logged, and the next round tries again")
    func roundWithoutWork()
        async throws
    {
        let server = try await TestServer()
        let work = Task { await server.housekeeping(interval: .zero).run() }
        for _ in 0..<100 { await Task.yield() }
        #expect(server.log.lines.isEmpty)
        await server.application.close()
        while server.log.lines.count < 4 { await Task.yield() }
        work.cancel()
        await work.value
        #expect(
            Set(server.log.lines.map(\.message)) == [
                "store failed", "housekeeping step failed; the next round tries again",
            ]
        )
    }

    @Test("a step that fails is logged, and the later steps of the round run")
    func failingStep() async throws {
        let server = try await TestServer()
        try await server.revoke(server.sessions(3))
        server.clock.freeze(at: server.clock.now() + .days(31))
        try await server.application.storage.database.write([
            SQLWrite(SQLStatement("DROP TABLE tenants", isReused: false), changing: .any)
        ])

        let work = Task { await server.housekeeping().run() }
        while server.log.lines.last?.message != "housekeeping" { await Task.yield() }
        work.cancel()
        await work.value

        #expect(
            server.log.lines.map(\.message)
                == ["store failed", "housekeeping step failed; the next round tries again", "housekeeping"]
        )
        #expect(server.log.lines[1].metadata == ["step": "deletedPools"])
        #expect(server.log.lines[2].metadata["sessions"] == .stringConvertible(3))
    }

    @Test("guests who are unused for the days of the policy are deleted, and no others (security 34)")
    func guestsWhoUnused()
        async throws
    {
        let server = try await TestServer()
        let unused = try await server.sessions(45)
        let used = try await server.sessions(5)
        try await server.changeSettings { $0.users.unusedAnonymousDays = 10 }
        server.clock.freeze(at: server.clock.now() + .days(8))
        for token in used { #expect(await server.failure(of: token) == nil) }
        let late = try await server.sessions(2)
        server.clock.freeze(at: server.clock.now() + .days(8))

        let work = Task { await server.housekeeping().run() }
        while server.log.lines.isEmpty { await Task.yield() }
        work.cancel()
        await work.value

        #expect(
            server.log.lines[0].metadata == [
                "sessions": .stringConvertible(0), "anonymousUsers": .stringConvertible(45),
                "administratorTokens": .stringConvertible(0), "securityEvents": .stringConvertible(0),
                "codes": .stringConvertible(0), "mails": .stringConvertible(0),
                "providerTokens": .stringConvertible(0),
                "textMessages": .stringConvertible(0),
            ]
        )
        for token in unused { #expect(await server.failure(of: token) == .user(.notFound)) }
        for token in late { #expect(await server.failure(of: token) == nil) }
        #expect(try await server.userCount == 7)
    }

    @Test("an interval of 0 starts no task")
    func interval0Starts() async throws {
        let server = try await TestServer()
        var configuration = CardeaServer.Configuration.Housekeeping()
        configuration.interval = 0
        #expect(Housekeeping.task(server.application, configuration) == nil)
        await server.application.close()
    }
}

/// An application in memory, with a clock that is set by hand.
private struct TestServer {
    let clock = AdjustableClock()
    let log = LogRecorder()
    let application: Application
    let project: Project

    init() async throws {
        clock.freeze(at: Timestamp(seconds: 1_800_000_000))
        application = try await Application.open(
            .memory,
            masterKey: { _ in [UInt8](repeating: 7, count: 32) },
            publicURL: "https://id.example",
            Application.Dependencies(
                passwords: PasswordHasher(
                    parameters: Argon2Parameters(memoryKiB: 8, iterations: 1),
                    threads: 1,
                    queueLimit: 10
                ),
                clock: clock,
                random: SystemRandomSource(),
                log: ServerLog(log.logger)
            )
        )
        project = try await application.projects.create(ProjectID(rawValue: "shop"), by: .server)
    }

    func housekeeping(interval: Duration = .seconds(3600)) -> Housekeeping {
        Housekeeping(
            cleanup: application.services.cleanup,
            projects: application.projects,
            events: application.services.securityEvents,
            outbox: application.services.outbox,
            federation: application.services.federation,
            logger: log.logger,
            retention: .days(30),
            eventRetention: .days(30),
            mailRetention: .days(7),
            interval: interval
        )
    }

    private var caller: Caller { Caller(RequestScope(project: project), remoteAddress: "192.0.2.1") }

    /// The refresh tokens of new guests.
    func sessions(_ count: Int) async throws -> [[UInt8]] {
        var tokens: [[UInt8]] = []
        for _ in 0..<count {
            let guest = try await application.services.accounts.signUp(NewAccount(), by: caller).get()
            tokens.append(guest.tokens.refreshToken ?? [])
        }
        return tokens
    }

    var userCount: Int {
        get async throws {
            try await application.services.users.list(in: UserPool(project: project.id), limit: 1000).count
        }
    }

    func changeSettings(_ change: (inout Policy) -> Void) async throws {
        var project = project
        change(&project.policy)
        try await application.projects.change(project, by: .server) { $0 = project }
    }

    func revoke(_ tokens: [[UInt8]]) async throws {
        for token in tokens {
            try await application.services.sessions.revoke(
                Secret(String(decoding: token, as: UTF8.self)),
                by: caller
            )
        }
    }

    func failure(of token: [UInt8]) async -> IdentityError? {
        do {
            _ = try await application.services.sessions.refresh(token, by: caller)
            return nil
        } catch {
            return error
        }
    }
}
