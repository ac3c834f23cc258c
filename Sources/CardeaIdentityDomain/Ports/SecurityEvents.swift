/// A change to the record of security events.
package enum SecurityEventChange: Sendable, Equatable {
    case insert(SecurityEvent)
    case delete(Int64)
}

/// Names security events, newest first.
package struct SecurityEventSearch: Lookup, Equatable {
    package let pool: UserPool
    /// `nil` for the events of all users.
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

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [RecordedSecurityEvent] {
        try reader.securityEvents(self)
    }
}

/// A security event with its number in the record.
package struct RecordedSecurityEvent: Sendable, Equatable {
    /// Grows with each event.
    package let number: Int64
    package let event: SecurityEvent

    package init(number: Int64, event: SecurityEvent) {
        self.number = number
        self.event = event
    }
}

/// The numbers of security events from before a moment.
package struct OldSecurityEventsLookup: Lookup {
    package let before: Timestamp
    package let limit: Int

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [Int64] {
        try reader.oldSecurityEvents(self)
    }
}

extension Lookup where Self == OldSecurityEventsLookup {
    package static func securityEvents(before moment: Timestamp, limit: Int) -> Self {
        OldSecurityEventsLookup(before: moment, limit: limit)
    }
}

package protocol SecurityEventReader {
    func securityEvents(_ search: SecurityEventSearch) throws(StoreError) -> [RecordedSecurityEvent]
    func oldSecurityEvents(_ lookup: OldSecurityEventsLookup) throws(StoreError) -> [Int64]
}
