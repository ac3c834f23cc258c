import Foundation
import Locks

extension SessionEngine {
    /// Signs in from the stored credential, with no network access.
    ///
    /// - Returns: The user, as last known.
    /// - Throws: `SessionError`: `storeAbsent` when nothing is stored; `storeLocked`, `storeDamaged`, `storeDenied` or
    ///   `storeFailed` when it cannot be read. Nothing is deleted by a failure.
    @discardableResult
    public func restore() async throws(SessionError) -> Profile {
        let restoration = core.withLock { core in
            if let running = core.restoration { return running }
            let task = Task.detached { await self.readStore() }
            core.restoration = task
            return task
        }
        return try await restoration.value.get()
    }

    /// Begins a session with the credential that a sign-in brought, in place of the present session.
    ///
    /// It is stored before it is used; when it cannot be stored it is used all the same, and written later.
    ///
    /// - Parameter credential: What the back end answered.
    /// - Throws: `SessionError` with the code `cancelled` when a later sign-in or sign-out overtook this one.
    public func adopt(_ credential: Credential) async throws(SessionError) {
        let (change, session) = core.withLock { ($0.machine.beginChange(), $0.randomID()) }
        let record = CredentialRecord(session: session, credential: stamp(credential))
        let isAccepted = try await inTurn {
            // A later one may have had its turn before.
            guard self.core.withLock({ $0.machine.changes == change }) else { return false }
            // What a sign-out before it has yet to delete is not this.
            _ = await self.core.withLock(\.sweep)?.value
            let held =
                switch await self.keeper.begin(record) {
                case .written(let stored): self.hold(stored, from: .signIn)
                default: self.hold(record, from: .signIn, isDurable: false)
                }
            let isAccepted = self.take { $0.signedIn(held, change: change) }
            if !isAccepted, await self.keeper.forget(session) != nil { self.forget(session) }
            return isAccepted
        }
        if !isAccepted {
            throw SessionError(.cancelled, detail: "overtaken by another sign-in or a sign-out")
        }
    }

    /// Goes on with the present session on a newer credential that something other than a refresh brought.
    ///
    /// - Parameters:
    ///   - credential: What the back end answered; what it left out stays as it was.
    ///   - cause: What brought it, such as a password change.
    /// - Throws: `SessionError` with the code `signedOut` when the session has ended, or is another user's by now: a
    ///   credential that names its user goes to nobody else.
    public func replace(_ credential: Credential, cause: TokenChangeCause) async throws(SessionError) {
        try await replace(credential, cause: cause, in: try presentSession)
    }

    func replace(
        _ credential: Credential,
        cause: TokenChangeCause,
        in session: String
    ) async throws(SessionError) {
        let isAccepted = try await inTurn {
            guard let held = self.core.withLock({ $0.machine.held }), held.stamp.session == session,
                !credential.isOfAnother(than: held.profile)
            else { return false }
            let new = self.stamp(credential).filled(from: held.credential)
            let outcome = await self.keeper.change(session) { stored in
                (stored.generation > held.stamp.generation ? stored : held.record).renewed(new)
            }
            let changed: HeldCredential
            switch outcome {
            case .written(let stored): changed = self.hold(stored, from: .signIn)
            case .gone where held.record.wasStored, .superseded: return false
            case .gone, .failed:
                changed = self.hold(held.record.renewed(new), from: .signIn, isDurable: false)
            }
            return self.take { $0.changed(changed, cause: cause) }
        }
        if !isAccepted { throw core.withLock { $0.machine.overtaken } }
    }

    /// Keeps a newer profile of the signed-in user.
    ///
    /// - Parameter profile: What the back end knows of the user now.
    /// - Throws: `SessionError` with the code `signedOut` when nobody is signed in.
    public func update(_ profile: Profile) async throws(SessionError) {
        let session = try presentSession
        let isAccepted = try await inTurn {
            let outcome = await self.keeper.change(session) { $0.with(profile) }
            let isDurable = if case .failed = outcome { false } else { true }
            return self.take { $0.profileChanged(profile, in: session, isDurable: isDurable) }
        }
        if !isAccepted { throw core.withLock { $0.machine.overtaken } }
    }

    /// Signs out: here at once and always, then in the store, then at the server if the engine has a revoker.
    ///
    /// - Parameters:
    ///   - reason: Why, for the listeners.
    ///   - scope: How far it reaches; the server ends this session unless told.
    /// - Returns: What could not be done beyond this process.
    @discardableResult
    public func signOut(
        _ reason: SignOutReason = .requested,
        scope: SignOutScope = .session
    ) async -> SignOutResult {
        let (credential, effects, sweep) = core.withLock { core in
            let credential = core.machine.held?.credential
            let effects = core.effects(of: core.machine.signOut(reason))
            if effects.contains(where: \.isSweep) {
                core.sweep = Task.detached { [keeper] in await keeper.forget(nil) }
            }
            return (credential, effects, core.sweep)
        }
        var sessions: [String?] = []
        carryOut(
            effects.filter { effect in
                guard case .forget(let session) = effect else { return true }
                sessions.append(session)
                return false
            }
        )
        var storeFailure: StoreError?
        for session in sessions {
            guard let session else {
                storeFailure = await sweep?.value
                continue
            }
            storeFailure = await keeper.forget(session)
            if storeFailure != nil { forget(session) }
        }
        guard let revoker, let credential, scope != .device else {
            return SignOutResult(storeFailure: storeFailure)
        }
        do {
            if scope == .everywhere {
                try await revoker.revokeEverywhere(credential)
            } else {
                try await revoker.revoke(credential)
            }
            return SignOutResult(storeFailure: storeFailure)
        } catch {
            return SignOutResult(storeFailure: storeFailure, revocationFailure: error)
        }
    }
}

