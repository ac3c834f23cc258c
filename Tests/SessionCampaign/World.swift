import CardeaSession
import CardeaTesting
import Foundation

/// One device with a few processes, a server, and everything that can happen to them, by one seed.
final class World {
    /// Where it plays.
    struct Stage {
        let server: any CampaignServer
        let clock: any SessionClock
        let disk: any CredentialStore
        let ledger: Ledger
        /// Whether everything happens in the order that the seed decides, in virtual time.
        let isSimulated: Bool
    }

    private var random: SeededGenerator
    private let stage: Stage
    private var ledger: Ledger { stage.ledger }
    private var clock: any SessionClock { stage.clock }
    private var server: any CampaignServer { stage.server }
    private let device: SkewedClock
    private let plan: FaultPlan
    private let surroundings: AppProcess.Surroundings
    private var processes: [AppProcess] = []
    private var started = 0

    init(_ stage: Stage, using random: SeededGenerator) {
        var random = random
        self.stage = stage
        device = SkewedClock(stage.clock)
        plan = FaultPlan(seed: random.next(), odds: stage.weather(using: &random))
        var configuration = SessionConfiguration(origins: stage.server.origin.map { [$0] } ?? [])
        configuration.holdsInsideLeeway = Bool.random(using: &random)
        if Bool.random(using: &random) || !stage.isSimulated {
            configuration.refreshLimit = RefreshLimit(count: .max)
        }
        // A real network takes its time, however fast the clock runs.
        if !stage.isSimulated { configuration.refreshDeadline = .seconds(5_000) }
        surroundings = AppProcess.Surroundings(
            configuration: configuration,
            server: stage.server,
            network: FaultInjectingTransport(stage.server.transport, plan: plan, clock: stage.clock),
            store: FaultInjectingStore(stage.disk, plan: plan),
            clock: device,
            ledger: stage.ledger,
            isSimulated: stage.isSimulated
        )
        self.random = random
    }
}

extension World.Stage {
    /// How bad things are for a while; among threads a failing disk would leave open who was signed in last.
    fileprivate func weather(using random: inout SeededGenerator) -> FaultPlan.Odds {
        var odds = FaultPlan.Odds.random(using: &random)
        if !isSimulated { odds.storeFailure = 0 }
        return odds
    }
}

// What happens
extension World {
    /// Lets so many things happen, then lets the device come to rest, and judges.
    func run(steps: Int) async {
        start()
        await signIn(processes[0])
        for _ in 0..<steps {
            await happen()
            try? await clock.sleep(for: pause())
            bury()
        }
        await rest()
        await judge()
        for process in processes { process.life.end() }
    }

