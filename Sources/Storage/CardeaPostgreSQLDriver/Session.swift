internal import CardeaSQLCore

/// The reason why a batch was not committed.
enum BatchFailure: Error {
    /// The transaction was rolled back, because of one job if it is known which.
    case rolledBack(because: Job?, SQLError, isTransient: Bool)
    /// The connection was lost. If the commit was sent, it is not known whether it was made.
    case lost(String)
}

/// The transactions of a worker on one connection.
final class Session {
    typealias Part = (command: Command, job: Job?)

    private let connection: Connection
    private let node: Int64
    /// The statements that lock rows, by their text.
    private var lockStatements: [String: SQLStatement] = [:]
    /// The statements that the next trip begins with: the beginning of a transaction, and its locks.
    private var opening: [Part] = []

    init(_ url: String, node: Int64, _ limits: PostgreSQLLimits) throws(Failure) {
        self.node = node
        connection = try Connection(url, tripLimit: limits.trip)
    }

    /// Begins a transaction, locks the rows that jobs name, and reads what they ask for.
    func read(_ batch: [Job], locking locksRows: Bool) throws(BatchFailure) {
        for job in batch { job.restart() }
        opening = [(locksRows ? .begin : .beginReading, nil)]
        if locksRows {
            let locks = RowLocks(batch.lazy.flatMap(\.queries))
            opening += locks.commands(&lockStatements).map { ($0, nil) }
        }
        while true {
            let queries = batch.flatMap { job in
                job.queries.map { Trip.Entry(statement: $0.statement, parameters: $0.parameters, job: job) }
            }
            if queries.isEmpty { return }
            let trip = Trip(queries, listForm: connection.listForm)
            var rows = trip.rows(of: try run(trip.parts)[...])[...]
            for job in batch where !job.queries.isEmpty {
                let count = job.queries.count
                job.advance(with: rows.prefix(count))
                rows = rows.dropFirst(count)
            }
        }
    }

    /// Ends a transaction that has written nothing.
    func endReading() throws(BatchFailure) {
        if opening.isEmpty { _ = try run([(.commit, nil)]) }
    }

    /// Makes the writes of jobs, and commits them.
    ///
    /// If no job has more than one write, the commit travels with them: a write that changed nothing has nothing to undo.
    /// Else the commit takes a trip more, and nothing is committed if a write did not change what it expected to.
    ///
    /// - Returns: The jobs whose one write did not change what it expected to.
    func write(_ batch: [Job]) throws(BatchFailure) -> [Job] {
        let isOneTrip = batch.allSatisfy { $0.writes.count <= 1 }
        let writes = batch.flatMap { job in
            job.writes.map { Trip.Entry(statement: $0.statement, parameters: $0.parameters, job: job) }
        }
        // A list has no order, so it must not have two writes of a job.
        let trip = Trip(writes) { isOneTrip ? connection.listForm(of: $0) : nil }
        let announcement = batch.reduce(Announcement.nothing) { $0.union($1.announcement) }
        let commit: [Part] = (AnnouncementTable.commands(announcement, of: node) + [.commit]).map {
            ($0, nil)
        }
        let results = try run(trip.parts + (isOneTrip ? commit : []), committing: isOneTrip ? batch : [])
        var rows = trip.rows(of: results[...])[...]
        let failed = batch.filter { job in
            defer { rows = rows.dropFirst(job.writes.count) }
            return !job.expects(rows)
        }
        guard !isOneTrip else { return failed }
        if let job = failed.first {
            _ = try run([(.rollBack, nil)])
            throw .rolledBack(because: job, .unexpectedCount, isTransient: false)
        }
        _ = try run(commit, committing: batch)
        return []
    }

    /// Sends statements, with the beginning of the transaction if it waits.
    ///
    /// - Parameters:
    ///   - parts: The statements.
    ///   - jobs: The jobs that are committed with them.
    /// - Returns: Their results.
    /// - Throws: After the transaction was rolled back, or the connection was lost.
    private func run(_ parts: [Part], committing jobs: [Job] = []) throws(BatchFailure) -> [Rows] {
        let all = opening + parts
        opening = []
        do throws(Failure) {
            return Array(try connection.run(all.map(\.command)).suffix(parts.count))
        } catch {
            switch error {
            case .lost(let reason):
                for job in jobs { job.mayBeWritten = true }
                throw .lost(reason)
            case .statement(let failure):
                let part = all[failure.index]
                if failure.isOfStatement { connection.avoidList(part.command.statement) }
                throw rolledBack(after: failure, of: part.job)
            }
        }
    }

    private func rolledBack(after failure: StatementFailure, of job: Job?) -> BatchFailure {
        do throws(Failure) {
            let error = try connection.rollBack(after: failure)
            return .rolledBack(because: job, error, isTransient: failure.isTransient)
        } catch {
            return .lost(error.description)
        }
    }
}