extension SessionEngine {
    private var presentSession: String {
        get throws(SessionError) {
            let (session, error) = core.withLock { ($0.machine.held?.stamp.session, $0.machine.overtaken) }
            guard let session else { throw error }
            return session
        }
    }

    /// Stamps a credential with the time of its receipt, and learns the server's time from it.
    private func stamp(_ credential: Credential) -> Credential {
        if let date = credential.receivedAt { learnTime(date) }
        return credential.stamped(at: moment.date)
    }

    /// Runs what writes a sign-in to the store, one after another.
    private func inTurn(_ body: () async -> Bool) async throws(SessionError) -> Bool {
        do {
            return try await signIns.withLock(body)
        } catch {
            throw SessionError(.cancelled)
        }
    }

    private func readStore() async -> Result<Profile, SessionError> {
        let result = try? await signIns.withLock { () -> Result<Profile, SessionError> in
            let (present, change) = self.core.withLock { ($0.machine.state, $0.machine.changes) }
            if case .signedIn(let profile) = present { return .success(profile) }
            let restoration: SessionMachine.Restoration
            let failure: SessionError
            do throws(StoreError) {
                restoration =
                    try await self.store.load().map { .found(self.hold($0, from: .store)) } ?? .absent
                failure = SessionError(.storeAbsent)
            } catch {
                restoration = .unreadable(error)
                failure = SessionError(error)
            }
            self.take { $0.restored(restoration, change: change) }
            self.refreshAtStart()
            return self.state.profile.map { .success($0) } ?? .failure(failure)
        }
        core.withLock { $0.restoration = nil }
        return result ?? .failure(SessionError(.cancelled))
    }

    /// Renews the credential that was just restored, beside whatever goes on, if the configuration wants that.
    private func refreshAtStart() {
        guard configuration.refreshesAtStart else { return }
        let uptime = clock.uptime
        core.withLock { core in
            guard let held = core.machine.held, let refresh = core.machine.beginAhead(held, at: uptime) else {
                return
            }
            begin(refresh, &core)
        }
    }

    /// Keeps trying to write the present credential to the store; each that follows it is tried on its own.
    func persist() {
        guard let stamp = core.withLock({ $0.machine.held?.stamp }) else { return }
        Task.detached { [weak self] in
            var tries = 0
            while let engine = self, await engine.persist(stamp, after: tries) { tries += 1 }
        }
    }

    /// Waits and writes; `false` when there is nothing to write any more.
    private func persist(_ stamp: CredentialStamp, after tries: Int) async -> Bool {
        let delay = configuration.refreshRetries.delay(before: tries)
        guard (try? await clock.sleep(for: delay)) != nil, let held = unstored(stamp) else { return false }
        if case .written(let stored) = await keep(held.record, bringsProfile: held.bringsProfile) {
            take { $0.persisted(stored) }
        }
        return unstored(stamp) != nil
    }

    private func unstored(_ stamp: CredentialStamp) -> HeldCredential? {
        core.withLock(\.machine.held).flatMap { $0.stamp == stamp && !$0.isDurable ? $0 : nil }
    }

    /// Writes a record of the present session.
    ///
    /// One that was never stored replaces whatever there is: that must not be what a later sign-in stored.
    ///
    /// - Parameters:
    ///   - record: What to write.
    ///   - bringsProfile: Whether its profile is newer than the stored one.
    /// - Returns: What is in the store now.
    func keep(_ record: CredentialRecord, bringsProfile: Bool) async -> RecordKeeper.Outcome {
        guard !record.wasStored else { return await keeper.keep(record, bringsProfile: bringsProfile) }
        let session = record.version.session
        let isPresent = { self.core.withLock { $0.machine.held?.stamp.session == session } }
        let outcome = try? await signIns.withLock {
            guard isPresent() else { return RecordKeeper.Outcome.gone }
            let outcome = await self.keeper.keep(record, bringsProfile: bringsProfile)
            // A sign-out does not wait for its turn, and found nothing to delete yet.
            if !isPresent() { self.forget(session) }
            return outcome
        }
        return outcome ?? .failed(StoreError(.cancelled))
    }

    /// Keeps trying to delete what the store holds of a session.
    func forget(_ session: String?) {
        let keeper = keeper
        let clock = clock
        let retries = configuration.refreshRetries
        Task.detached {
            var tries = 0
            while await keeper.forget(session) != nil, session != nil {
                guard (try? await clock.sleep(for: retries.delay(before: tries))) != nil else { return }
                tries += 1
            }
        }
    }
}
