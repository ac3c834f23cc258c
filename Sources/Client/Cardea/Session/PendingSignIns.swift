internal import CardeaSession
internal import Foundation

/// Keeps the sign-in whose page is open, beside the record of the current user, in case the app ends meanwhile.
///
/// There is one at most: the newest counts. A sign-in in the process that opened the page does not need it. If the
/// store fails, only the resumption is lost.
struct PendingSignIns: Sendable {
    private let store: (any CredentialStore)?
    private let clock: any SessionClock
    private let monitor: SessionMonitor?

    /// Creates the keeper of a client.
    ///
    /// - Parameters:
    ///   - store: The store of the client; the record is kept next to its record.
    ///   - clock: The clock of the client.
    ///   - monitor: The monitor of the client.
    init(beside store: any CredentialStore, clock: any SessionClock, monitor: SessionMonitor?) {
        self.store = store.sibling(named: "pending-sign-in")
        self.clock = clock
        self.monitor = monitor
    }

    /// Keeps a sign-in instead of an older one, until it is forgotten.
    ///
    /// - Returns: Its record; `nil` if it was not written.
    func keep(_ signIn: PendingSignIn) async -> CredentialRecord? {
        let record = signIn.record(at: clock.now)
        return await keep(record) ? record : nil
    }

    /// Keeps a record again that was taken; it ends when it would have ended.
    @discardableResult
    func keep(_ record: CredentialRecord) async -> Bool {
        await change(.save) { (store) async throws(StoreError) in
            try await store.save(record, replacing: nil)
        }
    }

    /// Forgets a sign-in, but not a newer one.
    func forget(_ record: CredentialRecord?) async {
        guard let record else { return }
        await change(.delete) { (store) async throws(StoreError) in try await store.delete(record.version) }
    }

    /// Forgets whatever is kept.
    func forgetAll() async {
        await change(.delete) { (store) async throws(StoreError) in try await store.delete(nil) }
    }

    /// The sign-in that is kept, with its record; one that has expired is deleted.
    func present() async throws(CardeaError) -> (PendingSignIn, CredentialRecord)? {
        guard let store else { return nil }
        let record: CredentialRecord?
        do {
            record = try await store.load()
        } catch {
            // A record that no key opens any more is not a sign-in.
            guard error.code == .damaged else { throw CardeaError(error) }
            await forgetAll()
            return nil
        }
        guard let record else { return nil }
        guard let signIn = PendingSignIn(record), isAlive(record) else {
            await forget(record)
            return nil
        }
        return (signIn, record)
    }

    /// Takes the sign-in that a callback belongs to: each is taken once, by one of the processes that share the store.
    ///
    /// - Returns: `nil` if the callback responds to no sign-in that is kept.
    func take(matching callback: URL) async throws(CardeaError) -> (PendingSignIn, CredentialRecord)? {
        guard let store, let found = try await present(), found.0.page.matches(callback) else {
            return nil
        }
        do {
            let access = try await store.exclusiveAccess()
            defer { access.end() }
            guard try await store.load()?.version == found.1.version else { return nil }
            try await store.delete(found.1.version)
        } catch {
            throw CardeaError(error)
        }
        return found
    }

    /// Whether the server still knows the sign-in; a clock that was set back by more than that makes it invalid too.
    private func isAlive(_ record: CredentialRecord) -> Bool {
        guard let begun = record.credential.receivedAt else { return false }
        let age = clock.now.timeIntervalSince(begun)
        let limit = PendingSignIn.lifetime / .seconds(1)
        return age > -limit && age < limit
    }

    /// Changes the store, also in the name of a task that was cancelled; only the monitor is notified of a failure.
    @discardableResult
    private func change(
        _ operation: StoreOperation,
        _ work: @escaping @Sendable (any CredentialStore) async throws(StoreError) -> Void
    ) async -> Bool {
        guard let store else { return false }
        return await Task.detached { [monitor] in
            do throws(StoreError) {
                try await work(store)
                return true
            } catch {
                if error.code != .conflict { monitor?(.storeFailed(operation, error.code)) }
                return false
            }
        }.value
    }
}
