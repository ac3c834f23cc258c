import Foundation
import CardeaLocks

/// Keeps one user signed in: holds the credential, refreshes it, stores it, and sends the app's requests with it.
///
/// The state is known synchronously. Requests made while the credential is being refreshed wait for it; requests
/// that the server rejected are sent again with the new token, and each caller gets its own response. Only a sign-out,
/// or a server that rejects the refresh token permanently, ends the session.
public final class SessionEngine: Sendable {
    /// Everything that changes, under one lock.
    struct Core: Sendable {
        var machine: SessionMachine
        var waiters = Waiters()
        var stepUps = StepUps()
        var replacements = Replacements()
        var listeners = EventListeners<SessionEvent>()
        var serverClock = ServerClock()
        var random: any RandomNumberGenerator & Sendable
        /// The refresh under way; gives the credential that came when the session was over.
        var refreshTask: Task<SessionCredential?, Never>?
        /// Rings at the deadline of a refresh, and when one is due ahead of need.
        var deadlineTimer = DeadlineTimer()
        /// Whether the app is active, as far as is known, and what follows that.
        var isActive = false
        var activity: OwnedTask?
        /// Waits for the network or the user to return after a pause.
        var returning: OwnedTask?
        var restoration: Task<Result<UserProfile, SessionError>, Never>?
        /// Deletes what was never read; a sign-in that comes later waits for it.
        var deletion: Task<StoreError?, Never>?
    }

    /// The behavior of the engine.
    public let configuration: SessionConfiguration
    let ownHosts: OwnHosts
    let transport: any HTTPTransport
    let authorizer: any RequestAuthorizer
    let classifier: ResponseRule
    let refresher: (any CredentialRefresher)?
    /// Whether requests of the app refresh the credential themselves.
    let refreshesInBand: Bool
    let revoker: CredentialRevoker?
    let profileReader: ProfileReader?
    let stepUpHandler: StepUpHandler?
    let monitor: SessionMonitor?
    let store: any CredentialStore
    let clock: any SessionClock
    let core: Mutex<Core>
    /// Serializes the writes of sign-ins, so that the store keeps the last one.
    let signIns = AsyncLock()

    /// Creates an engine, which knows nothing of any user until `restore` or `signIn(with:)`.
    ///
    /// - Parameters:
    ///   - configuration: How the engine behaves; names the app's own hosts.
    ///   - refresher: Refreshes credentials; `nil` for tokens that cannot be refreshed.
    ///   - store: Keeps the credential over restarts.
    ///   - transport: Sends requests; defaults to the system's own kind.
    ///   - authorizer: Puts the token into requests; defaults to a bearer token.
    ///   - classifier: Finds responses that reject a token, or demand a stronger one (RFC 9470); defaults to those with
    ///     status 401.
    ///   - revoker: Tells the server of a sign-out.
    ///   - profileReader: Reads the user's profile again after each refresh.
    ///   - stepUp: Asks the user to authenticate again when a server wants that; without it the request fails with
    ///     `stepUpRequired`.
    ///   - monitor: Hears what the engine does, for logs and metrics.
    ///   - clock: Tells the time.
    ///   - random: Gives session ids and idempotency keys; must be cryptographic.
    public init(
        configuration: SessionConfiguration,
        refresher: (any CredentialRefresher)?,
        store: any CredentialStore,
        transport: any HTTPTransport = SystemTransport(),
        authorizer: any RequestAuthorizer = .bearer,
        classifier: ResponseRule = .standard,
        revoker: CredentialRevoker? = nil,
        profileReader: ProfileReader? = nil,
        stepUp: StepUpHandler? = nil,
        monitor: SessionMonitor? = nil,
        clock: (any SessionClock)? = nil,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        refreshesInBand = refresher?.refreshesInBand ?? false
        let configuration = refreshesInBand ? configuration.inBand : configuration
        self.configuration = configuration
        ownHosts = OwnHosts(configuration.origins)
        self.refresher = refresher
        (refresher as? RefreshScheme)?.use(transport)
        revoker?.use(transport)
        self.store = monitor.map { MonitoredStore(store: store, monitor: $0) } ?? store
        self.transport = transport
        self.authorizer = authorizer
        self.classifier = classifier
        self.revoker = revoker
        self.profileReader = profileReader
        stepUpHandler = stepUp
        self.monitor = monitor
        self.clock = clock ?? SystemClock()
        core = Mutex(Core(machine: SessionMachine(configuration), random: random))
        if let monitor { listen { monitor(.event($0)) } }
    }
}

