internal import CardeaThreads
internal import CardeaLocks
package import CardeaSQLCore

/// A database in SQLite: one thread that writes, and connections that read beside it.
package final class SQLiteDatabase: SQLDatabase {
    package enum Location: Sendable, Equatable {
        /// Files in a directory, which is created if it is missing and locked against other processes.
        case file(directory: String)
        /// Gone when closed.
        case memory
    }

    package let dialect = SQLDialect.sqlite
    private let queue: BatchQueue<Job>
    /// `nil` in memory, where the one connection there is also reads.
    private let readers: ReaderPool?
    private let readerThread: ReaderThread?
    private let ended = Latch()
    private let counter = Announcements()
    /// The recovery after an unclean stop; `nil` if the last process closed the database.
    package let recovery: Recovery?

    /// Opens a database; it is created if it does not exist.
    ///
    /// - Parameters:
    ///   - location: The place of the database.
    ///   - queueLimit: The largest number of waiting transactions; further ones fail as `overloaded`.
    ///   - logLimits: The limits of the write-ahead log.
    ///   - checkTime: The longest time that the database is checked after an unclean stop.
    ///   - observer: Receives commits and failures.
    /// - Returns: The open database.
    /// - Throws: `inUse` if another process has opened it, `damaged` if the file is not a database.
    package static func open(
        _ location: Location,
        queueLimit: Int = 8_192,
        logLimits: LogLimits = LogLimits(),
        checkTime: Duration = .seconds(5),
        observer: (any SQLObserver)? = nil
    ) throws(SQLError) -> SQLiteDatabase {
        switch location {
        case .memory:
            let connection = try SQLiteConnection(path: ":memory:", access: .readWrite)
            return try SQLiteDatabase(connection, Files(), queueLimit, logLimits, observer)
        case .file(let path):
            let directory = try DatabaseDirectory(path: path)
            try directory.createDatabase()
            let hasLog = directory.hasLog
            let connection = try SQLiteConnection(path: directory.databasePath, access: .readWrite)
            try connection.prepareForWriting()
            let recovery = hasLog ? try connection.quickCheck(within: checkTime) : nil
            let files = Files(
                directory: directory,
                readers: try ReaderPool(path: directory.databasePath),
                readerThread: try ReaderThread(path: directory.databasePath),
                recovery: recovery
            )
            return try SQLiteDatabase(connection, files, queueLimit, logLimits, observer)
        }
    }

    /// The parts that a database in memory lacks.
    private struct Files {
        var directory: DatabaseDirectory?
        var readers: ReaderPool?
        var readerThread: ReaderThread?
        var recovery: Recovery?
    }

    private init(
        _ connection: sending SQLiteConnection,
        _ files: Files,
        _ queueLimit: Int,
        _ logLimits: LogLimits,
        _ observer: (any SQLObserver)?
    ) throws(SQLError) {
        queue = BatchQueue(capacity: queueLimit)
        readers = files.readers
        readerThread = files.readerThread
        recovery = files.recovery
        try connection.run("PRAGMA foreign_keys = ON", "PRAGMA trusted_schema = OFF")
        let writer = try Writer(
            connection: connection,
            queue: queue,
            directory: files.directory,
            limits: logLimits,
            observer: observer,
            announcements: counter
        )
        try OSThread.start("sqlite-writer") { [ended] in
            writer.run()
            ended.open()
        }
    }

    deinit { queue.close() }

    package var announcements: Int { counter.count }
    package func announcedRows(after number: Int) -> Set<String>? { counter.rows(after: number) }

    package func read<Rows: Sendable>(
        _ extent: SQLReadExtent,
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows
    ) async throws(SQLError) -> Rows {
        guard let readers, let readerThread else {
            return try await transact(read) { rows in SQLDecision([], rows) }
        }
        switch extent {
        case .oneQuery:
            return try readers.read(read, inTransaction: false)
        case .fewRows:
            return try readers.read(read)
        case .manyRows:
            let result = JobResult<Rows>()
            try await Job.run { connection throws(SQLError) in
                result.store(try ReaderPool.read(read, on: connection).get())
                return .nothing
            } submit: {
                readerThread.submit($0)
            }
            return try result.take()
        }
    }

    package func transact<Rows, Outcome: Sendable>(
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows,
        _ decide: @escaping @Sendable (Rows) throws(SQLError) -> SQLDecision<Outcome>
    ) async throws(SQLError) -> Outcome {
        let result = JobResult<Outcome>()
        try await Job.run { connection throws(SQLError) in
            let decision = try decide(try read(connection))
            try Savepoint.run(decision.writes, on: connection)
            result.store(decision.outcome)
            return decision.announcement
        } submit: {
            queue.submit($0)
        }
        return try result.take()
    }

    package func migrate(_ migrations: [SQLMigration], numbered: [String]) async throws(SQLError) {
        try await apply(migrations, numbered: numbered)
    }

    package func close() async {
        readers?.close()
        await readerThread?.close()
        queue.close()
        await ended.wait()
    }
}
