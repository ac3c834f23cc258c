internal import CardeaSession
internal import CardeaLocks

/// The client's store, leased to one user at a time.
///
/// Operations run in turn, and only while the lease lasts: no write of a user comes after those of the one
/// that followed.
final class ExclusiveStore: Sendable {
    /// Something that has to be done to the store.
    typealias PendingWork = @Sendable (any CredentialStore) async throws(StoreError) -> Void

    fileprivate struct State {
        /// The number of the lease that lasts.
        var lease: UInt64 = 0
        /// The operations that wait in that lease.
        var pendingWork: PendingWork?
    }

    fileprivate let store: any CredentialStore
    private let retries: RetrySchedule
    private let clock: any SessionClock
    fileprivate let state = Mutex(State())
    fileprivate let turns = SerialQueue()

    init(_ store: any CredentialStore, retries: RetrySchedule, clock: any SessionClock) {
        self.store = store
        self.retries = retries
        self.clock = clock
    }

    /// Begins a lease, and ends the one before, with whatever was still to be done in it.
    func lease() -> StoreLease {
        let number = state.withLock { state in
            state = State(lease: state.lease + 1)
            return state.lease
        }
        return StoreLease(leased: self, number: number)
    }

    /// Does the work that is still to be done, if there is any.
    ///
    /// - Returns: The reason why it could not be done; `nil` if it is done.
    func settle() async -> StoreError? {
        await turns.run { await self.doPendingWork() }
    }

    fileprivate func doPendingWork() async -> StoreError? {
        guard let pendingWork = state.withLock(\.pendingWork) else { return nil }
        do throws(StoreError) {
            try await pendingWork(store)
            state.withLock { $0.pendingWork = nil }
            return nil
        } catch {
            return error
        }
    }

    fileprivate func settleLater() {
        Task.detached { [self] in
            var tries = 0
            repeat {
                guard (try? await clock.sleep(for: retries.delay(before: tries))) != nil else { return }
                tries += 1
            } while await settle() != nil
        }
    }
}

/// The right to use a store, until another lease of it begins.
struct StoreLease: Sendable {
    fileprivate let leased: ExclusiveStore
    fileprivate let number: UInt64

    /// Whether it lasts.
    var isCurrent: Bool { leased.state.withLock { $0.lease == number } }

    /// Does something with the store when its turn has come.
    ///
    /// Returns what `work` does; `nil` when the lease was over by then.
    func use<Value: Sendable>(
        _ work: @escaping @Sendable (any CredentialStore) async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value? {
        // To remember a value needs no access to the store.
        guard isCurrent else { return nil }
        return try await leased.turns.run { () async -> Result<Value?, StoreError> in
            guard isCurrent else { return .success(nil) }
            do throws(StoreError) {
                return .success(try await work(leased.store))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Does something with the store: now, or again and again until it is done or the lease has ended.
    ///
    /// Returns why it is not done yet, if it is not.
    func ensure(_ work: @escaping ExclusiveStore.PendingWork) async -> StoreError? {
        let failure = await leased.turns.run { () async -> StoreError? in
            let isCurrent = leased.state.withLock { state in
                if state.lease == number { state.pendingWork = work }
                return state.lease == number
            }
            return isCurrent ? await leased.doPendingWork() : nil
        }
        if failure != nil { leased.settleLater() }
        return failure
    }

    /// Takes exclusive access of the store, which does not wait for a turn.
    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await leased.store.exclusiveAccess()
    }
}
