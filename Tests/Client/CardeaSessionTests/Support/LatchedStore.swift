import CardeaSession
import CardeaTesting
import CardeaLocks

/// A store that waits at its gate, at one step of its work, whenever it is told to.
final class LatchedStore: CredentialStore {
    enum Step {
        case beforeLoad, beforeSave, afterSave, beforeDelete
    }

    let gate: TestLatch
    private let step: Step
    private let store: any CredentialStore
    private let gated: Mutex<Bool>

    init(
        _ gate: TestLatch = TestLatch(),
        at step: Step,
        isGated: Bool = true,
        over store: any CredentialStore = InMemoryStore()
    ) {
        self.store = store
        self.gate = gate
        self.step = step
        gated = Mutex(isGated)
    }

    var isGated: Bool {
        get { gated.withLock(\.self) }
        set { gated.withLock { $0 = newValue } }
    }

    func load() async throws(StoreError) -> CredentialRecord? {
        await reach(.beforeLoad)
        return try await store.load()
    }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        await reach(.beforeSave)
        try await store.save(record, replacing: version)
        await reach(.afterSave)
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        await reach(.beforeDelete)
        try await store.delete(version)
    }

    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await store.exclusiveAccess()
    }

    private func reach(_ step: Step) async {
        if step == self.step, isGated { await gate.pass() }
    }
}
