/// A change to the text messages of the outbox.
package enum TextMessageChange: Sendable, Equatable {
    /// Adds a message. It is sent if, and only if, the other changes of the decision are made.
    case enqueue(TextMessage)
    /// Replaces what delivery changes, if nobody has changed it since `from` was read.
    case update(from: TextMessage, to: TextMessage)
    case delete(TextMessageID)
}

package struct TextMessageLookup: Lookup {
    package let id: TextMessageID

    package func read(from reader: some RowReader) throws(StoreError) -> TextMessage? {
        try reader.textMessage(self)
    }
}

extension Lookup where Self == TextMessageLookup {
    package static func textMessage(_ id: TextMessageID) -> Self { TextMessageLookup(id: id) }
}

/// Messages whose next attempt may start, those that wait for longest first.
package struct DueTextMessagesLookup: Lookup {
    package let now: Timestamp
    package let limit: Int

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [TextMessage] {
        try reader.textMessages(self)
    }
}

extension Lookup where Self == DueTextMessagesLookup {
    package static func dueTextMessages(at now: Timestamp, limit: Int) -> Self {
        DueTextMessagesLookup(now: now, limit: limit)
    }
}

/// When the next attempt at any message may start; `nil` if no message is pending.
package struct NextTextMessageLookup: Lookup {
    package func read(from reader: some RowReader) throws(StoreError) -> Timestamp? {
        try reader.nextTextMessage(self)
    }
}

extension Lookup where Self == NextTextMessageLookup {
    package static var nextTextMessage: Self { NextTextMessageLookup() }
}

/// The text messages that a search of the outbox finds, oldest first.
package struct TextMessageSearch: Lookup {
    package let search: MailSearch

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [TextMessage] {
        try reader.textMessages(self)
    }
}

extension Lookup where Self == TextMessageSearch {
    package static func textMessages(_ search: MailSearch) -> Self { TextMessageSearch(search: search) }
}

/// Dead letters that were created before a moment.
package struct OldDeadTextMessagesLookup: Lookup {
    package let before: Timestamp
    package let limit: Int

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [TextMessageID] {
        try reader.oldDeadTextMessages(self)
    }
}

extension Lookup where Self == OldDeadTextMessagesLookup {
    package static func deadTextMessages(createdBefore moment: Timestamp, limit: Int) -> Self {
        OldDeadTextMessagesLookup(before: moment, limit: limit)
    }
}

package protocol TextMessageReader {
    func textMessage(_ lookup: TextMessageLookup) throws(StoreError) -> TextMessage?
    func textMessages(_ lookup: DueTextMessagesLookup) throws(StoreError) -> [TextMessage]
    func textMessages(_ search: TextMessageSearch) throws(StoreError) -> [TextMessage]
    func nextTextMessage(_ lookup: NextTextMessageLookup) throws(StoreError) -> Timestamp?
    func oldDeadTextMessages(_ lookup: OldDeadTextMessagesLookup) throws(StoreError) -> [TextMessageID]
}
