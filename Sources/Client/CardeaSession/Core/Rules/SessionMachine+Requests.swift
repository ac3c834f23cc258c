import CardeaEncodings

extension SessionMachine {
    /// The next step of a request before it is sent.
    enum Admission: Sendable {
        /// It goes out with this credential.
        case send(IssuedCredential)
        /// It waits until the credential is refreshed.
        case wait
        /// The stored credential has to be read first.
        case restore
        /// It fails, with no network.
        case fail(SessionError)
    }

    /// The next step of a request after its response.
    enum NextStep: Sendable {
        /// Its caller gets the response.
        case deliver
        /// It is sent again with this credential.
        case replay(IssuedCredential)
        /// It waits until the credential is refreshed, and is then sent again.
        case wait
        /// Its caller gets an error that carries the response.
        case fail(SessionError)
    }

    /// A decision, and the refresh that it begins.
    struct Decision<Outcome: Sendable>: Sendable {
        var outcome: Outcome
        var refresh: Refresh?
        var actions: [Action] = []
    }

    /// Decides on a request that is about to be sent.
    ///
    /// - Parameters:
    ///   - uptime: The present moment.
    ///   - session: The session that the request belongs to; `nil` for the present one.
    ///   - expiryMargin: How long the credential must be good for; `nil` for what the configuration says.
    ///   - holds: Whether the request waits for a refresh while the token is ageing but still good.
    /// - Returns: The next step of the request; if it waits, a refresh is in progress.
    mutating func admit(
        at uptime: Duration,
        of session: ExactText? = nil,
        expiryMargin: Duration? = nil,
        holds: Bool
    ) -> Decision<Admission> {
        switch phase {
        case .restoring: return Decision(outcome: .restore)
        case .signedOut(_, let error): return Decision(outcome: .fail(error))
        case .signedIn(let held):
            if let session, held.stamp.session != session { return Decision(outcome: .fail(overtaken)) }
            guard held.isRefreshable else { return Decision(outcome: .send(held.issued)) }
            if let refresh, refresh.holdsAll { return Decision(outcome: .wait) }
            let wanted =
                expiryMargin.map(held.attainableExpiryMargin) ?? held.expiryMargin(configuration.expiryMargin)
            switch held.freshness(at: uptime, expiryMargin: wanted) {
            case .good: return Decision(outcome: .send(held.issued))
            case .ageing where !holds:
                return Decision(outcome: .send(held.issued), refresh: beginAhead(held, at: uptime))
            case .ageing, .spent: return hold(held, at: uptime, insists: expiryMargin != nil)
            }
        }
    }

    /// Decides on a request that was responded to.
    ///
    /// - Parameters:
    ///   - classification: The effect of the response on the credential.
    ///   - stamp: Which credential the request carried.
    ///   - endpoint: The endpoint of the response; `nil` if it is not known.
    ///   - replays: How often the request was sent again already.
    ///   - uptime: The present moment.
    /// - Returns: The next step of the request; if it waits, a refresh is in progress.
    mutating func responded(
        _ classification: ResponseClassification,
        to stamp: CredentialStamp,
        from endpoint: Endpoint? = nil,
        replays: Int,
        at uptime: Duration
    ) -> Decision<NextStep> {
        if classification == .accepted { return Decision(outcome: .deliver) }
        guard let held, held.stamp.session == stamp.session else {
            return Decision(outcome: .fail(overtaken))
        }
        // A rejection of an older credential is not a rejection of this one.
        let isOlder = held.stamp.isNewer(than: stamp)
        if case .rejected(let reason) = classification, !isOlder {
            let error = SessionError(.signedOut, reason: reason)
            return Decision(outcome: .fail(error), actions: end(reason, failingWith: error))
        }
        guard replays < configuration.replayLimit else {
            // Not the token that another process brought: that may have died since.
            if replays > 0, held.stamp == stamp, held.source == .refresh, let endpoint {
                rejectingEndpoints.note(endpoint, at: uptime, first: configuration.refreshLimitPeriod)
            }
            return Decision(outcome: .deliver)
        }
        if isOlder, refresh?.holdsAll != true { return Decision(outcome: .replay(held.issued)) }
        return rejected(held, by: endpoint, at: uptime)
    }

    /// Decides on a caller that wants a refresh, whatever the clock says.
    mutating func refreshNow(at uptime: Duration) -> Decision<Admission> {
        switch phase {
        case .restoring: Decision(outcome: .restore)
        case .signedOut(_, let error): Decision(outcome: .fail(error))
        case .signedIn(let held) where held.isRefreshable: demandRefresh(of: held, at: uptime)
        case .signedIn: Decision(outcome: .fail(SessionError(.notRefreshable)))
        }
    }

    private mutating func demandRefresh(
        of held: HeldCredential,
        at uptime: Duration
    ) -> Decision<Admission> {
        let hastened = pause?.isNamed == true ? Decision(outcome: ()) : hasten(at: uptime)
        let begun = awaitRefresh(of: held, for: .demand, at: uptime)
        return Decision(outcome: .wait, refresh: hastened.refresh ?? begun, actions: hastened.actions)
    }

    /// The credential of the current session with this token; `nil` for one of another user or of an earlier session.
    func stamp(of credential: SessionCredential) -> CredentialStamp {
        let own = earlier + (held.map { [$0.issued] } ?? [])
        let issued = own.last { $0.credential.accessToken == credential.accessToken }
        return issued?.stamp ?? CredentialStamp(session: "", generation: 0)
    }

    /// The reason why a request that belonged to an earlier session fails.
    var overtaken: SessionError {
        switch phase {
        case .signedOut(_, let error): error
        case .restoring, .signedIn: .signedOut(.requested)
        }
    }
}
