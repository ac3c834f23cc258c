import CardeaSession
import CardeaTesting

/// A store in which something happens just before a record goes.
struct SlowToDelete: CredentialStore {
    let disk = InMemoryStore()
    let before: @Sendable (InMemoryStore) async -> Void

    func load() async throws(StoreError) -> CredentialRecord? { try await disk.load() }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        try await disk.save(record, replacing: version)
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        await before(disk)
        try await disk.delete(version)
    }

    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess { try await disk.exclusiveAccess() }
}
