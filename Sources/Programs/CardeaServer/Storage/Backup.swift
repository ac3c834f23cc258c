import FoundationEssentials
import CardeaOperatingSystem
import CardeaSQLiteDriver
import CardeaEncodings

/// Copies the data of a server, which may run.
package struct Backup {
    private let source: DataDirectory
    private let directory: String

    /// Tells how far the work has come, from 0 to 1.
    package typealias Progress = (Double) -> Void
    /// Takes a sentence about the master key: a backup is useless without the right one.
    package typealias Warning = (String) -> Void

    /// Copies the database, and the master key only if asked: with both, anybody can sign tokens.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - directory: Where to; it must be empty or not there.
    ///   - includingMasterKey: Whether the master key is copied, too.
    ///   - progress: Takes the progress.
    ///   - warn: Takes the problems of the master key.
    /// - Returns: The manifest; everything is on the disk.
    /// - Throws: `StartError`
    package static func make(
        of configuration: CardeaServer.Configuration,
        in directory: String,
        includingMasterKey: Bool,
        progress: Progress,
        warn: Warning
    ) async throws -> BackupManifest {
        let source = DataDirectory(configuration)
        try source.requireFile(elsewhere: "pg_dump or pg_basebackup")
        try source.requireData()
        let before = await DataCheck.run(
            try SQLiteFile(path: source.database),
            masterKey: nil,
            isWhole: false
        )
        guard before.isSound, before.schemaVersion ?? 0 > 0 else {
            throw CardeaServer.StartError(.damaged, before.problems.first ?? DataCheck.withoutTables)
        }
        let backup = Backup(source: source, directory: directory)
        let isNew = try backup.prepare()
        do {
            let manifest = try await backup.run(includingMasterKey, progress)
            // The backup is whole, also if its time cannot be noted.
            try? PrivateFile.write([], to: source.lastBackup, replacing: true)
            for problem in await backup.keyProblems() { warn(problem) }
            return manifest
        } catch {
            backup.remove(withDirectory: isNew)
            throw CardeaServer.StartError(describing: error)
        }
    }

    private var database: String { directory + "/" + BackupManifest.database }
    private var masterKey: String { directory + "/" + BackupManifest.masterKey }

    /// - Returns: Whether the directory was created.
    private func prepare() throws -> Bool {
        let isNew = try FileStatus(of: directory) == nil
        try Directory.create(directory)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        guard names.isEmpty else {
            throw CardeaServer.StartError(.other, "\(directory) is not empty: name a new directory")
        }
        return isNew
    }

    private func run(_ includingMasterKey: Bool, _ progress: Progress) async throws -> BackupManifest {
        // Private from its first moment; SQLite fills it.
        let file = try NewFile(at: database)
        try SQLiteBackup(of: source.database, to: database).run { copied, total in
            progress(Double(copied) / Double(max(total, 1)))
        }
        try file.synchronize()
        let key = try masterKeyBytes(includingMasterKey)
        if let key { try PrivateFile.write(key, to: masterKey) }

        let check = await DataCheck.run(try SQLiteFile(path: database), masterKey: nil)
        guard let schemaVersion = check.schemaVersion, check.isSound else {
            throw CardeaServer.StartError(.damaged, check.problems.first ?? "the copy is unreadable")
        }
        let manifest = BackupManifest(
            format: BackupManifest.format,
            version: CardeaServer.version,
            schemaVersion: schemaVersion,
            createdAt: InternetTime.text(milliseconds: Int(Date().timeIntervalSince1970 * 1000)),
            // Own texts.
            files: try [database, masterKey].filter { $0 == database || key != nil }.map(entry)
        )
        try manifest.write(to: directory)
        try Directory.synchronize(Directory.parent(of: directory))
        return manifest
    }

    private func masterKeyBytes(_ isWanted: Bool) throws -> [UInt8]? {
        guard isWanted else { return nil }
        let file = source.masterKeyPath
        guard try DataDirectory.masterKey(in: file) != nil,
            let data = FileManager.default.contents(atPath: file)
        else { throw CardeaServer.StartError(.masterKey, "\(file): the master key is missing") }
        return Array(data)
    }

    /// The reasons why the copy cannot be opened with the master key of the server.
    private func keyProblems() async -> [String] {
        do {
            let file = source.masterKeyPath
            guard let key = try DataDirectory.masterKey(in: file) else {
                return ["\(file): the master key is missing"]
            }
            return await DataCheck.run(try SQLiteFile(path: database), masterKey: key, isWhole: false)
                .problems
        } catch {
            return [error.description]
        }
    }

    private func entry(_ path: String) throws -> BackupManifest.File {
        BackupManifest.File(
            name: String(path.dropFirst(directory.count + 1)),
            bytes: try FileStatus(of: path)?.size ?? 0,
            sha256: try FileCopy.hash(of: path)
        )
    }

    /// Removes an unfinished backup, which could be mistaken for a whole one.
    private func remove(withDirectory: Bool) {
        for path in [database, database + "-journal", masterKey, directory + "/" + BackupManifest.name] {
            try? PrivateFile.remove(path)
        }
        if withDirectory { try? Directory.remove(directory) }
    }
}
