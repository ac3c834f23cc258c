/// A change to the mails of the outbox.
package typealias MailChange = OutboxChange<Mail>

extension Lookup where Self == OutboxMessageLookup<Mail> {
    package static func mail(_ id: MailID) -> Self { OutboxMessageLookup(id: id) }
}

/// One page of the outbox, oldest first.
package struct MailSearch: Lookup, Equatable {
    /// `nil` for all projects.
    package var project: ProjectID?
    /// `nil` for all states.
    package var state: Mail.State?
    /// The last message of the page before; `nil` for the first page.
    package var after: MailPlace?
    package var limit: Int

    package init(limit: Int) { self.limit = limit }

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [Mail] {
        try reader.mails(.page(self))
    }
}

/// Where a message is in the outbox.
package struct MailPlace: Sendable, Equatable {
    package let createdAt: Timestamp
    package let id: MailID

    package init(createdAt: Timestamp, id: MailID) {
        self.createdAt = createdAt
        self.id = id
    }
}

extension Mail {
    package var place: MailPlace { MailPlace(createdAt: createdAt, id: id) }
}
