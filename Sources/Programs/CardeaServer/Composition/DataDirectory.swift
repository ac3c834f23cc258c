import CardeaOperatingSystem
import CardeaLogging

/// The files of a server: its database if it is a file, and keys and tokens for their owner alone.
struct DataDirectory {
    let path: String
    /// The file that the operator keeps the master key in; `nil` for one in the directory.
    let masterKeyFile: String?
    /// Whether the database is a file in the directory.
    let holdsDatabase: Bool

    init(_ configuration: CardeaServer.Configuration) {
        path = configuration.data
        masterKeyFile = configuration.masterKeyFile
        holdsDatabase = configuration.database == nil
    }

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
}

extension CardeaServer.StartError {
    /// The error for a file that could not be used.
    init(_ error: FileError) { self.init(.unwritable, "\(error)") }
}

extension UInt32 {
    /// Permissions as people write them: `0755`.
    var octal: String { "0" + String(self, radix: 8) }
}
