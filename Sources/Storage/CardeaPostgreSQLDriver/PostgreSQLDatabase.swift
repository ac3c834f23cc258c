internal import CardeaThreads
package import CardeaSQLCore

/// A database in PostgreSQL: two connections that write, two that read, and one that reads announcements.
package final class PostgreSQLDatabase: SQLDatabase {
    package let dialect = SQLDialect.postgreSQL
    private let url: String
    private let counter: Announcements
    private let writes: JobQueue
    private let reads: JobQueue
    private let longReads: JobQueue
    /// `nil` where no cache reads.
    private let announcementReader: AnnouncementReader?
    private let ended: [Latch]

    /// Connects to a database.
    ///
    /// - Parameters:
    ///   - url: A URL such as `postgresql://cardea@db1,db2/cardea?sslmode=verify-full`; libpq reads it.
    ///   - limits: The limits of queues, batches and times.
    ///   - observer: Receives commits and failures.
    /// - Returns: The open database.
    /// - Throws: `unavailable` if no server can be reached that writes.
    package static func open(
        _ url: String,
        limits: PostgreSQLLimits = PostgreSQLLimits(),
        observer: (any SQLObserver)? = nil
    ) throws(SQLError) -> PostgreSQLDatabase {
        try PostgreSQLDatabase(url, limits, observer, readsAnnouncements: true)
    }

    private init(
        _ url: String,
        _ limits: PostgreSQLLimits,
        _ observer: (any SQLObserver)?,
        readsAnnouncements: Bool
    ) throws(SQLError) {
        let counter = Announcements()
        let node = Int64.random(in: .min ... .max)
        let writes = JobQueue(capacity: limits.queue, locksRows: true)
        let reads = JobQueue(capacity: limits.queue, locksRows: false)
        let longReads = JobQueue(capacity: limits.queue, locksRows: false)
        (self.url, self.counter) = (url, counter)
        (self.writes, self.reads, self.longReads) = (writes, reads, longReads)
        var patient = limits
        patient.trip = limits.longTrip
        let places: [(StaticString, JobQueue, PostgreSQLLimits)] = [
            ("postgres-write", writes, limits), ("postgres-write", writes, limits),
            ("postgres-read", reads, limits), ("postgres-long", longReads, patient),
        ]
        let workers = places.map { name, queue, limits in
            let worker = Worker(
                queue,
                url: url,
                node: node,
                limits: limits,
                announcements: counter,
                observer: observer
            )
            return (name, worker)
        }
        do throws(Failure) {
            try workers[0].1.connect()
            announcementReader =
                readsAnnouncements ? try AnnouncementReader(url: url, node: node, limits, counter) : nil
        } catch {
            throw .unavailable(error.description)
        }
        var threads: [(StaticString, @Sendable () -> Void)] = workers.map { ($0, $1.run) }
        if let announcementReader { threads.append(("postgres-notes", announcementReader.run)) }
        ended = threads.map { _ in Latch() }
        for ((name, run), latch) in zip(threads, ended) {
            do {
                try OSThread.detach(name) {
                    run()
                    latch.open()
                }
            } catch {
                throw .unavailable("No thread could be started.")
            }
        }
    }

    deinit { stop() }

    package var announcements: Int { counter.count }
    package func announcedRows(after number: Int) -> Set<String>? { counter.rows(after: number) }

    package func read<Rows: Sendable>(
        _ extent: SQLReadExtent,
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows
    ) async throws(SQLError) -> Rows {
        try await run(in: extent == .manyRows ? longReads : reads, read) { rows in SQLDecision([], rows) }
    }

    package func transact<Rows, Outcome: Sendable>(
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows,
        _ decide: @escaping @Sendable (Rows) throws(SQLError) -> SQLDecision<Outcome>
    ) async throws(SQLError) -> Outcome {
        try await run(in: writes, read, decide)
    }

    private func run<Rows, Outcome: Sendable>(
        in queue: JobQueue,
        _ read: @escaping @Sendable (any SQLReader) throws(SQLError) -> Rows,
        _ decide: @escaping @Sendable (Rows) throws(SQLError) -> SQLDecision<Outcome>
    ) async throws(SQLError) -> Outcome {
        let result = JobResult<Outcome>()
        try await Job.run { reader throws(SQLError) in
            let rows = try read(reader)
            guard reader.missing.isEmpty else { return SQLDecision([], ()) }
            let decision = try decide(rows)
            result.store(decision.outcome)
            return SQLDecision(decision.writes, (), announcing: decision.announcement)
        } submit: {
            queue.submit($0)
        }
        return try result.take()
    }

    /// Migrates on connections of its own: a statement on a large table may take long.
    package func migrate(_ migrations: [SQLMigration], numbered: [String]) async throws(SQLError) {
        var limits = PostgreSQLLimits()
        limits.trip = .seconds(24 * 3600)
        let database = try PostgreSQLDatabase(url, limits, nil, readsAnnouncements: false)
        let result: Result<Void, SQLError>
        do throws(SQLError) {
            result = .success(try await database.apply(migrations, numbered: numbered))
        } catch {
            result = .failure(error)
        }
        await database.close()
        try result.get()
    }

    private static let message = SQLStatement("SELECT pg_logical_emit_message(true, 'cardea', '')")

    /// Tries to write to the database, by a commit that changes nothing but the log.
    ///
    /// - Throws: `unwritable` if its disk is full.
    package func tryWriting() async throws(SQLError) {
        try await write([SQLWrite(Self.message, changing: .any)])
    }

    package func close() async {
        stop()
        for latch in ended { await latch.wait() }
    }

    private func stop() {
        for queue in [writes, reads, longReads] { queue.close() }
        announcementReader?.close()
    }
}

/// The limits of queues, batches and times.
package struct PostgreSQLLimits: Sendable {
    /// The largest number of waiting transactions; further ones fail as `overloaded`.
    package var queue = 8_192
    /// The largest number of transactions in one commit.
    package var batch = 32
    /// The number of times that a transaction is tried that meets deadlocks, or locks that are not free in time.
    package var tries = 3
    /// The longest time for a trip to the server; a connection that takes longer is replaced.
    package var trip = Duration.seconds(5)
    /// The same for reads of many rows.
    package var longTrip = Duration.seconds(120)
    /// The time for which a transaction waits for a server that can be reached.
    package var wait = Duration.seconds(5)

    package init() {}
}
