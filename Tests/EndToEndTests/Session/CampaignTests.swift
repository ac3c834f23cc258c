import Foundation
import PostgreSQLServer
import Testing

/// Random schedules of everything that can go wrong: `Tests/Support/SessionCampaign`.
///
/// Everything that can go wrong has to, at least once: a fault that never comes shows nothing. (Among threads, what takes luck
/// may stay away.)
/// `CARDEA_SOAK_SECONDS` makes them go on for longer, from a seed that is new each time: `make soak`.
/// `CARDEA_SEED` runs one schedule again, and tells all that happens.
@Suite struct CampaignTests {
    @Test(
        "a campaign finds no spurious sign-out, no token that is used twice, no lost request and no foreign response (rules 1-13)"
    )
    func campaign() async throws {
        let outcome = try await run(Self.series(300))
        print(outcome.output, terminator: "")
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(
        "clients with threads and encrypted files follow the rules against a real server, on each engine (rules 1-13)",
        arguments: [nil, "campaign"]
    )
    func realServer(database: String?) async throws {
        let files = try TemporaryDirectory()
        var environment: [String: String] = [:]
        if let database {
            let server = try PostgreSQLServer.shared.get()
            try server.create(database)
            environment["CARDEA_DATABASE"] = server.url(database)
        }
        let outcome = try await run(Self.series(128) + [Program.path, files.path], environment)
        print(outcome.output, terminator: "")
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("a seed repeats its schedule")
    func seedBringsSame() async throws {
        let (first, second) = (try await run(["17"]).output, try await run(["17"]).output)
        #expect(first == second)
        #expect(first.count > 100)
    }

    /// The first seed, and how many schedules, or for how long.
    private static func series(_ schedules: Int) -> [String] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["CARDEA_SEED"] { return [seed, "one"] }
        guard let soak = environment["CARDEA_SOAK_SECONDS"] else { return ["1", "\(schedules)"] }
        return ["\(UInt64.random(in: 1...1 << 40))", "\(soak)s"]
    }

    private func run(
        _ arguments: [String],
        _ environment: [String: String] = [:]
    ) async throws -> ChildProcess.Outcome {
        // The order of sets is part of the schedule.
        try await ChildProcess.run(
            Program.campaign,
            arguments,
            environment: environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
        )
    }
}
