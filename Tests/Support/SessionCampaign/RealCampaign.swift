import CardeaSession
import CardeaTesting
import DeviceUnderTest
import Foundation

/// The same schedules against `cardea serve`, among real threads, on encrypted files, in time that runs fast.
///
/// A seed repeats what is done, not the order in which threads get to it.
struct RealCampaign {
    let server: ServeProcess
    /// Where each schedule has a device of its own.
    let directory: URL

    /// Runs one schedule.
    func run(seed: UInt64, isTracing: Bool = false) async -> Campaign.Outcome {
        var random = SeededGenerator(seed: seed)
        let steps = Int.random(in: 5...25, using: &random)
        let ledger = Ledger(isTracing: isTracing)
        let device = directory.appending(path: "device-\(seed)")
        let stage = World.Stage(
            server: RealCampaignServer(server),
            clock: FastClock(),
            openDisk: { DeviceUnderTest.store(in: device) },
            ledger: ledger,
            name: "\(seed)",
            isSimulated: false
        )
        await World(stage, using: random).run(steps: steps)
        return Campaign.Outcome(ledger)
    }
}

/// The device's clock, run fast: an hour passes in less than a second.
private struct FastClock: SessionClock {
    private static let pace = 5_000
    private let clock = SystemClock()

    var now: Date { clock.now }
    var uptime: Duration { clock.uptime * Self.pace }

    func sleep(until deadline: Duration) async throws(CancellationError) {
        try await clock.sleep(until: deadline / Self.pace)
    }
}
