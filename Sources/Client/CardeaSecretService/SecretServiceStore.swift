public import CardeaSession
import CardeaEncodings
public import Foundation

/// A store in the user's keyring on Linux, by the Secret Service API: GNOME Keyring, KWallet, KeePassXC and others.
///
/// The record is one secret, which is replaced in place. If the keyring is closed or the bus has none, the store is
/// `locked`, never empty. If the bus or the service denies access, the store is `denied`.
public final class SecretServiceStore: CredentialStore {
    private let keyring: Keyring
    private let directory: PrivateDirectory
    private let writing: FileLock
    private let access: FileLock
    private let makeSibling: @Sendable (String) -> SecretServiceStore

    /// Creates a store; it reads and writes nothing yet.
    ///
    /// - Parameters:
    ///   - application: The app that owns the secret, such as its identifier: the keyring distinguishes apps by nothing else.
    ///   - account: The name of the session in the app.
    ///   - lockDirectory: A directory that only its owner may enter (mode 0700), created on first use, for the locks
    ///     between processes: the service has none. All users of a secret must name the same directory.
    ///   - bus: The bus of the service.
    ///   - mayPrompt: Whether the user may be asked to open the keyring, or to create one. Otherwise a closed one is `locked`.
    public init(
        application: String,
        account: String = "default",
        lockDirectory: URL,
        bus: SecretServiceBus = .session,
        mayPrompt: Bool = false
    ) {
        keyring = Keyring(
            KeyringItem(kind: .session, application: application, account: account),
            on: bus,
            mayPrompt: mayPrompt
        )
        let name = PercentEncoding.encode(account)
        directory = PrivateDirectory(lockDirectory)
        writing = FileLock(directory, "\(name).keyring-write-lock")
        access = FileLock(directory, "\(name).keyring-refresh-lock")
        makeSibling = { name in
            SecretServiceStore(
                application: application,
                account: "\(account)+\(name)",
                lockDirectory: lockDirectory,
                bus: bus,
                mayPrompt: mayPrompt
            )
        }
    }

    /// Reads the record.
    public func load() async throws(StoreError) -> CredentialRecord? {
        try await keyring.read().map { (secret) throws(StoreError) in
            try CredentialRecord(decoding: Data(secret))
        }
    }

    /// Replaces the record.
    public func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        try directory.create()
        try await writing.withLock { () async throws(StoreError) in
            if let version, try await load()?.version != version { throw StoreError(.conflict) }
            try await keyring.write(Array(record.encoded()))
        }
    }

    /// Deletes the record.
    public func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try directory.create()
        try await writing.withLock { () async throws(StoreError) in
            if let version {
                guard let stored = try await load() else { return }
                guard stored.version == version else { throw StoreError(.conflict) }
            }
            try await keyring.delete()
        }
    }

    /// Lets one task of one process at a time through.
    public func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try directory.create()
        return try await access.exclusiveAccess()
    }
    /// Another secret of the same application.
    public func sibling(named name: String) -> (any CredentialStore)? { makeSibling(name) }
}
