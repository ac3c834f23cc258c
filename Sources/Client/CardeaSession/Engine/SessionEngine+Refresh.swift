import CardeaLocks

extension SessionEngine {
    typealias RefreshOutcome = SessionMachine.RefreshOutcome

    var keeper: RecordKeeper { RecordKeeper(store: store) }

    /// Starts a refresh in a task of its own, which no caller's cancellation reaches.
    ///
    /// The refresh is given up at its deadline, and before the process is suspended.
    ///
    /// - Parameters:
    ///   - refresh: The refresh, which the machine has begun.
    ///   - core: The state under the lock.
    ///   - refresher: Carries the refresh out; defaults to the engine's refresher.
    func start(
        _ refresh: SessionMachine.Refresh,
        _ core: inout Core,
        by refresher: (any CredentialRefresher)? = nil
    ) {
        guard let held = core.machine.held else { return }
        core.refreshTask = Task.detached {
            guard let refresher = refresher ?? self.refresher else {
                self.finish(refresh, .notSent(SessionError(.notRefreshable)))
                return nil
            }
            let operation = RefreshOperation(engine: self, refresh: refresh, held: held, refresher: refresher)
            let outcome = await operation.run()
            guard case .refreshed(let new) = outcome, self.profileReader != nil else {
                self.finish(refresh, outcome)
                return outcome.late
            }
            let read = await self.withProfile(new, refresh)
            self.finish(refresh, .refreshed(read ?? new))
            if read == nil { self.apply { $0.profileReadFailed(in: new.stamp.session) } }
            return nil
        }
        setDeadlineTimer(&core)
    }

    /// Stops waiting for a refresh that is under way; a late response is still used.
    func giveUp(_ refresh: SessionMachine.Refresh) {
        guard core.withLock({ $0.machine.refresh?.id == refresh.id }) else { return }
        let deadline = configuration.refreshDeadline
        let detail = "the refresh took longer than \(deadline)"
        finish(refresh, .failed(SessionError(.refreshTimedOut, detail: detail)))
    }

    private func finish(_ refresh: SessionMachine.Refresh, _ outcome: RefreshOutcome) {
        if let monitor, let outcome = CardeaSession.RefreshOutcome(outcome) {
            let held = core.withLock { $0.waiters.count(for: .refresh) }
            let duration = max(clock.uptime - refresh.begunAt, .zero)
            monitor(.refreshEnded(outcome, duration: duration, held: held))
        }
        apply { $0.refreshEnded(refresh, outcome, at: clock.uptime) }
    }

    /// The credential of a record; under the lock, which `moment` takes as well, the moment has to be given.
    func hold(
        _ record: CredentialRecord,
        from source: HeldCredential.Source,
        isDurable: Bool = true,
        at moment: Moment? = nil
    ) -> HeldCredential {
        HeldCredential(
            record,
            from: source,
            isRefreshable: refresher?.canRefresh(record.credential) ?? false,
            isDurable: isDurable,
            at: moment ?? self.moment
        )
    }
}

extension RefreshOutcome {
    /// The report of an outcome; `nil` if nothing is reported.
    fileprivate init?(_ outcome: SessionMachine.RefreshOutcome) {
        switch outcome {
        case .refreshed: self = .refreshed
        case .replaced: self = .takenFromStore
        case .rejected(let reason): self = .ended(reason)
        case .vanished: self = .ended(.signedOutByOtherProcess)
        case .failed(let error), .foreign(let error), .notSent(let error): self = .failed(error.code)
        case .unchanged: return nil
        }
    }
}
