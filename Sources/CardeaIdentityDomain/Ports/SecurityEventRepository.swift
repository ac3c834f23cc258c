/// The record of what is of interest to security, as administrators read it.
package protocol SecurityEventRepository: Sendable {
    /// The events that a search finds, newest first.
    func securityEvents(_ search: SecurityEventSearch) async throws(StoreError) -> [RecordedSecurityEvent]

    /// Deletes events that are older than a moment, in one short transaction.
    ///
    /// - Returns: How many; fewer than the limit only when none is left.
    func deleteSecurityEvents(before moment: Timestamp, limit: Int) async throws(StoreError) -> Int
}

/// Which security events to read.
package struct SecurityEventSearch: Sendable, Equatable {
    package let pool: UserPool
    /// `nil` for those of all users.
    package var user: UserID?
    /// `nil` for all kinds.
    package var kind: SecurityEvent.Kind?
    /// The oldest moment; `nil` for no bound.
    package var since: Timestamp?
    /// The number of the last event of the page before; `nil` for the first page.
    package var before: Int64?
    package var limit: Int

    package init(in pool: UserPool, limit: Int) {
        self.pool = pool
        self.limit = limit
    }
}

/// A security event with its place in the record.
package struct RecordedSecurityEvent: Sendable, Equatable {
    /// Grows with each event.
    package let number: Int64
    package let event: SecurityEvent

    package init(number: Int64, event: SecurityEvent) {
        self.number = number
        self.event = event
    }
}
