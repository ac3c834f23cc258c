import Foundation
import CardeaIdentityService
import CardeaOperatingSystem

extension DataDirectory {
    /// The path of the master key: the configured file, or the one in the data directory.
    var masterKeyPath: String { masterKeyFile ?? path + "/master.key" }

    /// The key that the stored keys are encrypted under; made on the first start.
    ///
    /// - Parameters:
    ///   - hasSealedKeys: Whether the database has keys already; then a new master key could not open them.
    ///   - random: Where a new key comes from.
    /// - Returns: 32 bytes.
    /// - Throws: When no key can be used, and a new one must not be made.
    func masterKey(
        hasSealedKeys: Bool,
        _ random: any RandomSource
    ) throws(CardeaServer.StartError) -> [UInt8] {
        let file = masterKeyPath
        if let key = try Self.masterKey(in: file) { return key }
        guard masterKeyFile == nil else {
            throw CardeaServer.StartError(
                .masterKey,
                "\(file): the master key cannot be read: there is no such file. "
                    + "Correct masterKeyFile; for a new server write 32 random bytes to it"
            )
        }
        guard !hasSealedKeys else {
            throw CardeaServer.StartError(
                .masterKey,
                "\(file) is missing, but the keys in the database are encrypted under it. Put it back from a "
                    + "backup, or name it by masterKeyFile (CARDEA_MASTER_KEY_FILE)"
            )
        }
        let key = random.bytes(32)
        try write(Data(key).base64EncodedString() + "\n", to: file)
        return key
    }

    /// Reads a master key.
    ///
    /// - Returns: `nil` when there is no such file.
    /// - Throws: When it holds no key, or when others may read it or write it.
    static func masterKey(in file: String) throws(CardeaServer.StartError) -> [UInt8]? {
        let bytes: [UInt8]
        do {
            guard let status = try FileStatus(of: file) else { return nil }
            try checkPermissions(status.mode, of: file)
            bytes = try WholeFile.read(file)
        } catch let error as FileError {
            throw CardeaServer.StartError(.masterKey, "the master key cannot be read: \(error)")
        } catch {
            throw CardeaServer.StartError(describing: error)
        }
        guard let key = key(in: bytes) else {
            throw CardeaServer.StartError(.masterKey, "\(file): is not 32 bytes, nor their Base64")
        }
        return key
    }

    /// A key that was open to all may have been copied: only the operator knows, so it is not closed in silence.
    ///
    /// The group may read: service managers hand secrets over so.
    private static func checkPermissions(
        _ mode: UInt32,
        of file: String
    ) throws(CardeaServer.StartError) {
        guard mode & 0o027 != 0 else { return }
        let can = mode & 0o022 == 0 ? "read" : "write to"
        throw CardeaServer.StartError(
            .masterKey,
            "\(file): other users can \(can) the master key (mode \(mode.octal)). Run: chmod 600 \(file). "
                + "If others had access to this machine, then run: cardea keys rotate --retire-others"
        )
    }

    /// Writes a file that only the owner of the directory may read; it replaces one that a cut-short start left.
    func write(_ text: String, to file: String) throws(CardeaServer.StartError) {
        do {
            let owner = try FileOwner.ofNewFiles(in: path)
            try PrivateFile.write(Array(text.utf8), to: file, replacing: true, owner: owner)
        } catch {
            throw CardeaServer.StartError(error)
        }
    }

    private static func key(in bytes: [UInt8]) -> [UInt8]? {
        if bytes.count == 32 { return bytes }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let key = Data(base64Encoded: text), key.count == 32 else { return nil }
        return Array(key)
    }
}
