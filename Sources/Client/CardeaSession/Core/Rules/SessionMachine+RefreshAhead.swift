extension SessionMachine {
    /// The time of the next action without a request: the end of the wait for a refresh, or a refresh ahead of need.
    ///
    /// - Parameter isActive: Whether the app is active: refreshes ahead are begun only then.
    /// - Returns: `nil` for never.
    func due(isActive: Bool) -> Duration? {
        refresh?.deadline ?? (isActive ? refreshAheadDue : nil)
    }

    /// When the timer refreshes the credential next, if nothing else does before; `nil` for never.
    ///
    /// It waits for the end of the pause after a failure. It spaces its refreshes evenly over the limit's period, also
    /// for short lifetimes.
    private var refreshAheadDue: Duration? {
        let limit = configuration.limit
        guard refresh == nil, let held, held.isRefreshable, limit.count > 0,
            let due = held.refreshDue(expiryMargin: configuration.expiryMargin)
        else { return nil }
        let spaced = lastBeginning.map { $0 + limit.period / limit.count }
        return max(due, pause?.end ?? due, spaced ?? .zero)
    }

    /// Begins the refresh whose time has come.
    mutating func refreshAheadFired(at uptime: Duration) -> Refresh? {
        guard let held, let due = refreshAheadDue, due <= uptime else { return nil }
        return beginAhead(held, at: uptime)
    }

    /// Begins a refresh that nothing waits for, unless one is under way or has just failed.
    mutating func beginAhead(_ held: HeldCredential, at uptime: Duration) -> Refresh? {
        let isPausing = pause.map { uptime < $0.end } ?? false
        guard held.isRefreshable, refresh == nil, !isPausing else { return nil }
        return nextRefresh(held.stamp, at: uptime)
    }
}

extension HeldCredential {
    /// When it has to be refreshed so that no request meets its expiry margin; `nil` for never.
    ///
    /// A token that expired before it arrived is refreshed by requests alone: another refresh would probably return the same.
    fileprivate func refreshDue(expiryMargin configured: Duration) -> Duration? {
        if record.attempt != nil { return .zero }
        guard let end, !hadExpiredOnArrival else { return nil }
        return end - expiryMargin(configured)
    }
}
