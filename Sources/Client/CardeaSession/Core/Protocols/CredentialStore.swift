import CardeaLocks

/// Keeps one session's record over restarts, and between the processes that share it.
///
/// Every write is a compare-and-swap: a process that lost a race learns it, and overwrites or deletes nothing.
public protocol CredentialStore: Sendable {
    /// Reads the record.
    ///
    /// - Returns: `nil` when nothing is stored, and only then.
    /// - Throws: `StoreError` when something is, or may be, stored but cannot be read.
    func load() async throws(StoreError) -> CredentialRecord?

    /// Writes a record durably, instead of the one it was made from.
    ///
    /// - Parameters:
    ///   - record: The record to keep.
    ///   - version: The version that must be stored now; `nil` to replace any record, readable or not.
    /// - Throws: `StoreError` with the code `conflict` when another version, or nothing, is stored.
    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError)

    /// Deletes a record.
    ///
    /// - Parameter version: The version that must be stored now; `nil` to delete any record, readable or not.
    /// - Throws: `StoreError` with the code `conflict` when another version is stored; nothing stored is success.
    func delete(_ version: CredentialRecord.Version?) async throws(StoreError)

    /// Waits until no other process or engine that shares the store has exclusive access, and takes it.
    ///
    /// The holder may refresh the credential. Reading, writing and deleting need no lease: a sign-out never waits for a
    /// refresh.
    ///
    /// - Returns: The access, which lasts until it is ended.
    /// - Throws: `StoreError` when access could not be had; `cancelled` when the task was cancelled while waiting.
    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess

    /// A store in the same place, with the same protection, for another record of the same app: such as a sign-in whose
    /// page is open.
    ///
    /// - Parameter name: The name of the record beside this one.
    /// - Returns: The store, which shares its record with other ones of this name; `nil` if there can be none.
    func sibling(named name: String) -> (any CredentialStore)?
}

extension CredentialStore {
    /// `nil`: a store of the app's own need not have siblings.
    ///
    /// A sign-in whose page is open then ends with the app.
    public func sibling(named name: String) -> (any CredentialStore)? { nil }
}

/// The sole right to refresh what a store holds, until it is returned or released.
public final class ExclusiveAccess: Sendable {
    private let onEnd: Mutex<(@Sendable () -> Void)?>

    /// Creates an access that somebody has from now on.
    ///
    /// - Parameter onEnd: Called once, on any thread: the next who waits may have it.
    public init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = Mutex(onEnd)
    }

    deinit { end() }

    /// Gives it back; a second time does nothing.
    public func end() {
        let onEnd = onEnd.withLock { onEnd in
            defer { onEnd = nil }
            return onEnd
        }
        onEnd?()
    }
}
