import CardeaIdentityDomain
import CardeaIdentityStore
import CardeaLocks

/// A store that counts how often it is read.
final class CountingStore: IdentityStore {
    private let store: SQLIdentityStore
    /// Whether reads fail.
    let fails = Mutex(false)
    private let names: Bool
    private let count = Mutex((all: 0, manyRows: 0))

    /// - Parameters:
    ///   - store: The store behind it.
    ///   - names: Whether it names the rows that have changed.
    init(_ store: SQLIdentityStore, naming names: Bool = true) {
        self.store = store
        self.names = names
    }

    var reads: Int { count.withLock { $0.all } }
    var readsOfManyRows: Int { count.withLock { $0.manyRows } }
    var cacheVersion: Int { store.cacheVersion }

    func cachedRows(changedAfter version: Int) -> Set<CachedRow>? {
        names ? store.cachedRows(changedAfter: version) : nil
    }

    func read<L: Lookup>(_ lookup: L) async throws(StoreError) -> L.Row {
        count.withLock {
            $0.all += 1
            if lookup.extent == .manyRows { $0.manyRows += 1 }
        }
        if fails.withLock(\.self) { throw .unavailable("no disk") }
        return try await store.read(lookup)
    }

    func transact<L: Lookup, Outcome: Sendable>(
        _ lookup: L,
        by actor: Actor,
        decide: @escaping @Sendable (L.Row) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome {
        try await store.transact(lookup, by: actor, decide: decide)
    }
}
