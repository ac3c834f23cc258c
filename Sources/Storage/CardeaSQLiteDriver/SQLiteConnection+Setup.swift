internal import CardeaSQLCore

extension SQLiteConnection {
    /// Prepares a connection for writing, and checks the header of the file.
    ///
    /// A full check would read the whole file. Damage elsewhere is found when its page is read.
    ///
    /// - Throws: `damaged` if the file is not a database.
    func prepareForWriting() throws(SQLError) {
        let mode = try rows(SQLQuery(SQLStatement("PRAGMA journal_mode = WAL", isReused: false)))
        guard mode == [SQLRow([.text("wal")])] else {
            throw .unavailable("The file system does not support write-ahead logging.")
        }
        try run(
            "PRAGMA synchronous = FULL",
            "PRAGMA cell_size_check = ON",
            "PRAGMA cache_size = -16384",
            "PRAGMA journal_size_limit = 67108864",
            "SELECT count(*) FROM sqlite_schema"
        )
        takeOverCheckpoints()
    }
}
