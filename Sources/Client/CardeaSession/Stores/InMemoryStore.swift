import CardeaEncodings
import CardeaLocks

/// A store that lives as long as the process; engines that share one behave like processes that share a file.
public final class InMemoryStore: CredentialStore {
    private let record: Mutex<CredentialRecord?>
    private let access = AsyncLock()
    private let siblings = Mutex<[ExactText: InMemoryStore]>([:])

    /// Creates a store.
    ///
    /// - Parameter record: The record at first.
    public init(_ record: CredentialRecord? = nil) {
        self.record = Mutex(record)
    }

    /// Returns the record.
    public func load() async throws(StoreError) -> CredentialRecord? {
        record.withLock(\.self)
    }

    /// Replaces the record.
    public func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        let isReplaced = self.record.withLock { stored in
            guard version == nil || stored?.version == version else { return false }
            stored = record
            return true
        }
        if !isReplaced { throw StoreError(.conflict) }
    }

    /// Removes the record.
    public func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        let isDeleted = record.withLock { stored in
            guard version == nil || stored == nil || stored?.version == version else { return false }
            stored = nil
            return true
        }
        if !isDeleted { throw StoreError(.conflict) }
    }

    /// Lets one task at a time through.
    public func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await access.exclusiveAccess()
    }
    /// A store that lives as long as this one.
    public func sibling(named name: String) -> (any CredentialStore)? {
        siblings.withLock { siblings in
            let sibling = siblings[name.exact] ?? InMemoryStore()
            siblings[name.exact] = sibling
            return sibling
        }
    }
}
