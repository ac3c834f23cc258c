import CardeaLocks

/// Wakes the engine when something is due that nobody asks for.
///
/// A sleep that is no longer needed is slept out: it wakes nobody, and serves whatever is due after it. So setting
/// an alarm later, again and again, takes no timer of the system's.
struct DeadlineTimer: Sendable {
    private var sleep: (end: Duration, task: OwnedTask)?

    /// Sets it to another time, or to none.
    ///
    /// - Parameters:
    ///   - due: When it has to ring at the latest.
    ///   - sleep: Begins to sleep until then.
    mutating func set(_ due: Duration?, _ sleep: (Duration) -> OwnedTask) {
        guard let due, self.sleep.map({ due < $0.end }) ?? true else { return }
        self.sleep = (due, sleep(due))
    }

    /// It has rung, and is to be set anew.
    mutating func fired() {
        sleep = nil
    }
}

extension SessionEngine {
    /// Sets the alarm to what is due next; under the lock.
    func setDeadlineTimer(_ core: inout Core) {
        if let ahead = configuration.refreshAhead, core.activity == nil {
            core.activity = follow(ahead.activity)
        }
        core.deadlineTimer.set(core.machine.due(isActive: core.isActive)) { due in
            OwnedTask { [weak self, clock] in
                guard (try? await clock.sleep(until: due)) != nil else { return }
                self?.deadlinePassed()
            }
        }
    }

    private func deadlinePassed() {
        let uptime = clock.uptime
        let overdue = core.withLock { core in
            core.deadlineTimer.fired()
            if core.isActive, let refresh = core.machine.refreshAheadFired(at: uptime) {
                start(refresh, &core)
            }
            return core.machine.overdue(at: uptime)
        }
        if let overdue { giveUp(overdue) }
        core.withLock { setDeadlineTimer(&$0) }
    }

    /// Notes when the app becomes active, and when it ceases to be.
    private func follow(_ activity: any ActivityMonitor) -> OwnedTask {
        OwnedTask { [weak self] in
            for await isActive in activity.activity {
                guard let self else { return }
                self.core.withLock { core in
                    core.isActive = isActive
                    self.setDeadlineTimer(&core)
                }
            }
        }
    }
}
