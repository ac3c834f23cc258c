import CardeaEncodings
package import Foundation

/// The rules of `KeychainStore`, over any keychain, so that they are tested on Linux too.
///
/// The item is updated in place, and only if no other process has updated it before.
package final class KeychainItemStore: CredentialStore {
    private let keychain: any KeychainAccess
    private let isAvailable: @Sendable () async -> Bool
    private let access = AsyncLock()
    private let lockDirectory: PrivateDirectory?

    /// Creates a store over an item.
    ///
    /// - Parameters:
    ///   - keychain: The item.
    ///   - lockDirectory: A directory that the app shares with its extensions, made on first use, for the lock between them;
    ///     `nil` when no other process uses the item.
    ///   - isAvailable: Whether protected data can be read now; defaults to what the system says. A system that starts an app
    ///     before the first unlock may respond "not found" for an item that is there: while this is false, that is `locked`.
    package init(
        _ keychain: any KeychainAccess,
        lockDirectory: URL? = nil,
        isAvailable: @escaping @Sendable () async -> Bool = { await ProtectedData.isAvailable }
    ) {
        self.keychain = keychain
        self.isAvailable = isAvailable
        self.lockDirectory = lockDirectory.map(PrivateDirectory.init)
    }

    /// Reads the item.
    package func load() async throws(StoreError) -> CredentialRecord? {
        guard let data = try await keychain.content(isAvailable) else { return nil }
        return try CredentialRecord(decoding: data)
    }

    /// Updates the item, or makes it.
    package func save(
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
    package func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        let wasAvailable = await isAvailable()
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
    package func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        guard let lockDirectory else { return try await access.exclusiveAccess() }
        // There is nothing in it to read: an app group's directory may be as open as the system makes it.
        try lockDirectory.make()
        let name = "\(PercentEncoding.encode(keychain.name)).keychain-refresh-lock"
        return try await FileLock(lockDirectory, name).exclusiveAccess()
    }
}

extension CredentialRecord.Version {
    /// The version as the keychain compares it.
    var tag: Data { Data("\(session)/\(revision)".utf8) }
}
