import CardeaEncodings
import CardeaLocks
public import Foundation

/// A store in an encrypted file, for Linux and wherever there is no keychain.
///
/// The file is encrypted (AES-256-GCM) with a key from a `StoreKeySource`. A write replaces the whole file, and returns
/// when it is on the disk. So a crash leaves the old record or the new one. Processes with the same directory and name
/// share the record; file locks of the kernel serialize them. If the files are deleted while an engine uses them, the
/// engine writes them again.
public final class EncryptedFileStore: CredentialStore {
    private let directory: PrivateDirectory
    private let name: String
    private let key: any StoreKeySource
    private let writing: FileLock
    private let access: FileLock
    private let keys: PrivateDirectory
    private let keying: FileLock
    /// Whether this store has seen its record, and has not deleted it since.
    private let hasSeenRecord = Mutex(false)

    /// Creates a store; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - directory: A directory for this store alone, which only this user may enter (mode 0700); made on first use.
    ///   - name: Which of the records in the directory, such as an account.
    ///   - key: Where the key comes from; defaults to a key file in the same directory.
    public convenience init(directory: URL, name: String = "default", key: (any StoreKeySource)? = nil) {
        self.init(directory, PercentEncoding.encode(name), key ?? KeyFile(directory: directory))
    }

    private init(_ directory: URL, _ name: String, _ key: any StoreKeySource) {
        self.directory = PrivateDirectory(directory)
        self.name = name
        self.key = key
        keys = PrivateDirectory(key.lockDirectory ?? directory)
        writing = FileLock(self.directory, "\(name).write-lock")
        access = FileLock(self.directory, "\(name).refresh-lock")
        keying = FileLock(keys, "store.key-lock")
    }

    /// Creates a store whose key is kept in the best place that there is: a keyring if one is open, otherwise a file.
    ///
    /// The place is chosen when the key is created, and noted in the directory. From then on only that place counts: a keyring
    /// that is closed later makes the store `locked`; no other key is created.
    ///
    /// - Parameters:
    ///   - directory: A directory for this store alone, which only this user may enter (mode 0700); created on first use.
    ///   - name: Which of the records in the directory, such as an account.
    ///   - key: The better place, such as a keyring; a key file that exists already stays in use.
    public convenience init(directory: URL, name: String = "default", preferring key: any StoreKeySource) {
        self.init(directory: directory, name: name, key: PreferredKeySource(key, orFileIn: directory))
    }

    /// Creates a store that shares a key file with stores in other directories.
    ///
    /// - Parameters:
    ///   - directory: A directory for this store alone, which only this user may enter (mode 0700); created on first use.
    ///   - name: Which of the records in the directory, such as an account.
    ///   - keyDirectory: The directory of the key file, which only this user may enter.
    public convenience init(directory: URL, name: String = "default", keyDirectory: URL) {
        self.init(directory: directory, name: name, key: KeyFile(directory: keyDirectory))
    }

    /// Reads and decrypts the record.
    public func load() async throws(StoreError) -> CredentialRecord? {
        guard let sealed = try directory.read(file) else {
            try checkLock()
            return nil
        }
        guard let key = try await key.existingKey() else { throw StoreError(.damaged, "the key is gone") }
        let record = try SealedRecord.open(Array(sealed), key: key, name: name)
        hasSeenRecord.withLock { $0 = true }
        return record
    }

    /// Encrypts the record and replaces the file.
    public func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        if version != nil { try checkLock() }
        try directory.create()
        try await writing.withLock { () async throws(StoreError) in
            if let version, try await load()?.version != version { throw StoreError(.conflict) }
            // All records of the directory have one key: the lock lets one task create it.
            try keys.create()
            let key = try await keying.withLock { () async throws(StoreError) in try await self.key.key() }
            let sealed = try SealedRecord.seal(record, key: key, name: name)
            try directory.replace(file, with: Data(sealed))
            hasSeenRecord.withLock { $0 = true }
        }
    }

    /// Deletes the file.
    public func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        if version == nil { hasSeenRecord.withLock { $0 = false } }
        guard try directory.exists() else { return }
        try await writing.withLock { () async throws(StoreError) in
            if let version {
                guard let stored = try await load() else { return }
                guard stored.version == version else { throw StoreError(.conflict) }
            }
            try directory.remove(file)
            hasSeenRecord.withLock { $0 = false }
        }
    }

    /// Lets one task of one process at a time through.
    public func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try directory.create()
        return try await access.exclusiveAccess()
    }

    /// A file in the same directory, under the same key.
    public func sibling(named name: String) -> (any CredentialStore)? {
        // No name of a record has a plus sign: it is encoded.
        EncryptedFileStore(directory.url, "\(self.name)+\(PercentEncoding.encode(name))", key)
    }

    /// Throws `emptied` if the record was there, and its lock is gone: every store that deletes a record creates the lock.
    private func checkLock() throws(StoreError) {
        guard hasSeenRecord.withLock(\.self), !directory.contains(file), !writing.exists else { return }
        throw StoreError(.emptied, "\(directory.file(file).path): the files of the store were deleted")
    }

    /// Whether a record is stored, readable or not.
    package var hasRecord: Bool { directory.contains(file) }

    private var file: String { "\(name).credential" }
}
