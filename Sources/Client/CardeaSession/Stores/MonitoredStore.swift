/// A store that reports its failures to a monitor.
struct MonitoredStore: CredentialStore {
    let store: any CredentialStore
    let monitor: SessionMonitor

    func load() async throws(StoreError) -> CredentialRecord? {
        try await reporting(.load) { () async throws(StoreError) in try await store.load() }
    }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        try await reporting(.save) { () async throws(StoreError) in
            try await store.save(record, replacing: version)
        }
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await reporting(.delete) { () async throws(StoreError) in try await store.delete(version) }
    }

    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await reporting(.exclusiveAccess) { () async throws(StoreError) in
            try await store.exclusiveAccess()
        }
    }

    func sibling(named name: String) -> (any CredentialStore)? {
        store.sibling(named: name).map { MonitoredStore(store: $0, monitor: monitor) }
    }

    private func reporting<Result>(
        _ operation: StoreOperation,
        _ work: () async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        do {
            return try await work()
        } catch {
            // A lost race and a cancelled caller are no failures of the store.
            if error.code != .conflict, error.code != .cancelled {
                monitor(.storeFailed(operation, error.code))
            }
            throw error
        }
    }
}
