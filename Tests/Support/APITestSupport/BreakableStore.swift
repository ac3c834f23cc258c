package import CardeaIdentityDomain
import CardeaLocks

/// A store that counts its uses and fails on demand, and otherwise does what the one behind it does.
package final class BreakableStore<Store: IdentityStore>: IdentityStore {
    private let store: Store
    private let failure = Mutex<StoreError?>(nil)
    private let count = Mutex(StoreUse())

    package init(_ store: Store) { self.store = store }

    /// Fails from now on with an error; with `nil` no more.
    package func fail(with error: StoreError?) { failure.withLock { $0 = error } }

    /// The uses since the last call.
    package func takeUse() -> StoreUse {
        count.withLock { count in
            defer { count = StoreUse() }
            return count
        }
    }

    package var cacheVersion: Int { store.cacheVersion }

    package func cachedRows(changedAfter version: Int) -> Set<CachedRow>? {
        store.cachedRows(changedAfter: version)
    }

    private func working() throws(StoreError) -> Store {
        if let error = failure.withLock(\.self) { throw error }
        return store
    }

    package func read<L: Lookup>(_ lookup: L) async throws(StoreError) -> L.Row {
        count.withLock { $0.reads += 1 }
        return try await working().read(lookup)
    }

    package func transact<L: Lookup, Outcome: Sendable>(
        _ lookup: L,
        by actor: Actor,
        decide: @escaping @Sendable (L.Row) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome {
        count.withLock { $0.transactions += 1 }
        return try await working().transact(lookup, by: actor, decide: decide)
    }
}

/// The number of times that a store was used.
package struct StoreUse: Sendable, Equatable {
    /// The reads beside transactions.
    package var reads = 0
    package var transactions = 0

    package init(reads: Int = 0, transactions: Int = 0) {
        (self.reads, self.transactions) = (reads, transactions)
    }
}
