internal import CardeaSQLCore

/// The reads of a transaction, repeated until all their results are there.
///
/// The first time it collects the queries, and there are no rows. When their results have come, it is run again and
/// decodes them. A query that depends on rows is found then, and takes a trip more.
final class Replay: SQLReader {
    private var results: [(query: SQLQuery, rows: Rows)] = []
    private var next = 0
    /// The queries of the last run that have no results yet; if there are any, what it read counts for nothing.
    private(set) var missing: [SQLQuery] = []

    /// Takes the results of the queries that were missing, and begins another run.
    func add(_ rows: ArraySlice<Rows>) {
        results += zip(missing, rows).map { ($0, $1) }
        next = 0
        missing = []
    }

    func read(
        _ query: SQLQuery,
        _ body: (inout SQLCursor) throws(SQLError) -> Void
    ) throws(SQLError) {
        guard missing.isEmpty, next < results.count, results[next].query.isSame(as: query) else {
            if missing.isEmpty { results.removeSubrange(next...) }
            return missing.append(query)
        }
        next += 1
        try results[next - 1].rows.read(body)
    }
}

extension SQLQuery {
    fileprivate func isSame(as other: SQLQuery) -> Bool {
        // Own texts.
        (statement === other.statement || statement.text == other.statement.text)
            && parameters == other.parameters
    }
}
