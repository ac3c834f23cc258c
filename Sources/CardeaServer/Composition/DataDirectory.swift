import CardeaOperatingSystem
import CardeaLogging

/// The files of a server: the database, and beside it keys and tokens for their owner alone.
struct DataDirectory {
    let path: String
    /// The file that the operator keeps the master key in; `nil` for one in the directory.
    let masterKeyFile: String?

    init(_ configuration: CardeaServer.Configuration) {
        path = configuration.data
        masterKeyFile = configuration.masterKeyFile
    }

    var database: String { path + "/cardea.sqlite" }

    /// Whether a server has worked here before.
    var hasDatabase: Bool { (try? FileStatus(of: database)) != nil }

    /// A file without content; its time is that of the last backup.
    var lastBackup: String { path + "/last-backup" }
    /// The one-time token of the first administrator, until it is used or has expired.
    var administratorTokenFile: String { path + "/administrator-token" }

    /// Creates the directory, or makes sure that an existing one can be used.
    ///
    /// - Throws: If others could have replaced its files, or if the database is lost and its key is not.
    func prepare(_ logger: Logger) throws(CardeaServer.StartError) {
        if let status = try inspect() {
            try close(status, logger)
        } else {
            do {
                try Directory.create(path)
                try Directory.synchronize(Directory.parent(of: path))
            } catch {
                throw CardeaServer.StartError(error)
            }
        }
        warnOfNewDatabase(logger)
    }

    /// Checks an existing directory, and changes nothing.
    ///
    /// If others may write to it, they could have put another key or database in place: nothing in it can be trusted.
    ///
    /// - Returns: Its status; `nil` if there is no directory.
    func inspect() throws(CardeaServer.StartError) -> FileStatus? {
        let found: FileStatus?
        do { found = try FileStatus(of: path) } catch { throw CardeaServer.StartError(error) }
        guard let status = found else { return nil }
        guard status.isDirectory else {
            throw CardeaServer.StartError(.unwritable, "\(path) is not a directory")
        }
        let user = FileStatus.effectiveUser
        guard status.owner == user || user == 0 else {
            throw CardeaServer.StartError(
                .unwritable,
                "\(path): belongs to another user; run the server as its owner, or change the owner"
            )
        }
        guard status.mode & 0o022 == 0 else {
            throw CardeaServer.StartError(
                .other,
                "\(path): other users can write to this directory (mode \(status.mode.octal)); "
                    + "make sure that nobody changed its files, then run: chmod 700 \(path)"
            )
        }
        try checkDatabase()
        return status
    }

    /// Takes other users' permission to list the directory away (security L2).
    ///
    /// They have seen no secret: the files in it are closed to them, too.
    private func close(_ status: FileStatus, _ logger: Logger) throws(CardeaServer.StartError) {
        guard status.mode & 0o077 != 0 else { return }
        do {
            try Directory.setMode(0o700, of: path)
        } catch {
            throw CardeaServer.StartError(error)
        }
        logger.warning(
            "other users could list the data directory; it is closed to them now",
            metadata: ["directory": .string(path), "mode": .string(status.mode.octal)]
        )
    }

    /// Logs that a new database is created although a master key exists in another place: the directory may be the wrong one.
    ///
    /// Beside a master key in the directory this is an error. Elsewhere the key says nothing about this directory.
    private func warnOfNewDatabase(_ logger: Logger) {
        guard masterKeyFile != nil, !hasDatabase else { return }
        logger.warning(
            "a new database is created; if this server had users, stop it: a volume may not be mounted",
            metadata: ["directory": .string(path)]
        )
    }

    /// Requires that a server has worked here, and that its database is not lost.
    func requireData() throws(CardeaServer.StartError) {
        try checkDatabase()
        guard try size(of: database) == nil else { return }
        throw CardeaServer.StartError(
            .other,
            "\(path) has no data of a Cardea server: name another directory with --data"
        )
    }

    /// Detects a database that has lost its tables before new ones would replace them.
    ///
    /// - Parameter version: The version of its tables; 0 if it has none.
    /// - Throws: If a server has worked here.
    func checkSchema(version: Int) throws(CardeaServer.StartError) {
        if version == 0 { try rejectLoss("has no tables of Cardea") }
    }

    /// Detects a lost database before a new one would replace it.
    private func checkDatabase() throws(CardeaServer.StartError) {
        let size = try size(of: database)
        guard size ?? 0 == 0 else { return }
        if try self.size(of: database + "-wal") ?? 0 > 0 {
            throw CardeaServer.StartError(
                .damaged,
                "\(database) is missing or empty, but its write-ahead log is not; "
                    + "restore a backup into another directory (cardea restore)"
            )
        }
        try rejectLoss("is missing or empty")
        if size == 0, masterKeyFile != nil {
            throw CardeaServer.StartError(
                .damaged,
                "\(database) is empty: the database was lost. Restore a backup (cardea restore). "
                    + "To start anew without any user, delete this file first"
            )
        }
    }

    /// Rejects a database without content if a file beside it shows that a server has worked here.
    private func rejectLoss(_ state: String) throws(CardeaServer.StartError) {
        let sign: (thing: String, file: String)
        // The key is created after the tables of the database, so an interrupted start never leaves a key without a
        // database.
        if try size(of: path + "/master.key") ?? 0 > 0 {
            sign = ("a master key", "master.key")
        } else if try size(of: lastBackup) != nil {
            sign = ("the time of a backup", "last-backup")
        } else {
            return
        }
        throw CardeaServer.StartError(
            .damaged,
            "\(database) \(state), but \(sign.thing) lies beside it: the database was lost. "
                + "Restore a backup (cardea restore). "
                + "To start anew without any user, move \(sign.file) away first"
        )
    }

    /// The size of a file; `nil` if it is missing.
    private func size(of file: String) throws(CardeaServer.StartError) -> Int64? {
        do { return try FileStatus(of: file)?.size } catch { throw CardeaServer.StartError(error) }
    }
}

extension CardeaServer.StartError {
    /// The error for a file that could not be used.
    init(_ error: FileError) { self.init(.unwritable, "\(error)") }
}

extension UInt32 {
    /// Permissions as people write them: `0755`.
    var octal: String { "0" + String(self, radix: 8) }
}
