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

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [RecordedSecurityEvent] {
        try reader.securityEvents(self)
    }
}

/// A security event with its number in the record.
package struct RecordedSecurityEvent: Sendable, Equatable {
    /// Grows with each event.
    package let number: Int64
    package let event: SecurityEvent
    /// `nil` for an event of an older version.
    package let actor: RecordedActor?

    package init(number: Int64, event: SecurityEvent, actor: RecordedActor?) {
        self.number = number
        self.event = event
        self.actor = actor
    }
}

/// The numbers of security events from before a moment, or of a project.
package struct SecurityEventNumbersLookup: Lookup {
    package enum Condition: Sendable {
        case before(Timestamp)
        case ofProject(ProjectID)
    }

    package let condition: Condition
    package let limit: Int

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [Int64] {
        try reader.securityEventNumbers(self)
    }
}

extension Lookup where Self == SecurityEventNumbersLookup {
    package static func securityEvents(before moment: Timestamp, limit: Int) -> Self {
        SecurityEventNumbersLookup(condition: .before(moment), limit: limit)
    }

    package static func securityEvents(of project: ProjectID, limit: Int) -> Self {
        SecurityEventNumbersLookup(condition: .ofProject(project), limit: limit)
    }
}

package protocol SecurityEventReader {
    func securityEvents(_ search: SecurityEventSearch) throws(StoreError) -> [RecordedSecurityEvent]
    func securityEventNumbers(_ lookup: SecurityEventNumbersLookup) throws(StoreError) -> [Int64]
}
