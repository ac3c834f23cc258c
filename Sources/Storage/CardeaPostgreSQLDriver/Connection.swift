internal import CCardeaPostgreSQL
internal import CardeaSQLCore
internal import Glibc

/// One connection to the server, with the statements that are prepared on it.
///
/// One thread uses it at a time. Everything goes by trips: statements are sent together (libpq's pipeline mode), and
/// their results are read together.
@safe final class Connection {
    private let handle: OpaquePointer
    /// The longest time for a trip: neither the kernel nor libpq detects a server that hangs.
    private let tripLimit: Duration
    private var prepared: [ObjectIdentifier: Prepared] = [:]
    /// The number of names that statements have got.
    private var names = 0
    /// The columns of unique indexes that were violated.
    private var columns: [String: [String]] = [:]
    private var deadline = ContinuousClock.now

    private struct Prepared {
        /// Its identity must not come to name another statement.
        let statement: SQLStatement
        let name: String
        /// Known after its preparation.
        var listForm: ListForm?
    }

    /// Settings of each connection.
    ///
    /// All statements search by indexes, row by row. Other plans are right for small tables alone, and are kept while they
    /// grow: these are disabled. The estimated cost of a disabled plan would start the compiler (`jit`).
    private static let settings: Command = {
        let disabled = ["seqscan", "hashjoin", "mergejoin", "material"].map { ("enable_\($0)", "off") }
        let settings =
            disabled + [
                ("jit", "off"), ("plan_cache_mode", "force_generic_plan"), ("lock_timeout", "1s"),
                ("idle_in_transaction_session_timeout", "10s"),
            ]
        let calls = settings.map { "set_config('\($0)', '\($1)', false)" }
        return Command(SQLStatement("SELECT \(calls.joined(separator: ", "))", isReused: false))
    }()

    /// Connects to a server that accepts writes.
    ///
    /// - Parameters:
    ///   - url: A URL, or a list of keywords and values, as libpq reads them; several hosts are tried in turn.
    ///   - tripLimit: The longest time for a trip.
    /// - Throws: `lost` if no such server can be reached.
    init(_ url: String, tripLimit: Duration) throws(Failure) {
        self.tripLimit = tripLimit
        // The URL overrides the values before it.
        let options = [
            ("fallback_application_name", "cardea"), ("connect_timeout", "2"),
            ("target_session_attrs", "read-write"), ("dbname", url), ("client_encoding", "UTF8"),
        ]
        guard let opened = unsafe Self.open(options) else {
            throw .lost("There is no memory for a connection.")
        }
        unsafe handle = opened
        guard unsafe PQstatus(handle) == CONNECTION_OK else { throw lost }
        unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
        guard unsafe PQsetnonblocking(handle, 1) == 0, unsafe PQenterPipelineMode(handle) == 1 else {
            throw lost
        }
        _ = try run([Self.settings])
    }

    deinit { unsafe PQfinish(handle) }

    private static func open(_ options: [(String, String)]) -> OpaquePointer? {
        let names = unsafe options.map { unsafe UnsafePointer(strdup($0.0)) } + [nil]
        let values = unsafe options.map { unsafe UnsafePointer(strdup($0.1)) } + [nil]
        defer { unsafe (names + values).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        return unsafe PQconnectdbParams(names, values, 1)
    }

    /// Sends statements together, and reads their results.
    ///
    /// If one fails, the server skips those behind it.
    ///
    /// - Returns: The result of each statement.
    func run(_ commands: [Command]) throws(Failure) -> [Rows] {
        deadline = .now + tripLimit
        let areNew = try commands.map { command throws(Failure) in try send(command) }
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost }
        try flush()
        var results: [Rows] = []
        var failure: StatementFailure?
        for (index, isNew) in areNew.enumerated() {
            if isNew {
                let error = try readPreparation(of: commands[index].statement, index)
                failure = failure ?? error
            }
            let (rows, error) = try readResult(of: index)
            failure = failure ?? error
            if let rows { results.append(rows) }
        }
        // The end of the pipeline.
        unsafe PQclear(try nextResult())
        guard let failure else { return results }
        throw failure.endsConnection ? .lost(failure.message) : .statement(failure)
    }

    /// Ends the transaction, and returns the error for a statement of it that failed.
    func rollBack(after failure: StatementFailure) throws(Failure) -> SQLError {
        _ = try run([.rollBack])
        guard failure.state == "23505" else { return SQLError(failure, columns: []) }
        if columns[failure.constraint] == nil {
            let key = [failure.constraint, failure.schema].map { Argument.value(.text($0)) }
            var names: [String] = []
            let rows = try run([Command(Self.columnsOfIndex, key)])[0]
            // Names have the type of names.
            try? rows.read { cursor throws(SQLError) in names.append(try cursor.text()) }
            columns[failure.constraint] = names
        }
        return SQLError(failure, columns: columns[failure.constraint] ?? [])
    }

    private static let columnsOfIndex = SQLStatement(
        """
        SELECT a.attname FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid \
        CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k (number, place) \
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number \
        WHERE c.relname = :name AND c.relnamespace = to_regnamespace(:schema) ORDER BY k.place
        """
    )

