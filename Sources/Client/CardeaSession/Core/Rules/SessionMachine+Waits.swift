// Which requests wait for a new token, and whether the back end is asked for one.
extension SessionMachine {
    /// Decides on a request whose token, the present one, was rejected.
    ///
    /// If no refresh may begin because of it, the rejection is the request's own affair: all others continue. Only what
    /// another process may have stored is looked for.
    mutating func rejected(
        _ held: HeldCredential,
        by endpoint: Endpoint?,
        at uptime: Duration
    ) -> Decision<NextStep> {
        guard held.isRefreshable else { return Decision(outcome: .deliver) }
        let isEarly = held.freshness(at: uptime, expiryMargin: .zero) != .spent || held.hadExpiredOnArrival
        let isEndpoints = endpoint.map { rejectingEndpoints.contains($0, at: uptime) } ?? false
        let begun =
            if isEarly, isEndpoints || isLimitReached(at: uptime) {
                look(for: held, at: uptime, otherwise: .success(held.issued))
            } else {
                awaitRefresh(of: held, for: isEarly ? .rejection : .need, at: uptime, isCounted: isEarly)
            }
        return Decision(outcome: .wait, refresh: begun)
    }

    /// Waits for a new token; if none may be asked for, sends with the present one while that may be good.
    ///
    /// A caller that insists wants a token that is valid for longer, or none.
    mutating func hold(
        _ held: HeldCredential,
        at uptime: Duration,
        insists: Bool
    ) -> Decision<Admission> {
        let expired = held.hadExpiredOnArrival
        let isUsable = held.freshness(at: uptime, expiryMargin: .zero) != .spent
        if isUsable && !insists && pause?.error(at: uptime, for: .need) != nil
            || expired && isLimitReached(at: uptime)
        {
            return Decision(outcome: .send(held.issued))
        }
        return Decision(outcome: .wait, refresh: awaitRefresh(of: held, at: uptime, isCounted: expired))
    }

    /// Joins the refresh under way, or begins one.
    ///
    /// During the pause that follows a failed one, the back end is not asked. If the pause is short, the refresh begins at
    /// its end; otherwise the wait ends with the pause's error.
    ///
    /// - Returns: The refresh that has begun; `nil` if it was in progress.
    mutating func awaitRefresh(
        of held: HeldCredential,
        for purpose: RefreshPause.Purpose = .need,
        at uptime: Duration,
        isCounted: Bool = false
    ) -> Refresh? {
        if let pause, let error = pause.error(at: uptime, for: purpose) {
            guard pause.isWaitedFor, refresh?.fallback == nil else {
                return look(for: held, at: uptime, otherwise: .failure(error))
            }
            guard refresh == nil else { return nil }
            let begun = nextRefresh(held.stamp, at: pause.end)
            refresh?.isCounted = isCounted
            return begun
        }
        let begun = refresh == nil ? nextRefresh(held.stamp, at: uptime) : nil
        let joinsLook = refresh?.fallback != nil
        refresh?.fallback = nil
        if begun != nil || joinsLook { refresh?.isCounted = isCounted }
        if purpose == .rejection { refresh?.holdsAll = true }
        return begun
    }

    /// Waits for a newer credential that another process may have stored, or joins the refresh under way.
    ///
    /// - Returns: The refresh that has begun; `nil` if it was in progress.
    private mutating func look(
        for held: HeldCredential,
        at uptime: Duration,
        otherwise fallback: Result<IssuedCredential, SessionError>
    ) -> Refresh? {
        refresh == nil ? nextRefresh(held.stamp, at: uptime, fallback: fallback) : nil
    }

    /// Ends the pause that the engine chose itself: the network has changed, or the user is back.
    ///
    /// - Returns: The refresh that begins now, instead of one that waited for the end of the pause.
    mutating func endPause(at uptime: Duration) -> Decision<Void> {
        guard let pause, !pause.isNamed else { return Decision(outcome: ()) }
        self.pause = nil
        failures = 0
        return hasten(at: uptime)
    }

    /// Begins the refresh now that waits for the end of a pause.
    mutating func hasten(at uptime: Duration) -> Decision<Void> {
        guard let waiting = refresh, waiting.begunAt > uptime else { return Decision(outcome: ()) }
        _ = nextRefresh(waiting.stamp, at: uptime)
        refresh?.isCounted = waiting.isCounted
        return Decision(outcome: (), refresh: refresh, actions: [.cancelRefresh])
    }

    private mutating func isLimitReached(at uptime: Duration) -> Bool {
        window.isFull(at: uptime, limit: configuration.limit)
    }
}
