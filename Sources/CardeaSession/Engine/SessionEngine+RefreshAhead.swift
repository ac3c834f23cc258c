import Locks

/// The timer that renews ahead of need, and whether it may run.
struct RefreshTimer: Sendable {
    /// When it fires; `nil` while nothing is due.
    private(set) var due: Duration?
    /// Whether the app is active, as far as is known.
    var isActive = false
    /// Follows the app's activity, once the timer was needed.
    var watch: OwnedTask?
    private var sleep: OwnedTask?

    /// Sets it to another time, or stops it.
    mutating func set(_ due: Duration?, _ sleep: (Duration) -> OwnedTask) {
        guard due != self.due else { return }
        self.due = due
        self.sleep = due.map(sleep)
    }

    /// It has fired: it is to be set anew, even to the same time.
    mutating func fired() {
        due = nil
    }
}

extension SessionEngine {
    /// Sets the timer to when the present credential has to be renewed, if the configuration wants that.
    func setTimer() {
        guard let ahead = configuration.refreshAhead else { return }
        core.withLock { core in
            if core.timer.watch == nil { core.timer.watch = follow(ahead.activity) }
            let due = core.timer.isActive ? core.machine.refreshAheadDue : nil
            core.timer.set(due) { due in
                OwnedTask { [weak self, clock] in
                    guard (try? await clock.sleep(for: due - clock.uptime)) != nil else { return }
                    self?.timerFired()
                }
            }
        }
    }

    private func follow(_ activity: any ActivityMonitor) -> OwnedTask {
        OwnedTask { [weak self] in
            for await isActive in activity.activity {
                guard let self else { return }
                self.core.withLock { $0.timer.isActive = isActive }
                self.setTimer()
            }
        }
    }

    private func timerFired() {
        let uptime = clock.uptime
        core.withLock { core in
            core.timer.fired()
            if let refresh = core.machine.refreshAheadFired(at: uptime), let held = core.machine.held {
                core.refreshTasks = begin(refresh, held)
            }
        }
        setTimer()
    }

    /// Renews the credential that was just restored, beside whatever goes on, if the configuration wants that.
    func refreshAtStart() {
        guard configuration.refreshesAtStart else { return }
        let uptime = clock.uptime
        core.withLock { core in
            guard let held = core.machine.held, let refresh = core.machine.beginAhead(held, at: uptime) else {
                return
            }
            core.refreshTasks = begin(refresh, held)
        }
    }
}
