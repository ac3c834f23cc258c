internal import CCardeaSQLite
internal import CardeaSQLCore

/// One connection to one database.
///
/// One thread uses it at a time.
@safe final class SQLiteConnection: SQLReader {
    enum Access {
        case readOnly
        case readWrite
    }

    let handle: OpaquePointer
    private let walPageCount: UnsafeMutablePointer<Int32>
    private var statements: [ObjectIdentifier: (SQLStatement, SQLiteStatement)] = [:]

    /// Whether SQLite keeps no statistics of its memory.
    ///
    /// They are not read, and each allocation would take a lock of the process. Only the first connection can ask for it.
    private static let omitsMemoryStatistics = cardea_sqlite_omit_memory_statistics() == SQLITE_OK

    /// Opens a file, or with `:memory:` a database that lives as long as the connection.
    init(path: String, access: Access) throws(SQLError) {
        _ = Self.omitsMemoryStatistics
        let mode = access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            let error = unsafe SQLError(code, of: opened)
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        unsafe handle = opened
        unsafe walPageCount = .allocate(capacity: 1)
        unsafe walPageCount.initialize(to: 0)
        unsafe sqlite3_extended_result_codes(opened, 1)
        unsafe sqlite3_busy_timeout(opened, 5000)
    }

    deinit {
        statements.removeAll()
        unsafe sqlite3_close_v2(handle)
        unsafe walPageCount.deallocate()
    }

    // MARK: Statements

    func read(
        _ query: SQLQuery,
        _ body: (inout SQLCursor) throws(SQLError) -> Void
    ) throws(SQLError) {
        try prepared(query.statement).read(query.parameters, body)
    }

    /// - Throws: `unexpectedCount` when other rows changed than expected; they stay changed until rolled back.
    func run(_ write: SQLWrite) throws(SQLError) {
        try prepared(write.statement).run(write.parameters)
        if case .exactlyOne = write.expectation, unsafe sqlite3_changes(handle) != 1 {
            throw .unexpectedCount
        }
    }

    func run(_ statement: SQLStatement) throws(SQLError) {
        try prepared(statement).run()
    }

    /// Runs statements that are used once, so they are not cached.
    func run(_ texts: String...) throws(SQLError) {
        for text in texts { try run(SQLStatement(text, isReused: false)) }
    }

    private func prepared(_ statement: SQLStatement) throws(SQLError) -> SQLiteStatement {
        let key = ObjectIdentifier(statement)
        if let (_, known) = statements[key] { return known }
        let new = try unsafe SQLiteStatement(statement.text, isReused: statement.isReused, connection: handle)
        // The description is kept with it: its identity must not come to name another one.
        if statement.isReused { statements[key] = (statement, new) }
        return new
    }

    // MARK: Transactions and write-ahead log

    /// Whether a transaction is open; some failures end it.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// The number of pages in the write-ahead log after the last commit with writes; `nil` if there was none since the
    /// last call.
    func takeLogPageCount() -> Int? {
        defer { unsafe walPageCount.pointee = 0 }
        return unsafe walPageCount.pointee > 0 ? Int(walPageCount.pointee) : nil
    }

    /// Counts the log's pages from now on, instead of SQLite's own checkpoints within commits.
    func takeOverCheckpoints() {
        let hook:
            @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 =
                {
                    context,
                    _,
                    _,
                    pages in
                    unsafe context?.storeBytes(of: pages, as: Int32.self)
                    return SQLITE_OK
                }
        unsafe sqlite3_wal_hook(handle, hook, walPageCount)
    }

    /// Moves pages from the log into the database file.
    ///
    /// A failure loses nothing: the pages stay in the log, and the next checkpoint tries again.
    func checkpoint() {
        unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Moves all pages from the log into the database file, so that the log restarts.
    ///
    /// Readers of this process end within microseconds. A reader of another process, such as a backup, may take minutes;
    /// commits must not wait for it.
    ///
    /// - Returns: Whether no reader used the log.
    func restartLog() -> Bool {
        unsafe sqlite3_busy_timeout(handle, 20)
        defer { unsafe sqlite3_busy_timeout(handle, 5000) }
        return unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_RESTART, nil, nil) == SQLITE_OK
    }

    /// Begins to copy this database to another one.
    func backup(to target: SQLiteConnection) throws(SQLError) -> OpaquePointer {
        guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw unsafe SQLError(sqlite3_errcode(target.handle), of: target.handle)
        }
        return unsafe backup
    }
}
