import CardeaEncodings
import Foundation
import CardeaLocks

extension SessionEngine {
    /// Signs in from the stored credential, with no network access.
    ///
    /// - Returns: The user, as last known; `nil` if no user is signed in.
    /// - Throws: `SessionError`: `storeLocked`, `storeDamaged`, `storeDenied` or `storeFailed` if the store cannot be read.
    ///   A failure deletes nothing.
    @discardableResult
    public func restore() async throws(SessionError) -> UserProfile? {
        do throws(SessionError) {
            return try await readStoredSession()
        } catch  where error.code == .storeAbsent {
            return nil
        }
    }

    /// Signs in from the stored credential; throws `storeAbsent` if nothing is stored.
    @discardableResult
    func readStoredSession() async throws(SessionError) -> UserProfile {
        let restoration = core.withLock { core in
            if let running = core.restoration { return running }
            let task = Task.detached { await self.readStore() }
            core.restoration = task
            return task
        }
        // The store may ask the user: a cancelled caller does not wait for that.
        guard let result = await abandonable({ await restoration.value }) else {
            throw SessionError(.cancelled)
        }
        return try result.get()
    }

    /// Begins a session with the credential that a sign-in brought, instead of the current session.
    ///
    /// It is stored before it is used; if the write fails, it is used anyway, and written later. Once begun
    /// it is not given up, even when the calling task is cancelled.
    ///
    /// - Parameter credential: The credential of the back end's response.
    /// - Throws: `SessionError` with the code `cancelled` when the task was cancelled before, or a later sign-in or sign-out
    ///   overtook this one.
    public func signIn(with credential: SessionCredential) async throws(SessionError) {
        try await signIn(with: credential, choice: core.withLock { $0.machine.beginChoice() })
    }

    /// Begins a session with the credential that a call returns, such as the app's request to sign in.
    ///
    /// The sign-in begins before the call. If a sign-out, or a sign-in that began later, takes effect meanwhile, the late
    /// credential signs no user in: its session is revoked at the server, if the engine has a revoker.
    ///
    /// - Parameter call: Asks the back end for a credential.
    /// - Throws: `SessionError` as `signIn(with:)`, or what the call throws.
    public func signIn(from call: () async throws -> SessionCredential) async throws {
        let choice = core.withLock { $0.machine.beginChoice() }
        try await signIn(with: try await call(), choice: choice)
    }

    private func signIn(with credential: SessionCredential, choice: UInt64) async throws(SessionError) {
        guard !Task.isCancelled else { throw SessionError(.cancelled) }
        let begun = core.withLock { core in
            core.machine.choose(choice) ? (core.machine.beginChange(), core.randomID().exact) : nil
        }
        guard let (change, session) = begun else {
            if let revoker { Task.detached { try? await revoker.revoke(credential) } }
            throw .overtaken
        }
        let record = CredentialRecord(session: session.wrappedValue, credential: stamp(credential))
        let isAccepted = await inTurn {
            // A later one may have had its turn before.
            guard self.core.withLock({ $0.machine.changes == change }) else { return false }
            // A record that an earlier sign-out still has to delete is not this one.
            _ = await self.core.withLock(\.deletion)?.value
            let held =
                switch await self.keeper.begin(record) {
                case .written(let stored): self.hold(stored, from: .signIn)
                default: self.hold(record, from: .signIn, isDurable: false)
                }
            let isAccepted = self.apply { $0.signedIn(held, change: change) }
            if !isAccepted {
                self.core.withLock { _ = $0.machine.pendingDeletions.insert(.session(session)) }
            }
            return isAccepted
        }
        if !isAccepted {
            await forget(.session(session))
            throw .overtaken
        }
    }

    /// Continues with the current session on a newer credential that something other than a refresh brought.
    ///
    /// - Parameters:
    ///   - credential: The credential of the back end's response; values that it omits are kept.
    ///   - cause: The reason for the change, such as a password change.
    /// - Throws: `SessionError` with the code `signedOut` when the session has ended, or is another user's by now: a
    ///   credential that names its user is not given to another one.
    public func updateCredential(
        _ credential: SessionCredential,
        cause: TokenChangeCause
    ) async throws(SessionError) {
        try await updateCredential(credential, cause: cause, in: try presentSession)
    }

