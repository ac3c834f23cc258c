package import SQLCore

/// A database in SQLite: one thread that writes, and connections that read beside it.
package final class SQLiteDatabase: SQLDatabase {
    package enum Location: Sendable, Equatable {
        /// Files in a directory, which is made where it is missing and held against other processes.
        case file(directory: String)
        /// Gone when closed.
        case memory
    }

    package let dialect = SQLDialect.sqlite
    private let queue: BatchQueue<any Job>
    /// `nil` in memory, where the one connection there is also reads.
    private let readers: ReaderPool?
    private let ended = Latch()

    /// Opens a database, made where there is none.
    ///
    /// - Parameters:
    ///   - location: Where it is.
    ///   - queueLimit: The most transactions to wait; more are refused as `overloaded`.
    ///   - logLimits: How long the write-ahead log may become.
    /// - Returns: The open database.
    /// - Throws: `inUse` when another process has it, `damaged` when the file is not a database.
    package static func open(
        _ location: Location,
        queueLimit: Int = 8_192,
        logLimits: LogLimits = LogLimits()
    ) throws(SQLError) -> SQLiteDatabase {
        switch location {
        case .memory:
            let connection = try SQLiteConnection(path: ":memory:", access: .readWrite)
            return try SQLiteDatabase(connection, directory: nil, readers: nil, queueLimit, logLimits)
        case .file(let path):
            let directory = try DatabaseDirectory(path: path)
            let connection = try SQLiteConnection(path: directory.databasePath, access: .readWrite)
            try connection.prepareForWriting()
            let readers = try ReaderPool(path: directory.databasePath)
            return try SQLiteDatabase(
                connection,
                directory: directory,
                readers: readers,
                queueLimit,
                logLimits
            )
        }
    }

    private init(
        _ connection: sending SQLiteConnection,
        directory: DatabaseDirectory?,
        readers: ReaderPool?,
        _ queueLimit: Int,
        _ logLimits: LogLimits
    ) throws(SQLError) {
        queue = BatchQueue(capacity: queueLimit)
        self.readers = readers
        try connection.run("PRAGMA foreign_keys = ON", "PRAGMA trusted_schema = OFF")
        let writer = try Writer(connection: connection, queue: queue, directory: directory, limits: logLimits)
        let thread = try Thread { [ended] in
            writer.run()
            ended.open()
        }
        thread.detach()
    }

    deinit { queue.close() }

    package func read(_ queries: [SQLQuery]) async throws(SQLError) -> [[SQLRow]] {
        if let readers { return try readers.rows(queries) }
        return try await transact(queries) { rows in SQLDecision([], rows) }
    }

    package func transact<Outcome: Sendable>(
        _ queries: [SQLQuery],
        _ decide: @escaping @Sendable ([[SQLRow]]) throws(SQLError) -> SQLDecision<Outcome>
    ) async throws(SQLError) -> Outcome {
        try await withCheckedContinuation { caller in
            submit(TransactionJob(queries, decide, caller: caller))
        }.get()
    }

    package func close() async {
        readers?.close()
        queue.close()
        await ended.wait()
    }

    private func submit(_ job: some Job) {
        switch queue.put(job) {
        case .accepted: break
        case .full: job.fail(.overloaded)
        case .closed: job.fail(.unavailable("The database is closed."))
        }
    }
}
