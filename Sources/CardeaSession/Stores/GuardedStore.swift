import CardeaLocks

/// Makes sure that the user is there: the seam between the store's rules and Face ID, Touch ID or a passcode.
public protocol UserPresence: Sendable {
    /// Asks the user.
    ///
    /// - Throws: `StoreError`: `denied` when the user is not there or does not want to, `locked` when the user cannot be
    ///   asked now.
    func confirm() async throws(StoreError)
}

/// A store that gives nothing away before the user is there, once in the life of a process.
///
///     let store = GuardedStore(KeychainStore(SystemKeychain()), by: DeviceOwnerPresence(reason: "Opens your account"))
///
/// A session that waits behind it is not lost by a user who does not want to: `restore()` throws `storeDenied`, and
/// may be called again. Once it is open, nobody is asked any more: refreshes go on in the background.
public final class GuardedStore: CredentialStore {
    private let store: any CredentialStore
    private let presence: any UserPresence
    private let isOpen = Mutex(false)
    private let asking = AsyncLock()

    /// Creates a store that is shut.
    ///
    /// - Parameters:
    ///   - store: What keeps the record.
    ///   - presence: Asks the user.
    public init(_ store: any CredentialStore, by presence: any UserPresence) {
        self.store = store
        self.presence = presence
    }

    /// Asks the user, unless the store is open or empty, and reads the record.
    public func load() async throws(StoreError) -> CredentialRecord? {
        guard let record = try await store.load() else { return nil }
        try await open()
        return record
    }

    /// Writes the record; whoever signs in is there.
    public func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        try await store.save(record, replacing: version)
        if version == nil { isOpen.withLock { $0 = true } }
    }

    /// Deletes the record; nobody needs to be there for a sign-out.
    public func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await store.delete(version)
    }

    /// Lets one task of one process at a time through.
    public func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await store.exclusiveAccess()
    }

    /// Asks once, however many wait for the response.
    private func open() async throws(StoreError) {
        if isOpen.withLock(\.self) { return }
        let turn = try await asking.exclusiveAccess()
        defer { turn.end() }
        if isOpen.withLock(\.self) { return }
        try await presence.confirm()
        isOpen.withLock { $0 = true }
    }
}
