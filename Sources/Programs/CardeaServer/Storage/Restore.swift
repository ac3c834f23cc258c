import FoundationEssentials
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityStore
import CardeaOperatingSystem
import CardeaSQLiteDriver

/// Restores a backup into an empty data directory.
package struct Restore {
    private let backup: String
    private let manifest: BackupManifest
    private let target: DataDirectory

    /// Copies the files of a backup, and checks them before they are used.
    ///
    /// - Parameters:
    ///   - backup: The directory of the backup.
    ///   - configuration: The configuration with the data directory, which must be empty or missing.
    ///   - masterKeyFile: The file with the master key, if the backup has none; it is copied into the data directory.
    ///   - progress: Takes the progress, from 0 to 1.
    /// - Returns: The check of the restored data.
    /// - Throws: `StartError`; then the data directory is empty, as it was.
    package static func run(
        from backup: String,
        to configuration: CardeaServer.Configuration,
        masterKeyFile: String?,
        progress: (Double) -> Void
    ) async throws -> DataCheck {
        do {
            let target = DataDirectory(configuration)
            try target.requireFile(elsewhere: "pg_restore")
            let restore = Restore(backup: backup, manifest: try .read(from: backup), target: target)
            let key = try restore.masterKey(given: masterKeyFile)
            try restore.prepareTarget()
            let hold = try DirectoryHold(restore.target.path)
            defer { withExtendedLifetime(hold) {} }
            do {
                return try await restore.copy(key, progress)
            } catch {
                restore.remove()
                throw error
            }
        } catch {
            throw CardeaServer.StartError(describing: error)
        }
    }

    /// The directory in which the database is made ready.
    private var draftDirectory: String { target.path + "/restoring" }
    private var draft: String { draftDirectory + "/" + BackupManifest.database }
    private var masterKeyFile: String { target.path + "/" + BackupManifest.masterKey }

    /// The master key, and whether it is put into the data directory.
    private func masterKey(given file: String?) throws -> (bytes: [UInt8], isCopied: Bool) {
        let own = manifest.includesMasterKey ? backup + "/" + BackupManifest.masterKey : nil
        guard let source = file ?? target.masterKeyFile ?? own else {
            throw CardeaServer.StartError(
                .masterKey,
                "the backup has no master key: name the file with --master-key"
            )
        }
        guard let key = try DataDirectory.masterKey(in: source) else {
            throw CardeaServer.StartError(.masterKey, "\(source): there is no such file")
        }
        return (key, source.exact != target.masterKeyFile?.exact)
    }

    /// Creates the data directory, for the owner of its parent, or requires that it is empty.
    private func prepareTarget() throws {
        guard try FileStatus(of: target.path) != nil else {
            let owner = try FileOwner.ofNewFiles(in: Directory.parent(of: target.path))
            return try Directory.create(target.path, owner: owner)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: target.path)
        if names.contains("cardea.lock") { _ = try DirectoryHold(target.path) }
        guard names.allSatisfy(["cardea.lock", "lost+found"].contains(exact:)) else {
            throw CardeaServer.StartError(
                .other,
                "\(target.path) is not empty: stop the server and move its files away, or name another directory"
            )
        }
    }

    private func copy(
        _ key: (bytes: [UInt8], isCopied: Bool),
        _ progress: (Double) -> Void
    ) async throws -> DataCheck {
        for file in manifest.files where file.name.exact == BackupManifest.masterKey.exact {
            try verify(file, try FileCopy.hash(of: backup + "/" + file.name))
        }
        guard let database = manifest.files.first(where: { $0.name.exact == BackupManifest.database.exact })
        else {
            throw CardeaServer.StartError(.damaged, "the backup has no database")
        }
        let owner = try FileOwner.ofNewFiles(in: target.path)
        try Directory.create(draftDirectory, owner: owner)
        let hash = try FileCopy.copy(backup + "/" + database.name, to: draft, owner: owner) { copied in
            progress(Double(copied) / Double(max(database.bytes, 1)))
        }
        try verify(database, hash)
        let check = await DataCheck.run(try SQLiteFile(path: draft), masterKey: key.bytes)
        guard check.isSound else {
            throw CardeaServer.StartError(.damaged, "the backup cannot be used: \(check.problems[0])")
        }
        try await deleteOneTimeCredentials()
        if key.isCopied {
            try target.write(Data(key.bytes).base64EncodedString() + "\n", to: masterKeyFile)
        }
        // From here on it counts: a server that finds a key without a database does not start.
        try Directory.rename(draft, to: target.database)
        removeDraft()
        try Directory.synchronize(target.path)
        return check
    }

    /// Ends the one-time tokens and codes of the backup: they may have been used since.
    private func deleteOneTimeCredentials() async throws {
        let store = SQLIdentityStore(try SQLiteDatabase.open(.file(directory: draftDirectory)))
        do {
            try await store.migrate()
            try await store.deleteOneTimeCredentials()
            await store.close()
        } catch {
            await store.close()
            throw error
        }
    }

    private func verify(_ file: BackupManifest.File, _ hash: String) throws {
        guard file.sha256.exact == hash.exact else {
            throw CardeaServer.StartError(
                .damaged,
                "\(backup)/\(file.name) has changed since the backup was made: its SHA-256 is not that of the manifest"
            )
        }
    }

    private func remove() {
        removeDraft()
        for path in [masterKeyFile, target.path + "/cardea.lock"] { try? PrivateFile.remove(path) }
    }

    private func removeDraft() {
        for path in [draft, draft + "-wal", draft + "-shm", draftDirectory + "/cardea.lock"] {
            try? PrivateFile.remove(path)
        }
        try? Directory.remove(draftDirectory)
    }
}
