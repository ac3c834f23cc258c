/// Schedule after schedule, from a first seed on, until there were enough or one fails.
struct Series: Sendable {
    /// The length of a series.
    enum Length: Sendable {
        /// One schedule alone, told in every detail.
        case one
        case schedules(Int)
        case until(ContinuousClock.Instant)

        /// Reads `300`, or `60s` for as long from now.
        init?(_ text: String) {
            if text.last == "s", let seconds = Int(text.dropLast()) {
                self = .until(.now + .seconds(seconds))
            } else if let schedules = Int(text) {
                self = .schedules(schedules)
            } else {
                return nil
            }
        }
    }

    /// The number that run at once against a real server; most of the time they wait.
    private static let width = 32

    private let first: UInt64
    private let length: Length
    private var schedules = 0
    private var calls = 0
    private var responses = 0
    private var counts = Counts()

    init(first: UInt64, length: Length) {
        self.first = first
        self.length = length
    }

    /// In virtual time, one after another.
    ///
    /// - Returns: The process's exit code.
    mutating func run(_ campaign: Campaign) -> Int32 {
        while let seed = next(of: 1).first {
            guard isFine(campaign.run(seed: seed, isTracing: isTold), seed) else { return 1 }
        }
        return tell(inOrder: true)
    }

    /// Against a real server, several at once.
    ///
    /// - Returns: The process's exit code.
    func run(_ campaign: RealCampaign) async -> Int32 {
        var series = self
        while case let seeds = series.next(of: Self.width), !seeds.isEmpty {
            let outcomes = await withTaskGroup(of: (UInt64, Campaign.Outcome).self) { group in
                for seed in seeds {
                    group.addTask { (seed, await campaign.run(seed: seed, isTracing: true)) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (seed, outcome) in outcomes {
                guard series.isFine(outcome, seed) else {
                    for (seed, outcome) in outcomes { outcome.lines.forEach { print("\(seed)| \($0)") } }
                    campaign.server.securityEvents.forEach { print("server: \($0)") }
                    return 1
                }
            }
        }
        return series.tell(inOrder: false)
    }

    private var isTold: Bool {
        if case .one = length { true } else { false }
    }

    /// The seeds of the schedules that are due; none at the end.
    private func next(of width: Int) -> Range<UInt64> {
        let left =
            switch length {
            case .one: 1 - schedules
            case .schedules(let count): count - schedules
            case .until(let end): ContinuousClock.now < end ? width : 0
            }
        let from = first + UInt64(schedules)
        return from..<from + UInt64(min(width, left))
    }

    private mutating func isFine(_ outcome: Campaign.Outcome, _ seed: UInt64) -> Bool {
        schedules += 1
        calls += outcome.calls
        responses += outcome.responses
        counts.add(outcome.counts)
        if isTold { outcome.lines.forEach { print($0) } }
        guard !outcome.violations.isEmpty else { return true }
        print("FAILED with CARDEA_SEED=\(seed)")
        outcome.violations.forEach { print("  \($0)") }
        return false
    }

    /// Sums up, and fails when something that can happen never did: that would show nothing.
    private func tell(inOrder order: Bool) -> Int32 {
        print(
            "\(schedules) schedules from seed \(first), \(calls) calls, \(responses) responded: \(counts.text)"
        )
        let missing = counts.missing(inOrder: order)
        guard isTold || missing.isEmpty else {
            print("NEVER CAME: \(missing.joined(separator: ", "))")
            return 1
        }
        print("every promise kept")
        return 0
    }
}
