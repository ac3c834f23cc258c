import CardeaSession
import CardeaTesting
import CardeaLocks

/// A store whose next write waits at a gate once it is told so.
final class LatchedStore: CredentialStore {
    let gate = TestLatch()
    private let store: any CredentialStore
    private let isGated = Mutex(false)

    init(_ store: any CredentialStore) {
        self.store = store
    }

    func holdNextWrite() { isGated.withLock { $0 = true } }

    func load() async throws(StoreError) -> CredentialRecord? { try await store.load() }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        let waits = isGated.withLock { isGated in
            defer { isGated = false }
            return isGated
        }
        if waits { await gate.pass() }
        try await store.save(record, replacing: version)
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await store.delete(version)
    }

    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await store.exclusiveAccess()
    }
}
