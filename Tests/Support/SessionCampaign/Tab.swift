import CardeaSession
import CardeaTesting
import Foundation
import CardeaLocks

/// An engine in an app's process, and what its user does.
final class Tab: Sendable {
    let name: String
    let life: Life
    let engine: SessionEngine
    let ledger: Ledger
    private let dependencies: Dependencies
    private let transport: MortalTransport
    private let order = Mutex(EventOrder())
    /// Whom it signed in, or began to.
    private let signedIn = Mutex<Set<String>>([])
    private let hasSignedOut = Mutex(false)

    init(
        _ name: String,
        _ life: Life,
        _ store: any CredentialStore,
        in dependencies: Dependencies,
        seed: UInt64
    ) {
        self.name = name
        self.life = life
        self.dependencies = dependencies
        ledger = dependencies.ledger
        transport = MortalTransport(transport: dependencies.network, life: life)
        let watch = RejectionWatch(
            dependencies.server.refresher(over: transport),
            clock: dependencies.clock,
            life,
            ledger: ledger
        )
        engine = SessionEngine(
            configuration: dependencies.configuration,
            refresher: watch,
            store: store,
            transport: transport,
            authorizer: dependencies.server.authorizer,
            classifier: dependencies.server.classifier,
            monitor: watch.record,
            clock: MortalClock(clock: dependencies.clock, life: life),
            random: SeededGenerator(seed: seed)
        )
        engine.listen { [weak self] event in self?.hear(event) }
    }

    /// The signed-in user.
    var user: String? { engine.state.profile?.userID }

    /// Whether its listener believes what is true.
    var isWellInformed: Bool { order.withLock { $0.agrees(with: engine.state) } }

    /// Sends a request to an endpoint that rejects every token.
    func forbiddenCall() async {
        let request = dependencies.server.request(0).forbidden
        _ = try? await engine.data(for: request)
    }

    /// Sends a request with a marker of its own, and looks whether the response is the one to it.
    ///
    /// - Returns: Whether there was a response.
    @discardableResult
    func call() async -> Bool {
        let id = ledger.begin(by: name)
        let user = user
        var hasResponse = false
        do throws(SessionError) {
            let response = try await engine.data(for: dependencies.server.request(id))
            if let response = dependencies.server.reading(response) {
                hasResponse = true
                if response.marker != "\(id)" {
                    ledger.violation("\(name): call \(id) got the response to \(response.marker)")
                }
                // Among threads another user may have signed in just before the call was begun.
                let isSure = dependencies.isSimulated || self.user == user
                if let user, response.user != user, isSure {
                    ledger.violation("\(name): a call of \(user) got the response of \(response.user)")
                }
            }
            ledger.note("\(name) call \(id): \(response.status)")
        } catch {
            ledger.note("\(name) call \(id): \(error.description)")
        }
        ledger.end(id, hasResponse: hasResponse)
        return hasResponse
    }

    /// It died; whatever sign-in it had not stored is lost, or was stored in the end.
    func bury() {
        for user in signedIn.withLock(\.self).sorted() { ledger.users { $0.isLost(user) } }
    }

    private func hear(_ event: SessionEvent) {
        guard !life.isOver else { return }
        ledger.note("\(name) hears \(event)")
        let (wrong, ended, user) = order.withLock { order in
            let (wrong, ended) = order.take(event)
            return (wrong, ended, order.user)
        }
        if let wrong { ledger.violation("\(name): \(wrong)") }
        if event == .persisted, let user, signedIn.withLock({ $0.contains(user) }) {
            ledger.users { $0.isStored(user) }
        }
        guard let ended else { return }
        if isHonest(event, to: ended, from: user) {
            ledger.users { $0.letEnd([ended]) }
        } else {
            ledger.violation("\(name): \(ended) was signed out for no reason: \(event)")
        }
    }

    /// Whether an event that ends a user's session can be true.
    private func isHonest(_ event: SessionEvent, to ended: String, from user: String?) -> Bool {
        switch event {
        case .signedOut(let reason): isHonest(reason, to: ended)
        // Only a sign-in of this process replaces a session without a `signedOut` event.
        case .signedIn: user.map { user in signedIn.withLock { $0.contains(user) } } ?? false
        default: false
        }
    }

    /// Whether what a listener receives about the end of a user's session can be true.
    private func isHonest(_ reason: SignOutReason, to user: String) -> Bool {
        switch reason {
        case .requested: hasSignedOut.withLock(\.self) || !signedIn.withLock(\.isEmpty)
        case .refreshRejected: ledger.users { $0.mayBeRejected(user) }
        case .signedOutByOtherProcess: ledger.users { $0.mayEnd(user) }
        default: false
        }
    }
}

// The user
extension Tab {
    /// Begins a session, unless the process ends before.
    func signIn(_ credential: SessionCredential, _ user: String) async {
        signedIn.withLock { _ = $0.insert(user) }
        if self.user != nil { ledger.count(.userSwitch) }
        ledger.users { $0.signsIn(user) }
        do throws(SessionError) {
            try await engine.signIn(with: credential)
            ledger.note("\(name) signed \(user) in")
            // Otherwise it says so when it is.
            if engine.isPersisted { ledger.users { $0.isStored(user) } }
            if life.isOver { ledger.users { $0.isLost(user) } }
        } catch {
            // It was overtaken, here, by what came after it.
            ledger.users { $0.isLost(user) }
            ledger.note("\(name) did not sign \(user) in: \(error.description)")
        }
    }

    func signOut() async {
        let user = user
        if let user {
            let users = signedIn.withLock { $0.union([user]) }
            ledger.users { $0.letEnd(users) }
        } else {
            ledger.users { $0.beginsSweep() }
        }
        hasSignedOut.withLock { $0 = true }
        ledger.count(.signOut)
        ledger.note("\(name) signs \(user ?? "whoever it is") out")
        let result = await engine.signOut()
        ledger.note("\(name) signed out: \(result.isComplete)")
        guard let user else { return ledger.users { $0.endsSweep() } }
        if result.isComplete, !life.isOver { ledger.users { $0.hasEnded(user) } }
    }

    /// Changes the password, after which the server rejects all older tokens, also those of other tabs.
    func changePassword() async {
        guard let user, ledger.users({ $0.beginsChange(of: user) }) else { return }
        let isKept = await changePassword(of: user)
        ledger.note("\(name) changed the password of \(user), and can go on: \(isKept)")
        ledger.users { $0.endsChange(of: user, isKept: isKept) }
    }

    /// - Returns: Whether the store holds what the server takes.
    private func changePassword(of user: String) async -> Bool {
        var new: SessionCredential?
        do {
            try await engine.updateCredential(cause: .passwordChanged) { credential in
                guard credential.profile?.userID == user else { throw NotChanged(isKnown: true) }
                switch await dependencies.server.accounts.changePassword(credential, over: transport) {
                // Killed meanwhile, it does not know either.
                case .unchanged: throw NotChanged(isKnown: !life.isOver)
                case .unknown: throw NotChanged(isKnown: false)
                case .changed(let credential):
                    ledger.count(.passwordChange)
                    new = credential
                    return credential
                }
            }
        } catch let error as NotChanged {
            return error.isKnown
        } catch {}
        guard let new else { return true }
        // Killed now, it may have stored it all the same: the store knows.
        let stored = try? await dependencies.openDisk().load()
        return stored?.credential.refreshToken == new.refreshToken
    }

    private struct NotChanged: Error {
        /// Whether the password is certainly the old one.
        let isKnown: Bool
    }
}
