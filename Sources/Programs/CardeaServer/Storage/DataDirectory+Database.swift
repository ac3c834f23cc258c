import CardeaLogging
import CardeaOperatingSystem

extension DataDirectory {
    var database: String { path + "/cardea.sqlite" }

    /// Whether a server has worked here before.
    var hasDatabase: Bool { (try? FileStatus(of: database)) != nil }

    /// A file without content; its time is that of the last backup.
    var lastBackup: String { path + "/last-backup" }
    /// Logs that a new database is created although a master key exists in another place: the directory may be the wrong one.
    ///
    /// Beside a master key in the directory this is an error. Elsewhere the key says nothing about this directory.
    func warnOfNewDatabase(_ logger: Logger) {
        guard holdsDatabase, masterKeyFile != nil, !hasDatabase else { return }
        logger.warning(
            "a new database is created; if this server had users, stop it: a volume may not be mounted",
            metadata: ["directory": .string(path)]
        )
    }

    /// Requires that a server has worked here, and that its database is not lost.
    func requireData() throws(CardeaServer.StartError) {
        try checkDatabase()
        guard holdsDatabase, try size(of: database) == nil else { return }
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
    func checkDatabase() throws(CardeaServer.StartError) {
        guard holdsDatabase else { return }
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
        let loss =
            holdsDatabase
            ? "\(database) \(state), but \(sign.thing) lies beside it. If the data is in PostgreSQL, name it "
                + "with --database. Otherwise the database was lost: restore a backup (cardea restore). "
            : "the PostgreSQL database \(state), but \(path) has \(sign.thing): name the right database, "
                + "or restore it. "
        throw CardeaServer.StartError(
            .damaged,
            loss + "To start anew without any user, move \(sign.file) away first"
        )
    }

    /// The size of a file; `nil` if it is missing.
    private func size(of file: String) throws(CardeaServer.StartError) -> Int64? {
        do { return try FileStatus(of: file)?.size } catch { throw CardeaServer.StartError(error) }
    }
}
