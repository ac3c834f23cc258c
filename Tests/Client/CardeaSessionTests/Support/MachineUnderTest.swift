@testable import CardeaSession
import Foundation

/// A state machine with a session, and a back end that does what the test says, in virtual time.
struct MachineUnderTest {
    var machine: SessionMachine
    var uptime = Duration.seconds(1_000)
    /// The number of refreshes that asked the back end.
    private(set) var refreshes = 0
    /// The time for which the next tokens live.
    var lifetime: Duration?

    init(lifetime: Duration?, _ adjust: (inout SessionConfiguration) -> Void = { _ in }) {
        var configuration = SessionConfiguration(origins: [])
        adjust(&configuration)
        machine = SessionMachine(configuration)
        self.lifetime = lifetime
        let change = machine.beginChange()
        _ = machine.signedIn(credential(1, from: .signIn), change: change)
    }

    /// A credential of the session that is received now.
    func credential(_ generation: UInt64, from source: HeldCredential.Source) -> HeldCredential {
        let moment = Moment(date: Date(timeIntervalSince1970: uptime / .seconds(1)), uptime: uptime)
        let credential = SessionCredential(
            accessToken: SessionSecret("\(generation)"),
            lifetime: lifetime,
            receivedAt: moment.date
        )
        let version = CredentialRecord.Version(session: "s", revision: generation)
        return HeldCredential(
            CredentialRecord(version: version, generation: generation, credential: credential),
            from: source,
            isRefreshable: true,
            isDurable: true,
            at: moment
        )
    }

    /// The result of a request whose token an endpoint checks; a refresh that it begins ends at once.
    mutating func request(
        _ path: String,
        isAccepted: Bool,
        refreshing outcome: (Self) -> SessionMachine.RefreshOutcome = { $0.refreshed }
    ) -> SessionMachine.NextStep {
        var replays = 0
        var issued: SessionMachine.IssuedCredential?
        while true {
            if issued == nil {
                let decision = machine.admit(at: uptime, holds: false)
                let awaited = end(decision.refresh, with: outcome)
                switch decision.outcome {
                case .send(let sent): issued = sent
                case .wait: issued = try? awaited?.get()
                case .restore, .fail: break
                }
                guard issued != nil else { return failure(of: decision.outcome, awaited) }
            }
            guard !isAccepted, let used = issued else { return .deliver }
            let decision = machine.responded(
                .expired,
                to: used.stamp,
                from: Endpoint(Fixture.request(path)),
                replays: replays,
                at: uptime
            )
            replays += 1
            let awaited = end(decision.refresh, with: outcome)
            switch (decision.outcome, awaited) {
            case (.replay(let newer), _): issued = newer
            case (.wait, .success(let newer)?):
                if newer.stamp == used.stamp { return .deliver }
                issued = newer
            case (.wait, .failure(let error)?): return .fail(error)
            case (let nextStep, _): return nextStep
            }
        }
    }

    var refreshed: SessionMachine.RefreshOutcome {
        .refreshed(credential((machine.held?.stamp.generation ?? 0) + 1, from: .refresh))
    }

    /// Ends a refresh when it has begun; one that may not ask the back end finds nothing new in the store.
    ///
    /// - Returns: The result for its waiters.
    mutating func end(
        _ refresh: SessionMachine.Refresh?,
        with outcome: (Self) -> SessionMachine.RefreshOutcome
    ) -> Waiters.Outcome? {
        guard let refresh else { return nil }
        uptime = max(uptime, refresh.begunAt)
        if let actions = machine.storeCheckEnded(refresh, at: uptime) { return resumption(actions) }
        refreshes += 1
        return resumption(machine.refreshEnded(refresh, outcome(self), at: uptime))
    }

    private func resumption(_ actions: [SessionMachine.Action]) -> Waiters.Outcome? {
        actions.lazy.compactMap { if case .resume(let outcome) = $0 { outcome } else { nil } }.first
    }

    private func failure(
        of admission: SessionMachine.Admission,
        _ awaited: Waiters.Outcome?
    ) -> SessionMachine.NextStep {
        if case .fail(let error) = admission { return .fail(error) }
        if case .failure(let error)? = awaited { return .fail(error) }
        return .fail(SessionError(.signedOut))
    }
}

extension SessionMachine.NextStep {
    /// Whether the caller gets the response.
    var isDelivered: Bool {
        if case .deliver = self { true } else { false }
    }

    /// The reason why the caller gets no response.
    var error: SessionError? {
        if case .fail(let error) = self { error } else { nil }
    }
}
