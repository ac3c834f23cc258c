import CardeaLocks

/// Confirms that the user is present, by Face ID, Touch ID or a passcode.
package protocol UserPresence: Sendable {
    /// Asks the user.
    ///
    /// - Throws: `StoreError`: `denied` if the user is absent or declines, `locked` if no question is possible now.
    func confirm() async throws(StoreError)
}

extension CredentialStore {
    /// This store, which returns no record before the user is confirmed, once in the life of a process.
    ///
    /// If the user is not confirmed, `restore()` throws `storeDenied` and may be called again; the session is not lost. After
    /// the confirmation the user is not asked again: refreshes continue in the background.
    ///
    /// - Parameter confirm: Asks the user. It throws `denied` if the user does not agree, and `locked` if no question
    ///   is possible now.
    /// - Returns: The store.
    public func guarded(
        by confirm: @escaping @Sendable () async throws(StoreError) -> Void
    ) -> some CredentialStore {
        GuardedStore(self, by: ClosurePresence(ask: confirm))
    }
}

private struct ClosurePresence: UserPresence {
    let ask: @Sendable () async throws(StoreError) -> Void

    func confirm() async throws(StoreError) { try await ask() }
}

/// A store that returns no record before the user is confirmed, once in the life of a process.
package final class GuardedStore: CredentialStore {
    private let store: any CredentialStore
    private let presence: any UserPresence
    private let isOpen = Mutex(false)
    private let asking = AsyncLock()

    /// Creates a store that is shut.
    ///
    /// - Parameters:
    ///   - store: The store of the record.
    ///   - presence: Asks the user.
    package init(_ store: any CredentialStore, by presence: any UserPresence) {
        self.store = store
        self.presence = presence
    }

    /// Asks the user, unless the store is open or empty, and reads the record.
    package func load() async throws(StoreError) -> CredentialRecord? {
        guard let record = try await store.load() else { return nil }
        try await open()
        return record
    }

    /// Writes the record.
    ///
    /// A sign-in opens the store: its user is present.
    package func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        try await store.save(record, replacing: version)
        if version == nil { isOpen.withLock { $0 = true } }
    }

    /// Deletes the record, without a confirmation.
    package func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await store.delete(version)
    }

    /// Lets one task of one process at a time through.
    package func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await store.exclusiveAccess()
    }

    /// The other store's sibling, without a confirmation: it keeps sign-ins that are under way, whose user is present.
    package func sibling(named name: String) -> (any CredentialStore)? { store.sibling(named: name) }

    /// Asks once, also if many callers wait for the response.
    private func open() async throws(StoreError) {
        if isOpen.withLock(\.self) { return }
        let turn = try await asking.exclusiveAccess()
        defer { turn.end() }
        if isOpen.withLock(\.self) { return }
        try await presence.confirm()
        isOpen.withLock { $0 = true }
    }
}
