import CardeaSession
import CardeaTesting
import Foundation

/// One device with a few processes, a server, and everything that can happen to them, by one seed.
final class World {
    /// Where it plays.
    struct Stage {
        let server: any CampaignServer
        let clock: any SessionClock
        /// Opens what the device has stored.
        let openDisk: @Sendable () -> any CredentialStore
        let ledger: Ledger
        /// A prefix that no other schedule uses for its users.
        let name: String
        /// Whether everything happens in the order that the seed decides, in virtual time.
        let isSimulated: Bool
    }

    let stage: Stage
    let device: SkewedClock
    let plan: FaultPlan
    let front: RejectingTransport
    var random: SeededGenerator
    private(set) var processes: [AppProcess] = []
    private let dependencies: Dependencies
    private var started = 0
    private var users = 0

    var server: any CampaignServer { stage.server }
    var clock: any SessionClock { stage.clock }
    var ledger: Ledger { stage.ledger }
    var tabs: [Tab] { processes.flatMap(\.tabs) }

    init(_ stage: Stage, using random: SeededGenerator) {
        var random = random
        self.stage = stage
        device = SkewedClock(stage.clock)
        plan = FaultPlan(seed: random.next(), odds: .random(using: &random))
        front = RejectingTransport(stage.server, ledger: stage.ledger)
        var configuration = SessionConfiguration(origins: stage.server.origin.map { [$0] } ?? [])
        configuration.waitsInsideExpiryMargin = Bool.random(using: &random)
        if Bool.random(using: &random) || !stage.isSimulated {
            configuration.refreshLimit = .max
        }
        // A real network takes its time, however fast the clock runs.
        if !stage.isSimulated { configuration.refreshDeadline = .seconds(5_000) }
        dependencies = Dependencies(
            configuration: configuration,
            server: stage.server,
            network: FaultInjectingTransport(front, plan: plan, clock: stage.clock),
            openDisk: stage.openDisk,
            plan: plan,
            clock: device,
            ledger: stage.ledger,
            isSimulated: stage.isSimulated
        )
        self.random = random
    }

    /// Lets so many things happen, then lets the device come to rest, and judges.
    func run(steps: Int) async {
        await signIn(start().tabs[0])
        for _ in 0..<steps {
            await happen(Event.random(using: &random))
            try? await clock.sleep(for: pause())
            bury()
        }
        await rest()
        await judge()
        for process in processes { process.life.end() }
        ledger.count(plan.counts)
    }

    func pause() -> Duration {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: .zero
        case 5..<8: .milliseconds(Int.random(in: 1...20_000, using: &random))
        default: .seconds(Int.random(in: 20...4_000, using: &random))
        }
    }

    @discardableResult
    func start() -> AppProcess {
        started += 1
        let tabs = Int.random(in: 1...2, using: &random)
        let process = AppProcess("P\(started)", tabs: tabs, in: dependencies, using: &random)
        processes.append(process)
        if tabs > 1 { ledger.count(.tabs) }
        ledger.note("\(process.name) starts with \(tabs) tabs")
        return process
    }

    /// Puts another process in the place of each one that was killed.
    func bury() {
        for process in processes where process.life.isOver {
            ledger.note("\(process.name) is dead")
            ledger.count(.kill)
            for tab in process.tabs { tab.bury() }
            processes.removeAll { $0 === process }
        }
        if processes.isEmpty { start() }
    }

    /// Signs a user up, and in.
    func signIn(_ tab: Tab) async {
        guard let (credential, user) = await signUp() else { return }
        ledger.note("\(tab.name) signs \(user) in")
        let signIn = Task.detached { await tab.signIn(credential, user) }
        // With real threads, the order of two sign-ins at the same time is unknown.
        if !stage.isSimulated { await signIn.value }
    }

    /// Makes a user; tries for a while, as the server may be away.
    private func signUp() async -> (SessionCredential, user: String)? {
        users += 1
        for _ in 0..<100 {
            let email = "u\(users)-\(stage.name)@example.com"
            if let made = await server.accounts.signUp(email, over: server.transport) { return made }
            try? await clock.sleep(for: .seconds(50))
        }
        return nil
    }
}
