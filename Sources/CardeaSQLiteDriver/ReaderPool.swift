internal import Glibc
internal import CardeaSQLCore
internal import CardeaLocks

/// Read-only connections, used on the caller's own thread: a read takes microseconds, less than handing it over.
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
    func rows(_ queries: [SQLQuery]) throws(SQLError) -> [[SQLRow]] {
        for reader in readers {
            let result = reader.connection.withLockIfAvailable { Self.rows(queries, on: $0) }
            if let result { return try result.get() }
        }
        return try readers[0].connection.withLock { Self.rows(queries, on: $0) }.get()
    }

    func close() {
        for reader in readers { reader.connection.withLock { $0 = nil } }
    }

    private static func rows(
        _ queries: [SQLQuery],
        on connection: SQLiteConnection?
    ) -> Result<[[SQLRow]], SQLError> {
        guard let connection else { return .failure(.unavailable("The database is closed.")) }
        return Result { () throws(SQLError) in
            // A single statement is a transaction by itself.
            if queries.count < 2 { return try connection.rows(queries) }
            try connection.run(begin)
            let results = Result { () throws(SQLError) in try connection.rows(queries) }
            try connection.run(commit)
            return try results.get()
        }
    }
}