    /// The form of a statement for lists, if it was prepared before.
    func listForm(of statement: SQLStatement) -> ListForm? { prepared[ObjectIdentifier(statement)]?.listForm }

    /// Forgets a form for lists that the server rejects.
    func avoidList(_ statement: SQLStatement) {
        for (key, known) in prepared where known.listForm?.statement === statement {
            prepared[key]?.listForm = nil
        }
    }

    // MARK: The pipeline

    /// Puts a statement into the pipeline.
    ///
    /// - Returns: Whether it is prepared first, which has a result of its own.
    private func send(_ command: Command) throws(Failure) -> Bool {
        let statement = command.statement
        let arguments = EncodedArguments(command.arguments)
        let known = prepared[ObjectIdentifier(statement)]?.name
        let name = known ?? (statement.isReused ? "s\(names)" : "")
        if known == nil {
            names += 1
            let text = statement.postgreSQLText
            guard
                unsafe PQsendPrepare(handle, name, text, Int32(arguments.types.count), arguments.types) == 1
                    && PQsendDescribePrepared(handle, name) == 1
            else { throw lost }
            if statement.isReused {
                prepared[ObjectIdentifier(statement)] = Prepared(statement: statement, name: name)
            }
        }
        let isSent = unsafe arguments.bytes.withUnsafeBytes { bytes in
            let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
            var offset = 0
            var values: [UnsafePointer<CChar>?] = unsafe []
            for size in arguments.sizes {
                unsafe values.append(size == nil ? nil : start.map { unsafe $0 + offset })
                offset += size ?? 0
            }
            let sizes = arguments.sizes.map { Int32($0 ?? 0) }
            let formats = sizes.map { _ in Int32(1) }
            return unsafe PQsendQueryPrepared(handle, name, Int32(sizes.count), values, sizes, formats, 1)
                == 1
        }
        guard isSent else { throw lost }
        return known == nil
    }

    /// Reads the results of the preparation of a statement, and of its description.
    private func readPreparation(
        of statement: SQLStatement,
        _ index: Int
    ) throws(Failure) -> StatementFailure? {
        let (_, failure) = try readResult(of: index)
        let (description, _) = try readResult(of: index)
        if let description {
            prepared[ObjectIdentifier(statement)]?.listForm = ListForm(
                statement,
                types: description.parameterTypes
            )
        } else {
            prepared[ObjectIdentifier(statement)] = nil
        }
        return failure
    }

    /// Reads the result of a statement or of a part of its preparation; neither, if the server has skipped it.
    private func readResult(of index: Int) throws(Failure) -> (Rows?, StatementFailure?) {
        guard let result = unsafe try nextResult() else { throw lost }
        defer { unsafe PQclear(try? nextResult()) }
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
            return (unsafe Rows(result), nil)
        case PGRES_PIPELINE_ABORTED:
            unsafe PQclear(result)
            return (nil, nil)
        default:
            defer { unsafe PQclear(result) }
            if unsafe PQstatus(handle) == CONNECTION_BAD { throw lost }
            return (nil, unsafe StatementFailure(result, of: index))
        }
    }

    private func nextResult() throws(Failure) -> OpaquePointer? {
        while unsafe PQisBusy(handle) == 1 {
            try wait(for: POLLIN)
            guard unsafe PQconsumeInput(handle) == 1 else { throw lost }
        }
        return unsafe PQgetResult(handle)
    }

    private func flush() throws(Failure) {
        while true {
            switch unsafe PQflush(handle) {
            case 0: return
            case 1: try wait(for: POLLIN | POLLOUT)
            default: throw lost
            }
            guard unsafe PQconsumeInput(handle) == 1 else { throw lost }
        }
    }

    /// Waits until the socket can be read or written, or until the deadline of the trip.
    private func wait(for events: Int32) throws(Failure) {
        let milliseconds = Int32(max(0, (deadline - .now) / .milliseconds(1)).rounded(.up))
        var descriptor = pollfd(fd: unsafe PQsocket(handle), events: Int16(events), revents: 0)
        let count = unsafe poll(&descriptor, 1, milliseconds)
        guard count != 0 else { throw .lost("The database did not respond within \(tripLimit).") }
        guard count > 0 || errno == EINTR else { throw lost }
    }

    /// The failure of the connection, with libpq's message.
    private var lost: Failure {
        let message = unsafe String(cString: PQerrorMessage(handle))
        return .lost(message.split(separator: "\n").joined(separator: "; "))
    }
}

extension StatementFailure {
    /// Reads the fields of a result.
    fileprivate init(_ result: OpaquePointer, of index: Int) {
        func field(_ code: Character) -> String {
            let text = unsafe PQresultErrorField(result, Int32(code.asciiValue ?? 0))
            return unsafe text.map { unsafe String(cString: $0) } ?? ""
        }
        self.init(
            index: index,
            state: field("C"),
            message: field("M"),
            schema: field("s"),
            table: field("t"),
            constraint: field("n")
        )
    }
}
