/// The recovery after a process that did not close the database.
package struct Recovery: Sendable, Equatable {
    /// Whether the whole database was looked through; otherwise the time for it was over.
    package let isWhole: Bool
    package let time: Duration
}
