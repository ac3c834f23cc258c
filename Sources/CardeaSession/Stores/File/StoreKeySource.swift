import Cryptography
public import Foundation

/// Where the key of an encrypted store comes from.
public protocol StoreKeySource: Sendable {
    /// The key, 32 bytes; `nil` when none has been made yet.
    func existingKey() async throws(StoreError) -> [UInt8]?
    /// The key, 32 bytes; made and kept when there is none yet. Called by one task of one process at a time.
    func key() async throws(StoreError) -> [UInt8]
}

/// A key in a file that only its owner can read.
public struct KeyFile: StoreKeySource {
    private let directory: PrivateDirectory
    private let name: String

    /// Creates a source; the file is made when a key is first needed.
    ///
    /// - Parameters:
    ///   - directory: A directory that nobody else may enter (mode 0700); made on first use.
    ///   - name: The file's name.
    public init(directory: URL, name: String = "store.key") {
        self.directory = PrivateDirectory(directory)
        self.name = name
    }

    /// Reads the key.
    public func existingKey() async throws(StoreError) -> [UInt8]? {
        guard let data = try directory.read(name, isKey: true) else { return nil }
        guard data.count == 32 else { throw StoreError(.damaged, "\(name) is not a key") }
        return Array(data)
    }

    /// Reads the key, or makes one from the system's randomness.
    public func key() async throws(StoreError) -> [UInt8] {
        if let key = try await existingKey() { return key }
        let key = SystemRandom().bytes(32)
        try directory.create()
        try directory.create(name, Data(key))
        return key
    }
}
