import CardeaLocks

// The end of a pause after failed refreshes, when the network or the user returns.
extension SessionEngine {
    /// Ends the pause that the engine chose itself after failed refreshes; not a pause that the back end named.
    package func endPause() {
        let uptime = clock.uptime
        let effects = core.withLock { core in
            let decision = core.machine.endPause(at: uptime)
            let effects = core.effects(of: decision.actions)
            if let refresh = decision.refresh { start(refresh, &core) }
            return effects
        }
        perform(effects)
    }

    /// Follows the monitors of the configuration from the first pause on; under the lock.
    func followReturn(_ core: inout Core) {
        let monitors = configuration.returnMonitors
        guard core.machine.pause != nil, core.returning == nil, !monitors.isEmpty else { return }
        core.returning = OwnedTask { [weak self] in
            await withTaskGroup(of: Void.self) { group in
                for monitor in monitors {
                    group.addTask { [weak self] in
                        var isFirst = true
                        for await isThere in monitor.activity {
                            // The first is the present state.
                            if isThere, !isFirst { self?.endPause() }
                            isFirst = false
                        }
                    }
                }
            }
        }
    }
}
