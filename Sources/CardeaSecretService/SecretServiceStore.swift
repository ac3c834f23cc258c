public import CardeaSession
import CardeaEncodings
public import Foundation

/// A store in the user's keyring on Linux: whatever speaks the Secret Service API, such as GNOME Keyring, KWallet or KeePassXC.
///
/// The record is one secret, and is replaced in place. A keyring that is closed, or a bus without one, makes the store
/// `locked`, never empty; a refusal of the bus or the service makes it `denied`.
public final class SecretServiceStore: CredentialStore {
    private let keyring: Keyring
    private let directory: PrivateDirectory
    private let writing: FileLock
    private let access: FileLock

    /// Creates a store; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - application: Whose secret it is, such as the app's identifier; the keyring tells apps apart by nothing else.
    ///   - account: Which of the app's sessions.
    ///   - lockDirectory: A directory that nobody else may enter (mode 0700), made on first use, for the locks between
    ///     processes: the service has none. All that use the same secret have to name the same one.
    ///   - bus: Where the service is reached.
    ///   - mayPrompt: Whether the user may be asked to open the keyring, or to make one; otherwise a closed one is `locked`.
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
}
