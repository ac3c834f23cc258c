internal import Glibc
internal import CardeaSQLCore
internal import CardeaLocks

/// Read-only connections, used on the caller's own thread: a read takes microseconds, less than a change of thread.
final class ReaderPool: Sendable {
    private final class Reader: Sendable {
        /// `nil` once closed.
        let connection: Mutex<SQLiteConnection?>
        init(_ connection: sending SQLiteConnection) { self.connection = Mutex(connection) }
    }

    private static let begin = SQLStatement("BEGIN")
    private static let commit = SQLStatement("COMMIT")

    private let readers: [Reader]

    /// Opens as many connections as reads can run at once: by default one for each processor core.
    init(path: String, count: Int = sysconf(Int32(_SC_NPROCESSORS_ONLN))) throws(SQLError) {
        var readers: [Reader] = []
        repeat {
            readers.append(Reader(try SQLiteConnection(path: path, access: .readOnly)))
        } while readers.count < count
        self.readers = readers
    }

    /// Reads as of one moment.
    ///
    /// - Parameters:
    ///   - read: Runs queries and decodes their rows.
    ///   - inTransaction: Whether there may be several queries. One query has the rows of one moment by itself.
    /// - Returns: The rows.
    /// - Throws: The error of the query.
    func read<Rows: Sendable>(
        _ read: @Sendable (any SQLReader) throws(SQLError) -> Rows,
        inTransaction: Bool = true
    ) throws(SQLError) -> Rows {
        for reader in readers {
            let result = reader.connection.withLockIfAvailable { Self.read(read, on: $0, inTransaction) }
            if let result { return try result.get() }
        }
        return try readers[0].connection.withLock { Self.read(read, on: $0, inTransaction) }.get()
    }

    func close() {
        for reader in readers { reader.connection.withLock { $0 = nil } }
    }

    static func read<Rows: Sendable>(
        _ read: @Sendable (any SQLReader) throws(SQLError) -> Rows,
        on connection: SQLiteConnection?,
        _ inTransaction: Bool = true
    ) -> Result<Rows, SQLError> {
        guard let connection else { return .failure(.unavailable("The database is closed.")) }
        return Result { () throws(SQLError) in
            guard inTransaction else { return try read(connection) }
            try connection.run(begin)
            let rows = Result { () throws(SQLError) in try read(connection) }
            let end = Result { () throws(SQLError) in try connection.run(commit) }
            // A read that failed may have ended the transaction: then its error is the reason, and not that of COMMIT.
            let found = try rows.get()
            try end.get()
            return found
        }
    }
}
