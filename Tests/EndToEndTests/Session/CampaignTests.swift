import Foundation
import Testing

/// Random schedules of everything that can go wrong, in virtual time: `Tests/SessionCampaign`.
///
/// `CARDEA_SOAK_SECONDS` makes it go on for longer, from a seed that is new each time: `make soak`.
/// `CARDEA_SEED` runs one schedule again, and tells all that happens.
@Suite struct CampaignTests {
    @Test(
        "rules 1-13: no spurious sign-out, no token used twice, no call lost, no answer to another caller"
    )
    func campaign() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seconds = environment["CARDEA_SOAK_SECONDS"].flatMap(Int.init)
        let arguments =
            if let seed = environment["CARDEA_SEED"] {
                [seed, "0"]
            } else {
                ["\(seconds == nil ? 1 : UInt64.random(in: 1...1 << 40))", "\(seconds ?? 3)"]
            }
        let outcome = try await run(arguments)
        print(outcome.output, terminator: "")
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test func `A seed brings the same schedule again`() async throws {
        let (first, second) = (try await run(["17", "0"]).output, try await run(["17", "0"]).output)
        #expect(first == second)
        #expect(first.count > 100)
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