extension SessionEngine {
    /// The state of the session.
    public var state: SessionState {
        core.withLock { $0.machine.state }
    }

    /// The current credential, if a user is signed in; it may be past its end.
    public var credential: SessionCredential? {
        core.withLock { $0.machine.held?.credential }
    }

    /// Whether the store holds the current credential; otherwise it is lost when the process ends.
    public var isPersisted: Bool {
        core.withLock { $0.machine.held?.isDurable ?? false }
    }

    /// The present access token, if a user is signed in; it may be past its end.
    public var accessToken: SessionSecret? {
        credential?.accessToken
    }
}

extension SessionEngine {
    /// The present moment, by the server's time of day where that is known.
    var moment: Moment {
        let uptime = clock.uptime
        let device = clock.now
        return core.withLock { Moment(date: $0.serverClock.date(at: uptime, device: device), uptime: uptime) }
    }

    /// Applies an event to the machine, and then carries out its actions without the lock.
    ///
    /// - Parameter event: Returns the machine's actions; `nil` if the event is outdated.
    /// - Returns: Whether the event was applied.
    @discardableResult
    func apply(_ event: (inout SessionMachine) -> [SessionMachine.Action]?) -> Bool {
        let effects: [Effect]? = core.withLock { core in
            event(&core.machine).map { core.effects(of: $0) }
        }
        guard let effects else { return false }
        perform(effects)
        return true
    }

    func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .wake(let waiting, let outcome):
                for wake in waiting { wake(outcome) }
            case .cancel(let cancel): cancel()
            case .persist: persist()
            case .forget(let deletion): Task.detached { await self.forget(deletion) }
            }
        }
        core.withLock { setDeadlineTimer(&$0) }
        deliverEvents()
    }

    /// Delivers queued events, unless another thread is at it; it then delivers these too.
    func deliverEvents() {
        EventListeners<SessionEvent>.deliver { isContinuing in
            core.withLock { $0.listeners.next(isContinuing: isContinuing) }
        }
    }
}

/// The actions of the state machine that remain after the lock is released.
enum Effect: Sendable {
    case wake([Waiters.Wake], with: Waiters.Outcome)
    case cancel(@Sendable () -> Void)
    case persist
    case forget(SessionMachine.PendingDeletion)

    /// The record to delete, if there is one.
    var pendingDeletion: SessionMachine.PendingDeletion? {
        if case .forget(let deletion) = self { deletion } else { nil }
    }
}

extension SessionEngine.Core {
    /// Carries out what belongs under the lock, and returns the rest.
    mutating func effects(of actions: [SessionMachine.Action]) -> [Effect] {
        var effects: [Effect] = []
        for action in actions {
            switch action {
            case .resume(let outcome):
                effects.append(.wake(waiters.settle(.refresh, outcome), with: outcome))
                guard case .failure(let error) = outcome, !error.leavesSession else { continue }
                if let prompt = stepUps.abandon() { effects.append(.cancel(prompt.cancel)) }
                effects.append(.wake(waiters.settle(.stepUp, outcome), with: outcome))
                effects.append(.wake(waiters.settle(.replacement, outcome), with: outcome))
            case .emit(let event): listeners.emit(event)
            case .cancelRefresh:
                if let refreshTask { effects.append(.cancel(refreshTask.cancel)) }
                refreshTask = nil
            case .persist: effects.append(.persist)
            case .forget(let deletion): effects.append(.forget(deletion))
            }
        }
        return effects
    }

    mutating func randomID() -> String { random.id() }
}
