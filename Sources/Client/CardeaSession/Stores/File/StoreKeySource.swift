import CardeaCryptography
public import Foundation

/// Where the key of an encrypted store comes from.
public protocol StoreKeySource: Sendable {
    /// The directory of the lock under which `key()` is called; `nil` by default, for the store's own.
    ///
    /// Stores in different directories that share a key have to name the same one.
    var lockDirectory: URL? { get }
    /// The key, 32 bytes; `nil` when none has been made yet.
    func existingKey() async throws(StoreError) -> [UInt8]?
    /// The key, 32 bytes. If there is no valid key yet, it is created and stored. One task of one process calls this at a time.
    func key() async throws(StoreError) -> [UInt8]
}

extension StoreKeySource {
    /// `nil`.
    public var lockDirectory: URL? { nil }
}

/// A key in a file that only its owner can read.
package struct KeyFile: StoreKeySource {
    private static let length = 32

    private let directory: PrivateDirectory
    private let name: String

    /// Creates a source; the file is made when a key is first needed.
    ///
    /// - Parameters:
    ///   - directory: A directory that only this user may enter (mode 0700); made on first use.
    ///   - name: The file's name.
    package init(directory: URL, name: String = "store.key") {
        self.directory = PrivateDirectory(directory)
        self.name = name
    }

    /// The file's directory.
    package var lockDirectory: URL? { directory.url }

    /// Reads the key.
    package func existingKey() async throws(StoreError) -> [UInt8]? {
        guard let data = try content() else { return nil }
        guard data.count == Self.length else { throw StoreError(.damaged, "\(name) is not a key") }
        return Array(data)
    }

    /// Reads the key, or creates one from the system's randomness.
    ///
    /// Invalid content is replaced: it opens no record, so nothing is lost with it.
    package func key() async throws(StoreError) -> [UInt8] {
        let found = try content()
        if let found, found.count == Self.length { return Array(found) }
        let key = SystemRandom().bytes(Self.length)
        try directory.create()
        if found != nil { try directory.remove(name) }
        try directory.create(name, Data(key))
        return key
    }

    /// The content of the file, a key or not; `nil` if there is no file.
    func content() throws(StoreError) -> Data? {
        try directory.read(name, isKey: true)
    }
}
