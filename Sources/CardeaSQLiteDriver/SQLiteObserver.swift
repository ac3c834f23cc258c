package import CardeaSQLCore

/// Receives events of the writer of a database, on its thread: for metrics and health.
package protocol SQLiteObserver: Sendable {
    /// Transactions were committed together, in this time.
    func committed(_ transactions: Int, in time: Duration)
    /// A transaction was lost.
    func failed(_ error: SQLError)
}
