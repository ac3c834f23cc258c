import FoundationEssentials
import CardeaOperatingSystem
import CardeaEncodings

/// The contents of a backup.
///
/// It is written last: a directory without it is not a whole backup.
package struct BackupManifest: Codable, Sendable, Equatable {
    package struct File: Codable, Sendable, Equatable {
        package let name: String
        package let bytes: Int64
        /// In hexadecimal.
        package let sha256: String
    }

    /// The form of backups that this program writes and reads.
    static let format = 1
    static let name = "manifest.json"
    static let database = "cardea.sqlite"
    static let masterKey = "master.key"

    package let format: Int
    /// The program that wrote it.
    package let version: String
    package let schemaVersion: Int
    /// In the form of RFC 3339.
    let createdAt: String
    package let files: [File]

    package var includesMasterKey: Bool { files.contains { $0.name.exact == Self.masterKey.exact } }

    func write(to directory: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try PrivateFile.write(Array(encoder.encode(self)), to: directory + "/" + Self.name)
    }

    /// Reads the manifest of a backup.
    ///
    /// - Throws: `StartError` if it is missing or unknown to this program, or lists other files.
    static func read(from directory: String) throws -> BackupManifest {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try WholeFile.read(directory + "/" + name)
        } catch {
            throw CardeaServer.StartError(
                .other,
                "\(directory) is not a whole backup: \(name) cannot be read: \(error.reason)"
            )
        }
        guard let json = try? JSONValue(reading: bytes), let manifest = try? json.decode(Self.self),
            manifest.format == format
        else {
            throw CardeaServer.StartError(
                .other,
                "\(directory)/\(name) is not the manifest of a backup that this program can read"
            )
        }
        guard manifest.listsOwnFiles else {
            throw CardeaServer.StartError(
                .damaged,
                "\(directory)/\(name) was changed: a backup has no files but \(database) and \(masterKey), each once"
            )
        }
        return manifest
    }

    /// Whether it lists files that a program writes into a backup, and no other.
    private var listsOwnFiles: Bool {
        let names = Set(files.map { Array($0.name.utf8) })
        let own = [Self.database, Self.masterKey].map { Array($0.utf8) }
        return names.count == files.count && names.isSubset(of: own)
    }
}
