internal import CardeaSQLCore

extension SQLiteConnection {
    /// Sets a connection to a file up for the one who writes, and looks whether the file is sound at its head.
    ///
    /// A whole check would read the whole file; damage elsewhere is found when its page is read.
    ///
    /// - Throws: `damaged` when the file is no database.
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
