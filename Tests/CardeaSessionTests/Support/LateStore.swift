import CardeaSession
import CardeaTesting
import Locks

/// A store whose writes take effect at once and, when they are to be late, come back only when its gate opens.
final class LateStore: CredentialStore {
    let gate: Gate
    private let store = InMemoryStore()
    private let late = Mutex(false)

    init(_ gate: Gate = Gate()) { self.gate = gate }

    var isLate: Bool {
        get { late.withLock(\.self) }
        set { late.withLock { $0 = newValue } }
    }

    func load() async throws(StoreError) -> CredentialRecord? { try await store.load() }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        try await store.save(record, replacing: version)
        if isLate { await gate.pass() }
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await store.delete(version)
    }

    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await store.exclusiveAccess()
    }
}
