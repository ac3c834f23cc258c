package import CardeaSQLCore

/// Hears of what the writer of a database does, on its thread: for metrics and for health.
package protocol SQLiteObserver: Sendable {
    /// Transactions were committed together, in this time.
    func committed(_ transactions: Int, in time: Duration)
    /// A transaction was lost.
    func failed(_ error: SQLError)
}
