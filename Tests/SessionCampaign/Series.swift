/// Schedule after schedule, from a first seed on, until the time is over or one fails.
struct Series: Sendable {
    /// How many run at once against a real server.
    private static let width: UInt64 = 8

    private let first: UInt64
    private let end: ContinuousClock.Instant
    /// One schedule alone, told in every detail.
    private let isSingle: Bool
    private var schedules = 0
    private var calls = 0
    private var answers = 0

    init(first: UInt64, seconds: UInt64) {
        self.first = first
        end = .now + .seconds(Double(seconds))
        isSingle = seconds == 0
    }

    /// In virtual time, one after another.
    ///
    /// - Returns: The process's exit code.
    mutating func run(_ campaign: Campaign) -> Int32 {
        repeat {
            let seed = first + UInt64(schedules)
            guard isFine(campaign.run(seed: seed, isTracing: isSingle), seed) else { return 1 }
        } while ContinuousClock.now < end
        tell()
        return 0
    }

    /// Against a real server, several at once.
    func run(_ campaign: RealCampaign) async -> Int32 {
        var series = self
        repeat {
            let from = first + UInt64(series.schedules)
            let seeds = isSingle ? from..<from + 1 : from..<from + Self.width
            let outcomes = await withTaskGroup(of: (UInt64, Campaign.Outcome).self) { [isSingle] group in
                for seed in seeds {
                    group.addTask { (seed, await campaign.run(seed: seed, isTracing: isSingle)) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (seed, outcome) in outcomes {
                guard series.isFine(outcome, seed) else { return 1 }
            }
        } while ContinuousClock.now < end
        series.tell()
        return 0
    }

    private mutating func isFine(_ outcome: Campaign.Outcome, _ seed: UInt64) -> Bool {
        schedules += 1
        calls += outcome.calls
        answers += outcome.answers
        if isSingle { outcome.lines.forEach { print($0) } }
        guard !outcome.violations.isEmpty else { return true }
        print("FAILED with CARDEA_SEED=\(seed)")
        outcome.violations.forEach { print("  \($0)") }
        return false
    }

    private func tell() {
        print(
            "\(schedules) schedules from seed \(first), \(calls) calls, \(answers) answered: every promise kept"
        )
    }
}
