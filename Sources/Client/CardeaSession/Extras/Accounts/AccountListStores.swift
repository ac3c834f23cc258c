import CardeaCryptography
package import Foundation
import CardeaLocks

/// A list of accounts that lives as long as the process.
package final class InMemoryAccountList: AccountListStore {
    private let list = Mutex(AccountList())

    /// Creates an empty list.
    package init() {}

    /// Returns the list.
    package func load() async throws(StoreError) -> AccountList { list.withLock(\.self) }

    /// Changes the list.
    package func change(
        _ change: @Sendable (inout AccountList) -> Void
    ) async throws(StoreError) -> AccountList {
        list.withLock { list in
            change(&list)
            return list
        }
    }
}

/// A list of accounts in a file, beside the encrypted files of their credentials.
package struct FileAccountList: AccountListStore {
    private static let name = "accounts.json"

    private let directory: PrivateDirectory
    private let writing: FileLock

    /// Creates a store; nothing is read or written yet.
    ///
    /// - Parameter directory: A directory that only this user may enter (mode 0700), such as the credentials'; made on first use.
    package init(directory: URL) {
        self.directory = PrivateDirectory(directory)
        writing = FileLock(self.directory, "\(Self.name)-lock")
    }

    /// Reads the file.
    package func load() async throws(StoreError) -> AccountList {
        try directory.read(Self.name).map(AccountList.init(stored:)) ?? AccountList()
    }

    /// Replaces the file, while no other process does.
    package func change(
        _ change: @Sendable (inout AccountList) -> Void
    ) async throws(StoreError) -> AccountList {
        try directory.create()
        return try await writing.withLock { () async throws(StoreError) in
            var list = try await load()
            change(&list)
            try directory.replace(Self.name, with: list.stored)
            return list
        }
    }
}

/// A list of accounts in a keychain item.
package struct KeychainAccountList: AccountListStore {
    private let keychain: any KeychainAccess
    private let isAvailable: @Sendable () async -> Bool

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - keychain: The item: another one than the credentials'.
    ///   - isAvailable: Whether protected data can be read now, as for `KeychainStore`.
    package init(
        _ keychain: any KeychainAccess,
        isAvailable: @escaping @Sendable () async -> Bool = { await ProtectedData.isAvailable }
    ) {
        self.keychain = keychain
        self.isAvailable = isAvailable
    }

    /// Reads the item.
    package func load() async throws(StoreError) -> AccountList {
        try await keychain.content(isAvailable).map(AccountList.init(stored:)) ?? AccountList()
    }

    /// Updates the item, or makes it; once more when another process did so in between.
    package func change(
        _ change: @Sendable (inout AccountList) -> Void
    ) async throws(StoreError) -> AccountList {
        var tries = 0
        while true {
            let stored = try await keychain.content(isAvailable)
            var list = try stored.map(AccountList.init(stored:)) ?? AccountList()
            change(&list)
            do {
                if let stored {
                    try await keychain.update(
                        tagged: Self.tag(stored),
                        to: list.stored,
                        tag: Self.tag(list.stored)
                    )
                } else {
                    try await keychain.add(list.stored, tag: Self.tag(list.stored))
                }
                return list
            } catch {
                tries += 1
                let failure = StoreError(error)
                guard failure.code == .conflict, tries < 16 else { throw failure }
            }
        }
    }

    private static func tag(_ data: Data) -> Data { Data(SHA256.hash(Array(data))) }
}

extension AccountList {
    fileprivate init(stored data: Data) throws(StoreError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: data)
        } catch {
            throw StoreError(.damaged, "not a list of accounts")
        }
    }

    fileprivate var stored: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts alone: there is nothing that JSON could reject.
        return (try? encoder.encode(self)) ?? Data()
    }
}
