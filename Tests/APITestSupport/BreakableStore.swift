package import CardeaIdentityDomain
import CardeaLocks

/// A store that fails on demand, and otherwise does what the one behind it does.
package final class BreakableStore<Store: IdentityStore>: IdentityStore {
    private let store: Store
    private let failure = Mutex<StoreError?>(nil)

    package init(_ store: Store) { self.store = store }

    /// Fails from now on with an error; with `nil` no more.
    package func fail(with error: StoreError?) { failure.withLock { $0 = error } }

    package var cacheVersion: Int { store.cacheVersion }

    package func cachedRows(changedAfter version: Int) -> Set<CachedRow>? {
        store.cachedRows(changedAfter: version)
    }

    private func working() throws(StoreError) -> Store {
        if let error = failure.withLock(\.self) { throw error }
        return store
    }

    package func read<L: Lookup>(_ lookup: L) async throws(StoreError) -> L.Row {
        try await working().read(lookup)
    }

    package func transact<L: Lookup, Outcome: Sendable>(
        _ lookup: L,
        decide: @escaping @Sendable (L.Row) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome {
        try await working().transact(lookup, decide: decide)
    }
}
