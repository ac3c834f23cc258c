/// A change to the messages of one kind in the outbox.
package enum OutboxChange<Message: OutboxMessage>: Sendable, Equatable {
    /// Adds a message. It is sent if, and only if, the other changes of the decision are made.
    case enqueue(Message)
    /// Replaces the properties that delivery changes, if they are still as in `from`.
    case update(from: Message, to: Message)
    case delete(Message.ID)
}

/// The messages of one kind that are read.
package enum OutboxQuery: Sendable, Equatable {
    case id(String)
    /// Messages whose next attempt may start, those that wait for longest first, except those for some destinations.
    case due(at: Timestamp, limit: Int, except: [String])
    case page(MailSearch)
    /// Dead letters that were created before a moment.
    case dead(createdBefore: Timestamp, limit: Int)

    /// The largest number of destinations that a query of due messages can leave out.
    package static let maximumExceptions = 3
}

package protocol OutboxReader {
    func mails(_ query: OutboxQuery) throws(StoreError) -> [Mail]
    func textMessages(_ query: OutboxQuery) throws(StoreError) -> [TextMessage]
}

package struct OutboxMessageLookup<Message: OutboxMessage>: Lookup {
    package let id: Message.ID

    package init(id: Message.ID) { self.id = id }

    package func read(from reader: some RowReader) throws(StoreError) -> Message? {
        try Message.read(.id(id.rawValue), from: reader).first
    }
}

package struct OutboxMessagesLookup<Message: OutboxMessage>: Lookup {
    package let query: OutboxQuery

    package init(_ query: OutboxQuery) { self.query = query }

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [Message] {
        try Message.read(query, from: reader)
    }
}

/// When the next attempt at any message may start; `nil` if no message is pending.
package struct NextAttemptLookup<Message: OutboxMessage>: Lookup {
    package let except: [String]

    package init(except: [String] = []) { self.except = except }

    package func read(from reader: some RowReader) throws(StoreError) -> Timestamp? {
        let query = OutboxQuery.due(at: Timestamp(milliseconds: .max), limit: 1, except: except)
        return try Message.read(query, from: reader).first?.nextAttemptAt
    }
}

package struct DeadLetterLookup<Message: OutboxMessage>: Lookup {
    package let before: Timestamp
    package let limit: Int

    package init(before: Timestamp, limit: Int) {
        self.before = before
        self.limit = limit
    }

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [Message.ID] {
        try Message.read(.dead(createdBefore: before, limit: limit), from: reader).map(\.id)
    }
}
