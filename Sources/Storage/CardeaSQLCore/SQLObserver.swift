/// Receives events of the writers of a database, on their threads: for metrics and health.
package protocol SQLObserver: Sendable {
    /// Transactions were committed together, in this time.
    func committed(_ transactions: Int, in time: Duration)
    /// A transaction was lost.
    func failed(_ error: SQLError)
}
