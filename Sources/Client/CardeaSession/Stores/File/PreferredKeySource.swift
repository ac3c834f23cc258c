package import Foundation

/// A key from the best place that there is: a keyring where one is open, a file otherwise.
///
/// Which of the two is settled when the key is first made, and written down in the directory. From then on only that place
/// counts: a keyring that is closed later makes the store `locked`, not its records `damaged` or another key made.
package struct PreferredKeySource: StoreKeySource {
    private static let settled = "store.key-place"

    private let preferred: any StoreKeySource
    private let file: KeyFile
    private let directory: PrivateDirectory

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - preferred: The better place, such as a keyring.
    ///   - directory: The store's directory, which only this user may enter (mode 0700): for the key file, and for the note of
    ///     which place it is. A key file that is there already stays in use.
    package init(_ preferred: any StoreKeySource, orFileIn directory: URL) {
        self.preferred = preferred
        file = KeyFile(directory: directory)
        self.directory = PrivateDirectory(directory)
    }

    /// The directory of the key file and of the note.
    package var lockDirectory: URL? { directory.url }

    /// Reads the key from the place that it was made in.
    package func existingKey() async throws(StoreError) -> [UInt8]? {
        try await isSettled ? preferred.existingKey() : file.existingKey()
    }

    /// Reads the key; the first time it is made, in the preferred place unless that fails.
    package func key() async throws(StoreError) -> [UInt8] {
        if try isSettled { return try await preferred.key() }
        if try file.content() != nil { return try await file.key() }
        let key: [UInt8]
        do {
            key = try await preferred.key()
        } catch {
            // Nothing was ever sealed with a key of that place: no record becomes unreadable by this.
            guard error.code != .cancelled else { throw error }
            return try await file.key()
        }
        // Before anything is sealed with it.
        try directory.create()
        try directory.replace(Self.settled, with: Data("preferred\n".utf8))
        return key
    }

    private var isSettled: Bool {
        get throws(StoreError) { try directory.read(Self.settled) != nil }
    }
}
