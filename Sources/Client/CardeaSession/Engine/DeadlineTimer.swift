import CardeaLocks

/// Wakes the engine at the next deadline.
///
/// A sleep that is no longer needed is not cancelled. At its end the timer is set to the next deadline. So a deadline
/// that moves later, again and again, needs no new timer of the system.
struct DeadlineTimer: Sendable {
    private var sleep: (end: Duration, task: OwnedTask)?

    /// Sets or removes the deadline.
    ///
    /// - Parameters:
    ///   - due: The deadline, if there is one.
    ///   - sleep: Begins to sleep until then.
    mutating func set(_ due: Duration?, _ sleep: (Duration) -> OwnedTask) {
        guard let due, self.sleep.map({ due < $0.end }) ?? true else { return }
        self.sleep = (due, sleep(due))
    }

    /// Records that the sleep has ended.
    mutating func fired() {
        sleep = nil
    }
}

extension SessionEngine {
    /// Sets the timer to the next deadline; under the lock.
    func setDeadlineTimer(_ core: inout Core) {
        if let ahead = configuration.refreshAhead, core.activity == nil {
            core.activity = follow(ahead.activity)
        }
        followReturn(&core)
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
