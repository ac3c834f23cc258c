import CardeaEncodings

/// The rules of a session, with no clock, no network and no store: events in, decisions and actions out.
///
/// The shell calls it under one lock, and carries the actions out after leaving the lock, in order.
struct SessionMachine: Sendable {
    enum Phase: Sendable {
        case restoring
        case signedOut(SignOutReason?, SessionError)
        case signedIn(HeldCredential)
    }

    /// The refresh under way, of which there is at most one.
    struct Refresh: Sendable {
        let id: UInt64
        let stamp: CredentialStamp
        /// When it begins: now, or at the end of a short pause.
        let begunAt: Duration
        /// Until when it is waited for.
        let deadline: Duration
        /// Whether it counts towards the limit: see `RefreshWindow`.
        var isCounted = false
        /// Whether the back end rejected the token, so that new requests wait for the next.
        var holdsAll = false
        /// The error for its waiters if it only reads the store for another process's credential and finds no newer
        /// one; `nil` if it asks the back end.
        var fallback: Result<IssuedCredential, SessionError>?
    }

    /// The actions of the engine.
    enum Action: Sendable {
        /// Wakes every request that waits for a credential.
        case resume(Result<IssuedCredential, SessionError>)
        /// Tells the listeners.
        case emit(SessionEvent)
        /// Stops the refresh under way.
        case cancelRefresh
        /// Keeps trying to write the current credential to the store.
        case persist
        /// Deletes what the store holds of a session that has ended.
        case forget(PendingDeletion)
    }

    /// The stored remainder of an ended session.
    enum PendingDeletion: Sendable, Hashable {
        /// The record of this session.
        case session(ExactText)
        /// The record that was stored, but not read, at a sign-out, with the number of that change.
        case unread(UInt64)

        /// Whether a record of this session may be what is left.
        func covers(_ session: ExactText) -> Bool {
            switch self {
            case .session(let own): own == session
            case .unread: true
            }
        }
    }

    /// A credential to send a request with, and which one it is.
    struct IssuedCredential: Sendable {
        let record: CredentialRecord

        init(_ record: CredentialRecord) {
            self.record = record
        }

        /// Presents a credential that is held by no session as it is.
        init(presenting credential: SessionCredential) {
            let version = CredentialRecord.Version(session: "", revision: 0)
            record = CredentialRecord(version: version, generation: 0, credential: credential)
        }

        var stamp: CredentialStamp { record.stamp }
        var credential: SessionCredential { record.credential }
    }

    let configuration: SessionConfiguration
    var phase = Phase.restoring
    var refresh: Refresh?
    var window = RefreshWindow()
    var rejectingEndpoints = RejectingEndpoints()
    /// The number of refreshes that failed in a row, and the state after the last of them.
    var failures = 0
    var pause: RefreshPause?
    /// Counts sign-ins and sign-outs, so that one that was overtaken is known.
    var changes: UInt64 = 0
    /// Counts sign-ins and sign-outs in the order in which they began, and the last one that took effect.
    private(set) var choices: UInt64 = 0
    private(set) var lastChoice: UInt64 = 0
    /// The records of ended sessions that may still be stored; they sign no user in.
    var pendingDeletions: Set<PendingDeletion> = []
    /// The record that was stored when the current session began, and that is not replaced yet.
    var unreplaced: [PendingDeletion] = []
    /// The credentials of the current session before the present one: as many as another library's requests can carry.
    private(set) var earlier: [IssuedCredential] = []
    private var lastRefreshID: UInt64 = 0
    /// When the last refresh began.
    private(set) var lastBeginning: Duration?

    init(_ configuration: SessionConfiguration) {
        self.configuration = configuration
    }

    var state: SessionState {
        switch phase {
        case .restoring: .restoring
        case .signedOut(let reason, _): .signedOut(reason)
        case .signedIn(let held): .signedIn(held.profile)
        }
    }

    var held: HeldCredential? {
        guard case .signedIn(let held) = phase else { return nil }
        return held
    }

    /// Begins a change of the session that takes time; its result is dropped if another change began since.
    mutating func beginChange() -> UInt64 {
        changes += 1
        return changes
    }

    /// Takes the place of a sign-in or sign-out that begins.
    mutating func beginChoice() -> UInt64 {
        choices += 1
        return choices
    }

    /// Notes that a sign-in or sign-out takes effect.
    ///
    /// - Returns: Whether it does: none that began later has taken effect.
    mutating func choose(_ choice: UInt64) -> Bool {
        guard choice >= lastChoice else { return false }
        lastChoice = choice
        return true
    }

    /// Goes over to another phase or credential; whatever refresh is under way belongs to the one before.
    mutating func enter(_ phase: Phase) {
        let before = held
        self.phase = phase
        if let before, before.stamp.session == held?.stamp.session {
            earlier = earlier.suffix(15) + [before.issued]
        } else {
            earlier = []
            rejectingEndpoints = RejectingEndpoints()
        }
        refresh = nil
        failures = 0
        pause = nil
    }

    /// Changes the held credential in place.
    mutating func update(_ change: (inout HeldCredential) -> Void) {
        guard case .signedIn(var held) = phase else { return }
        change(&held)
        phase = .signedIn(held)
    }

    mutating func nextRefresh(
        _ stamp: CredentialStamp,
        at begunAt: Duration,
        fallback: Result<IssuedCredential, SessionError>? = nil
    ) -> Refresh {
        lastRefreshID += 1
        if fallback == nil { lastBeginning = begunAt }
        let deadline = begunAt + configuration.refreshDeadline
        var refresh = Refresh(id: lastRefreshID, stamp: stamp, begunAt: begunAt, deadline: deadline)
        refresh.fallback = fallback
        self.refresh = refresh
        return refresh
    }
}

extension HeldCredential {
    var issued: SessionMachine.IssuedCredential { .init(record) }
}
