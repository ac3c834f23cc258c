public import Foundation

/// A store in the keychain of Apple systems: on this device only, never in iCloud, readable after the first unlock.
///
/// Its item is updated in place, and only if nobody else updated it before.
public final class KeychainStore: CredentialStore {
    private let keychain: any KeychainAccess
    private let isAvailable: @Sendable () -> Bool
    private let access = AsyncLock()
    private let processes: FileLock?

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - keychain: The item.
    ///   - lockDirectory: A directory that the app shares with its extensions, for the lock between them; `nil` when no other
    ///     process uses the item.
    ///   - isAvailable: Whether protected data can be read now. A system that starts an app before the first unlock may answer
    ///     "not found" for an item that is there; hand in `UIApplication.isProtectedDataAvailable` to tell them apart.
    public init(
        _ keychain: any KeychainAccess,
        lockDirectory: URL? = nil,
        isAvailable: @escaping @Sendable () -> Bool = { true }
    ) {
        self.keychain = keychain
        self.isAvailable = isAvailable
        processes = lockDirectory.map { FileLock(PrivateDirectory($0), "keychain.refresh-lock") }
    }

    /// Reads the item.
    public func load() async throws(StoreError) -> CredentialRecord? {
        guard let data = try await keychain.content(isAvailable) else { return nil }
        return try CredentialRecord(decoding: data)
    }

    /// Updates the item, or makes it.
    public func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        let tag = record.version.tag
        do {
            try await keychain.update(tagged: version?.tag, to: record.encoded(), tag: tag)
        } catch {
            guard error == .itemNotFound, version == nil else { throw StoreError(error) }
            do {
                try await keychain.add(record.encoded(), tag: tag)
            } catch {
                throw StoreError(error)
            }
        }
    }

    /// Deletes the item.
    public func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        let wasAvailable = isAvailable()
        do {
            try await keychain.delete(tagged: version?.tag)
        } catch {
            guard error == .itemNotFound else { throw StoreError(error) }
            guard wasAvailable else { throw StoreError.unavailable }
            guard version != nil else { return }
            if try await load() != nil { throw StoreError(.conflict) }
        }
    }

    /// Lets one task of one process at a time through.
    public func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        if let processes { return try await processes.exclusiveAccess() }
        return try await access.exclusiveAccess()
    }
}

extension CredentialRecord.Version {
    /// The version as the keychain compares it.
    var tag: Data { Data("\(session)/\(revision)".utf8) }
}