    private func pause() -> Duration {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: .zero
        case 5..<8: .milliseconds(Int.random(in: 1...20_000, using: &random))
        default: .seconds(Int.random(in: 20...4_000, using: &random))
        }
    }

    private func happen() async {
        let process = processes.randomElement(using: &random) ?? processes[0]
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40: call(process)
        case 40..<46:
            let call = Task.detached { await process.call() }
            Task.detached { [clock, pause = pause()] in
                try? await clock.sleep(for: pause)
                call.cancel()
            }
        case 46..<54: Task.detached { _ = try? await process.engine.refresh() }
        case 54..<58: Task.detached { _ = try? await process.engine.validCredential(leeway: .seconds(30)) }
        case 58..<62: Task.detached { _ = try? await process.engine.restore() }
        case 62..<74: kill(process, afterSteps: Int.random(in: 0..<14, using: &random))
        case 74..<78: if processes.count < 4 { start() }
        case 78..<80: await signIn(process)
        case 80..<82:
            // The answers to one user's calls come when another is there.
            server.refuseTokens(times: Int.random(in: 1...4, using: &random))
            call(process)
            await signIn(process)
        case 82..<85: Task.detached { await process.signOut() }
        case 85..<90:
            device.skew = .seconds([-86_400, 0, 86_400].randomElement(using: &random) ?? 0)
            ledger.note("the device's clock is ahead by \(device.skew)")
        case 90..<94:
            plan.odds = stage.weather(using: &random)
            ledger.note("from now on \(plan.odds)")
        case 94..<98:
            server.refuseTokens(times: Int.random(in: 1...4, using: &random))
            ledger.note("the server refuses good tokens")
        default:
            if Int.random(in: 0..<4, using: &random) == 0, let user = process.engine.state.profile?.userID,
                server.endSessions(of: user)
            {
                ledger.mayEnd([user])
                ledger.note("an administrator ends the sessions of \(user)")
            }
        }
    }

    private func call(_ process: AppProcess) {
        for _ in 0..<Int.random(in: 1...8, using: &random) { Task.detached { await process.call() } }
    }

    private func start() {
        started += 1
        let process = AppProcess("P\(started)", in: surroundings, seed: random.next())
        processes.append(process)
        ledger.note("\(process.name) starts")
    }

    private func kill(_ process: AppProcess, afterSteps count: Int) {
        ledger.note("\(process.name) will be killed after \(count) steps")
        process.life.end(afterSteps: count)
    }

    /// Puts another process in the place of each one that was killed.
    private func bury() {
        for process in processes where process.life.isOver {
            ledger.note("\(process.name) is dead")
            // Its last step may have been to store it.
            if process.unstoredUser != nil { ledger.mayEnd(nil) }
            processes.removeAll { $0 === process }
        }
        if processes.isEmpty { start() }
    }

    /// Signs a user up, and in.
    private func signIn(_ process: AppProcess) async {
        guard let (credential, user) = await server.signUp() else { return }
        ledger.signsIn(user)
        ledger.note("\(process.name) signs \(user) in")
        let signIn = Task.detached { await process.signIn(credential, user) }
        // Among threads nobody could say which of two at once is the last.
        if !stage.isSimulated { await signIn.value }
    }
}

// What comes of it
extension World {
    /// Ends all trouble, and waits until nothing is under way any more.
    private func rest() async {
        plan.odds = FaultPlan.Odds()
        server.heal()
        ledger.note("all trouble ends")
        for _ in 0..<60 {
            try? await clock.sleep(for: stage.isSimulated ? .seconds(60) : .seconds(1_000))
            bury()
            if ledger.open.isEmpty { break }
        }
        for call in ledger.open { ledger.violation("never ended: \(call)") }
    }

    private func judge() async {
        if server.reuses > 0 { ledger.violation("a refresh token was used twice: \(server.reuses)") }
        for process in processes {
            await process.call()
            // Another thread may be about to tell it.
            for _ in 0..<100 where !process.isWellInformed { try? await clock.sleep(for: .seconds(60)) }
            if !process.isWellInformed {
                ledger.violation(
                    "\(process.name): its listener does not know that it is \(process.engine.state)"
                )
            }
        }
        start()
        guard let process = processes.last else { return }
        _ = try? await process.engine.restore()
        let user = process.engine.state.profile?.userID
        for lost in ledger.mustLive where lost != user {
            ledger.violation("\(lost) is gone, and the next start finds \(user ?? "nobody")")
        }
        guard let user else { return }
        if ledger.isEnded(user) { ledger.violation("\(user) was signed out, and is back") }
        let answers = ledger.answers
        await process.call()
        if ledger.answers == answers, !ledger.mayEnd(user) {
            ledger.violation("\(user) is restored, and the server does not know them")
        }
        if server.reuses > 0 { ledger.violation("a refresh token was used twice: \(server.reuses)") }
    }
}

extension FaultPlan.Odds {
    /// How bad things are for a while.
    fileprivate static func random(using random: inout SeededGenerator) -> Self {
        func odds(_ longest: Double) -> Double {
            Bool.random(using: &random) ? Double.random(in: 0...longest, using: &random) : 0
        }
        return Self(
            lostRequest: odds(0.4),
            lostAnswer: odds(0.4),
            serverError: odds(0.3),
            portal: odds(0.2),
            delay: odds(0.5),
            longestDelay: .seconds(Int.random(in: 1...90, using: &random)),
            storeFailure: odds(0.3)
        )
    }
}
