import CardeaLocks

extension CredentialStore {
    /// Returns a store that moves the record of an older store into this one, such as from a file to a keyring.
    ///
    /// The record is copied, and then deleted from the old store. If the process is killed in between, two records are left:
    /// the new one counts, and the next call finishes the move. The new store deletes nothing before the old one is empty, so
    /// that no session comes back after its sign-out. Every process that shares the stores has to use both in this way.
    ///
    /// - Parameter old: The store that has the record so far. Its exclusive access is the lock of the move. So a
    ///   process that knows only this store can finish a refresh first.
    /// - Returns: The store; nothing is read or written yet.
    public func migrating(from old: any CredentialStore) -> some CredentialStore {
        MigratingStore(from: old, to: self)
    }
}

/// A store that takes over what an older one holds; see `migrating(from:)`.
package final class MigratingStore: CredentialStore {
    private let old: any CredentialStore
    private let new: any CredentialStore
    private let isSettled = Mutex(false)

    /// Creates a store; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - old: The store that has the record so far. Its exclusive access is the lock of the move. So a process that
    ///     knows only this store can finish a refresh first.
    ///   - new: Where it is kept from now on.
    package init(from old: any CredentialStore, to new: any CredentialStore) {
        self.old = old
        self.new = new
    }

    /// Reads the record, moved first if need be; an old store that cannot be read is not an empty one.
    package func load() async throws(StoreError) -> CredentialRecord? {
        try await settle()
        return try await new.load()
    }

    /// Writes the record to the new store.
    package func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        if let version {
            try await settle()
            return try await new.save(record, replacing: version)
        }
        // A sign-in replaces every record, readable or not. A record that cannot be deleted yet is superseded too.
        try await alone { [old, new] () async throws(StoreError) in
            try await new.save(record, replacing: nil)
            return (try? await old.delete(nil)) != nil
        }
    }

    /// Deletes the record in both stores: first in the old one, or it would be moved again.
    package func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        if version != nil { try await settle() }
        if version == nil || !isSettled.withLock(\.self) {
            try await alone { [old] () async throws(StoreError) in
                try await old.delete(nil)
                return true
            }
        }
        try await new.delete(version)
    }

    /// Lets one task of one process at a time through.
    package func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await new.exclusiveAccess()
    }

    /// The new store's: nothing beside the record is moved.
    package func sibling(named name: String) -> (any CredentialStore)? { new.sibling(named: name) }

    /// Moves what the old store holds, unless this process has seen it empty.
    private func settle() async throws(StoreError) {
        if isSettled.withLock(\.self) { return }
        try await alone { [old, new] () async throws(StoreError) in
            if try await new.load() != nil {
                // The new record supersedes the old one. If the old store cannot be opened, only a sign-out fails.
                return (try? await old.delete(nil)) != nil
            }
            while let record = try await old.load() {
                try await new.save(record, replacing: nil)
                // A process that knows the old store alone may sign in there now: then its record is the one to move.
                do throws(StoreError) {
                    try await old.delete(record.version)
                } catch  where error.code == .conflict {}
            }
            return true
        }
    }

    /// Runs a step of the move with exclusive access to the old store.
    ///
    /// The step returns whether that store is empty now.
    private func alone(_ step: () async throws(StoreError) -> Bool) async throws(StoreError) {
        let access = try await old.exclusiveAccess()
        defer { access.end() }
        let isEmpty = try await step()
        isSettled.withLock { $0 = isEmpty }
    }
}
