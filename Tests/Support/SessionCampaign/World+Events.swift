import CardeaSession
import CardeaTesting

extension World {
    /// The possible next events.
    enum Event {
        case calls, cancelledCall, refresh, validCredential, restore
        case kill, start, suspension
        case signIn, signInAmongCalls, signOut, passwordChange
        case clockJump, weather, rejectedTokens, forbiddenCalls
        case administratorsEnd, serverRestart
        case theft, waking

        /// The number of times that each comes, among all.
        private static let weights: [(what: Event, weight: Int)] = [
            (.calls, 76), (.cancelledCall, 12), (.refresh, 16), (.validCredential, 8), (.restore, 8),
            (.kill, 22), (.start, 8), (.suspension, 6),
            (.signIn, 4), (.signInAmongCalls, 4), (.signOut, 5), (.passwordChange, 24),
            (.clockJump, 10), (.weather, 8), (.rejectedTokens, 8), (.forbiddenCalls, 8),
            (.administratorsEnd, 3), (.serverRestart, 2), (.theft, 2), (.waking, 8),
        ]

        static func random(using random: inout SeededGenerator) -> Event {
            var left = Int.random(in: 0..<weights.reduce(0) { $0 + $1.weight }, using: &random)
            for (what, weight) in weights {
                guard left >= weight else { return what }
                left -= weight
            }
            return .calls
        }
    }

    func happen(_ event: Event) async {
        let process = processes.randomElement(using: &random) ?? start()
        let tab = process.tabs.randomElement(using: &random) ?? process.tabs[0]
        // Without a session there is no fault.
        if case .signedOut = tab.engine.state, Int.random(in: 0..<4, using: &random) == 0 {
            await signIn(tab)
        }
        switch event {
        case .calls: call(tab)
        case .cancelledCall: cancelledCall(tab)
        case .refresh: Task.detached { _ = try? await tab.engine.refresh() }
        case .validCredential:
            Task.detached { _ = try? await tab.engine.validCredential(expiryMargin: .seconds(30)) }
        case .restore: Task.detached { _ = try? await tab.engine.restore() }
        case .kill: kill(process)
        case .start: if processes.count < 4 { start() }
        case .suspension: process.suspend()
        case .signIn: await signIn(tab)
        case .signInAmongCalls:
            // The responses to one user's calls come when another is there.
            rejectTokens()
            call(tab)
            await signIn(tab)
        case .signOut: Task.detached { await tab.signOut() }
        case .passwordChange: changePassword(tab)
        case .clockJump: jump()
        case .weather:
            plan.odds = .random(using: &random)
            ledger.note("from now on \(plan.odds)")
        case .rejectedTokens: rejectTokens()
        // In fast time an endpoint's own rejections are soon forgotten, and each leads to a refresh.
        case .forbiddenCalls:
            for _ in 0..<(stage.isSimulated ? 3 : 1) { Task.detached { await tab.forbiddenCall() } }
        case .administratorsEnd: await endSessions(of: tab)
        case .serverRestart: await restart()
        case .theft: await steal(beside: tab)
        case .waking: wake()
        }
    }

    /// Every tab refreshes, however new its access token is.
    private func wake() {
        ledger.count(.waking)
        for tab in tabs { Task.detached { _ = try? await tab.engine.refresh() } }
    }

    private func call(_ tab: Tab) {
        for _ in 0..<Int.random(in: 1...8, using: &random) { Task.detached { await tab.call() } }
    }

    private func cancelledCall(_ tab: Tab) {
        ledger.count(.cancelledCall)
        let call = Task.detached { await tab.call() }
        Task.detached { [clock, pause = pause()] in
            try? await clock.sleep(for: pause)
            call.cancel()
        }
    }

    private func kill(_ process: AppProcess) {
        let count = Int.random(in: 0..<14, using: &random)
        ledger.note("\(process.name) will be killed after \(count) steps")
        process.life.end(afterSteps: count)
    }

    /// Changes the password while others refresh with what was good before.
    private func changePassword(_ tab: Tab) {
        if tabs.count < 2 { start() }
        for other in tabs where other !== tab {
            Task.detached { _ = try? await other.engine.refresh() }
        }
        let longest = Int.random(in: 0..<4, using: &random) == 0 ? 5_000 : 0
        let pause = Duration.milliseconds(Int.random(in: 0...longest, using: &random))
        Task.detached { [clock] in
            if pause > .zero { try? await clock.sleep(for: pause) }
            await tab.changePassword()
        }
    }

    private func jump() {
        let before = device.skew
        device.skew = .seconds([-86_400, 0, 86_400].randomElement(using: &random) ?? 0)
        if device.skew != before { ledger.count(.clockJump) }
        ledger.note("the device's clock is ahead by \(device.skew)")
    }

    private func rejectTokens() {
        front.rejections += Int.random(in: 1...4, using: &random)
        ledger.note("the server rejects good tokens")
    }

    private func endSessions(of tab: Tab) async {
        let act = AdministratorsAct.allCases.randomElement(using: &random) ?? .disabling
        guard let user = tab.user else { return }
        ledger.users { $0.administratorEnds(user) }
        guard await server.administer(act, on: user) else { return }
        ledger.users { $0.isRejected(user) }
        ledger.count(.administratorsEnd)
        ledger.note("an administrator ends the sessions of \(user): \(act)")
    }

    private func restart() async {
        ledger.count(.serverRestart)
        ledger.note("the server is killed, and starts again")
        let restart = Task.detached { [server] in await server.restart() }
        if !stage.isSimulated { await restart.value }
    }
}

extension FaultPlan.Odds {
    /// The severity of the faults for a while.
    static func random(using random: inout SeededGenerator) -> Self {
        func odds(_ longest: Double) -> Double {
            Bool.random(using: &random) ? Double.random(in: 0...longest, using: &random) : 0
        }
        return Self(
            lostRequest: odds(0.4),
            lostResponse: odds(0.4),
            duplicate: odds(0.3),
            timeout: odds(0.2),
            serverError: odds(0.3),
            busy: odds(0.2),
            portal: odds(0.2),
            delay: odds(0.5),
            longestDelay: .seconds(Int.random(in: 1...90, using: &random)),
            storeFailure: odds(0.3),
            storeDelay: odds(0.3)
        )
    }
}
