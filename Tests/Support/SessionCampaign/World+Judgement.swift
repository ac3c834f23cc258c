import CardeaSession
import CardeaTesting

extension World {
    /// Ends all trouble, and waits until nothing is under way any more.
    func rest() async {
        plan.odds = .init()
        front.rejections = 0
        for process in processes { process.life.spare() }
        ledger.note("all trouble ends")
        for _ in 0..<30 {
            await pass()
            bury()
            if ledger.open.isEmpty, ledger.users(\.isQuiet) { break }
        }
        for call in ledger.open { ledger.violation("never ended: \(call)") }
    }

    /// Looks whether every promise was kept.
    func judge() async {
        for tab in tabs {
            await tab.call()
            // Another thread may be about to tell it.
            for _ in 0..<100 where !tab.isWellInformed { await pass() }
            if !tab.isWellInformed {
                ledger.violation("\(tab.name): its listener does not know that it is \(tab.engine.state)")
            }
            await judgeRejection(tab)
        }
        await judgeThefts()
        await judgeStart()
        await judgeCalm()
        if server.reuses > server.thefts.value {
            ledger.violation(
                "a refresh token was used twice: \(server.reuses), stolen: \(server.thefts.value)"
            )
        }
    }

    /// Whom the server knows no more is told so when they ask.
    private func judgeRejection(_ tab: Tab) async {
        for _ in 0..<Self.patience {
            guard let user = tab.user, ledger.users({ $0.mustBeRejected(user) }) else { return }
            _ = try? await tab.engine.refresh()
            await pass()
        }
        ledger.violation("\(tab.name): the session was ended, and the client does not report it")
    }

    /// The state at the device's next start.
    private func judgeStart() async {
        let tab = start().tabs[0]
        _ = try? await tab.engine.restore()
        let user = tab.user
        for lost in ledger.users(\.mustLive) where lost != user {
            ledger.violation("\(lost) is gone, and the next start finds \(user ?? "nobody")")
        }
        guard let user else { return }
        if ledger.users({ $0.isEnded(user) }) { ledger.violation("\(user) was signed out, and is back") }
        guard !ledger.users({ $0.mayEnd(user) }) else { return }
        let responses = ledger.responses
        // The server may be away for a moment, for another schedule's sake.
        for _ in 0..<Self.patience where ledger.responses == responses {
            await tab.call()
            if ledger.responses == responses { await pass() }
        }
        if ledger.responses == responses {
            ledger.violation("\(user) is restored, and the server does not know them")
        }
    }

    /// The number of looks for something that has to come: on a slow machine the fast clock leaves a
    /// call no time.
    static let patience = 300

    /// Waits for a while.
    func pass() async {
        try? await clock.sleep(for: stage.isSimulated ? .seconds(60) : .seconds(1_000))
    }
}
