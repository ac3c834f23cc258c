import Foundation
import Testing

/// Random schedules of everything that can go wrong: `Tests/SessionCampaign`.
///
/// `CARDEA_SOAK_SECONDS` makes them go on for longer, from a seed that is new each time: `make soak`.
/// `CARDEA_SEED` runs one schedule again, and tells all that happens.
@Suite struct CampaignTests {
    @Test(
        "rules 1-13: no spurious sign-out, no token used twice, no call lost, no answer to another caller"
    )
    func campaign() async throws {
        let outcome = try await run(Self.series(seconds: 3))
        print(outcome.output, terminator: "")
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("rules 1-13: the same against a real server, among threads, on encrypted files")
    func realServer() async throws {
        let files = try TemporaryDirectory()
        let data = try files.file("data")
        let server = try await ServerProcess.serve(data)
        let setting = try await Program.run("project set refreshGrace 0 --data \(data)")
        try #require(setting.exitCode == 0, "\(setting.errors)")
        let place = [server.url.absoluteString, server.apiKey, try files.file("devices")]
        let outcome = try await run(Self.series(seconds: 4) + place)
        print(outcome.output, terminator: "")
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(!server.process.output.contains("refresh token reused"))
    }

    @Test func `A seed brings the same schedule again`() async throws {
        let (first, second) = (try await run(["17", "0"]).output, try await run(["17", "0"]).output)
        #expect(first == second)
        #expect(first.count > 100)
    }

    /// The first seed, and how many seconds to go on.
    private static func series(seconds: Int) -> [String] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["CARDEA_SEED"] { return [seed, "0"] }
        let soak = environment["CARDEA_SOAK_SECONDS"].flatMap(Int.init)
        return ["\(soak == nil ? 1 : UInt64.random(in: 1...1 << 40))", "\(soak ?? seconds)"]
    }

    private func run(_ arguments: [String]) async throws -> Program.Outcome {
        // The order of sets is part of the schedule.
        try await Program.run(
            Program.campaign,
            arguments,
            environment: ["SWIFT_DETERMINISTIC_HASHING": "1"]
        )
    }
}
