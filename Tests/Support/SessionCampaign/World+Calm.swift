import CardeaSession

extension World {
    /// Looks whether four processes at one store get along when nothing else goes wrong.
    ///
    /// Each of them calls an honest endpoint, and one that rejects every token. Tokens may die when they are refreshed.
    func judgeCalm() async {
        guard let before = server.rotations else { return }
        while processes.count < 4 { start() }
        for tab in tabs { _ = try? await tab.engine.restore() }
        guard let user = tabs.first?.user, tabs.allSatisfy({ $0.user == user }),
            !ledger.users({ $0.mayEnd(user) })
        else { return }
        ledger.note("calm")
        ledger.count(.fourProcesses)
        let rounds = 40
        for _ in 0..<rounds {
            for tab in tabs {
                await tab.forbiddenCall()
                if await !tab.call() { ledger.violation("\(tab.name): a call in calm was not responded") }
            }
            try? await clock.sleep(for: .seconds(1))
        }
        // By each tab, one if the device's clock is wrong, one for the rejecting endpoint, and one more for that after
        // half a minute; by all together, one for each half of the shortest lifetime, a minute.
        let refreshes = (server.rotations ?? before) - before
        if refreshes > 3 * tabs.count + 3 {
            ledger.violation("\(refreshes) refreshes in \(rounds) s of calm")
        }
    }
}