    func updateCredential(
        _ credential: SessionCredential,
        cause: TokenChangeCause,
        in session: ExactText
    ) async throws(SessionError) {
        let isAccepted = await inTurn {
            guard let held = self.core.withLock({ $0.machine.held }), held.stamp.session == session,
                !credential.isOfAnother(than: held.profile)
            else { return false }
            let new = self.stamp(credential)
            // A refresh may have exchanged this very token while the response was on its way.
            if held.record.hasReplaced(new) { return true }
            let outcome = await self.keeper.change(session) { stored in
                let base = held.continued(by: stored)
                return base.hasReplaced(new) ? nil : base.followed(by: new.filled(from: base.credential))
            }
            let changed: HeldCredential
            switch outcome {
            case .written(let stored): changed = self.hold(stored, from: .signIn)
            // A refresh has stored newer tokens.
            case .superseded(let stored) where stored.version.id == session: return true
            case .superseded(let stored) where held.record.mayBeReplaced(by: stored):
                let other = self.hold(stored, from: .store)
                self.apply { $0.endedByOtherProcess(session, beginning: other) }
                return false
            case .gone where held.record.wasStored:
                self.apply { $0.endedByOtherProcess(session, beginning: nil) }
                return false
            case .superseded, .gone, .failed:
                changed = self.hold(
                    held.record.followed(by: new.filled(from: held.credential)),
                    from: .signIn,
                    isDurable: false
                )
            }
            return self.apply { $0.changed(changed, cause: cause) }
        }
        if !isAccepted { throw core.withLock { $0.machine.overtaken } }
    }

    /// Keeps a newer profile of the signed-in user.
    ///
    /// - Parameter profile: The profile of the back end's response.
    /// - Throws: `SessionError` with the code `signedOut` if no user is signed in.
    public func update(_ profile: UserProfile) async throws(SessionError) {
        let session = try presentSession
        let isAccepted = await inTurn {
            let outcome = await self.keeper.change(session) { $0.with(profile) }
            let isDurable = if case .failed = outcome { false } else { true }
            return self.apply { $0.profileChanged(profile, in: session, isDurable: isDurable) }
        }
        if !isAccepted { throw core.withLock { $0.machine.overtaken } }
    }
}

extension SessionError {
    fileprivate static let overtaken = SessionError(
        .cancelled,
        detail: "overtaken by another sign-in or a sign-out"
    )
}

extension SessionEngine {
    private var presentSession: ExactText {
        get throws(SessionError) {
            let (session, error) = core.withLock { ($0.machine.held?.stamp.session, $0.machine.overtaken) }
            guard let session else { throw error }
            return session
        }
    }

    /// Stamps a credential with the time of its receipt, and learns the server's time from it.
    private func stamp(_ credential: SessionCredential) -> SessionCredential {
        if let date = credential.receivedAt { learnTime(date) }
        return credential.stamped(at: moment.date)
    }

    /// Writes sign-ins to the store, one after another, also if their callers are cancelled.
    private func inTurn(_ body: @escaping @Sendable () async -> Bool) async -> Bool {
        await Task.detached { (try? await self.signIns.withLock(body)) ?? false }.value
    }

    private func readStore() async -> Result<UserProfile, SessionError> {
        let result = try? await signIns.withLock { () -> Result<UserProfile, SessionError> in
            let (present, change) = self.core.withLock { ($0.machine.state, $0.machine.changes) }
            if case .signedIn(let profile) = present { return .success(profile) }
            let restoration: SessionMachine.Restoration
            var failure = SessionError(.storeAbsent)
            do throws(StoreError) {
                restoration =
                    try await self.store.load().map { .found(self.hold($0, from: .store)) } ?? .absent
            } catch {
                restoration = .unreadable(error)
                failure = SessionError(error)
            }
            if !self.apply({ $0.restored(restoration, change: change) }) {
                failure = SessionError(.cancelled, detail: "overtaken by a sign-in or a sign-out")
            }
            self.refreshAtStart()
            return self.state.profile.map { .success($0) } ?? .failure(failure)
        }
        core.withLock { $0.restoration = nil }
        return result ?? .failure(SessionError(.cancelled))
    }

    /// Refreshes the credential that was just restored, beside other requests, if the configuration wants that.
    private func refreshAtStart() {
        guard configuration.refreshesAtStart else { return }
        let uptime = clock.uptime
        core.withLock { core in
            guard let held = core.machine.held, let refresh = core.machine.beginAhead(held, at: uptime) else {
                return
            }
            start(refresh, &core)
        }
    }
}
