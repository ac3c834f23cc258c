import CardeaSession
import CardeaTesting
import Foundation
import Locks

/// An app's process: an engine on the device's store, which lives until it is killed.
final class AppProcess: Sendable {
    /// What lies around a process.
    struct Surroundings: Sendable {
        let configuration: SessionConfiguration
        let server: any CampaignServer
        let network: any HTTPTransport
        let store: any CredentialStore
        let clock: any SessionClock
        let ledger: Ledger
        /// Whether nothing happens between two steps of one task that no seed decided.
        let isSimulated: Bool
    }

    let name: String
    let life = Life()
    let engine: SessionEngine
    private let surroundings: Surroundings
    private var server: any CampaignServer { surroundings.server }
    private var ledger: Ledger { surroundings.ledger }
    private let order = Mutex(EventOrder())
    /// Whom it signed in, or began to.
    private let signedIn = Mutex<Set<String>>([])
    private let isSigningOut = Mutex(false)

    init(_ name: String, in surroundings: Surroundings, seed: UInt64) {
        self.name = name
        self.surroundings = surroundings
        let transport = MortalTransport(transport: surroundings.network, life: life)
        engine = SessionEngine(
            configuration: surroundings.configuration,
            refresher: surroundings.server.refresher(over: transport),
            store: MortalStore(store: surroundings.store, life: life),
            transport: transport,
            authorizer: surroundings.server.authorizer,
            classifier: surroundings.server.classifier,
            clock: MortalClock(clock: surroundings.clock, life: life),
            random: SeededGenerator(seed: seed)
        )
        engine.listen { [weak self] event in self?.hear(event) }
    }

    /// Sends a request with a marker of its own, and looks whether the answer is the one to it.
    func call() async {
        let id = ledger.begin(by: name)
        let user = engine.state.profile?.userID
        var isAnswered = false
        do throws(SessionError) {
            let response = try await engine.data(for: server.request(id))
            if let answer = server.reading(response) {
                isAnswered = true
                if answer.marker != "\(id)" {
                    ledger.violation("\(name): call \(id) got the answer to \(answer.marker)")
                }
                // Among threads another user may have signed in just before the call was begun.
                let isSure = surroundings.isSimulated || engine.state.profile?.userID == user
                if let user, answer.user != user, isSure {
                    ledger.violation("\(name): a call of \(user) was answered to \(answer.user)")
                }
            }
            ledger.note("\(name) call \(id): \(response.status)")
        } catch {
            ledger.note("\(name) call \(id): \(error.description)")
        }
        ledger.end(id, isAnswered: isAnswered)
    }

    /// Begins a session, unless the process ends before.
    func signIn(_ credential: Credential, _ user: String) async {
        signedIn.withLock { _ = $0.insert(user) }
        ledger.everyoneMayEnd(except: user)
        do throws(SessionError) {
            try await engine.adopt(credential)
            ledger.note("\(name) signed \(user) in")
            // Of sign-ins at the same time, the one that is stored last is the last.
            ledger.everyoneMayEnd(except: user)
            // Killed before it was done: whether the sign-in was stored is open.
            if life.isOver { ledger.mayEnd([user]) }
        } catch {
            // It was overtaken, here, by what came after it.
            ledger.mayEnd([user])
            ledger.note("\(name) did not sign \(user) in: \(error.description)")
        }
    }

    func signOut() async {
        let user = engine.state.profile?.userID
        ledger.mayEnd(user.map { signedIn.withLock(\.self).union([$0]) })
        isSigningOut.withLock { $0 = true }
        defer { isSigningOut.withLock { $0 = false } }
        ledger.note("\(name) signs \(user ?? "whoever it is") out")
        let result = await engine.signOut()
        ledger.note("\(name) signed out: \(result.isComplete)")
        if let user, result.isComplete, !life.isOver { ledger.hasEnded(user) }
    }

    /// The user of whom the store did not know when the process, which said so, was killed.
    var unstoredUser: String? { order.withLock(\.unstoredUser) }

    /// Whether its listener believes what is true.
    var isWellInformed: Bool { order.withLock { $0.agrees(with: engine.state) } }

    private func hear(_ event: SessionEvent) {
        guard !life.isOver else { return }
        ledger.note("\(name) hears \(event)")
        // A sign-in that is stored late counts from then on.
        let stored = order.withLock(\.unstoredUser)
        let (wrong, ended) = order.withLock { $0.take(event) }
        if event == .persisted, let stored { ledger.everyoneMayEnd(except: stored) }
        if let wrong { ledger.violation("\(name): \(wrong)") }
        if let ended, event == .signedOut(.requested), isSigningOut.withLock(\.self) {
            ledger.mayEnd([ended])
        }
        if let ended, !ledger.mayEnd(ended) {
            ledger.violation("\(name): \(ended) was signed out for no reason: \(event)")
        }
    }
}
