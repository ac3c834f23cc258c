/// A change to the text messages of the outbox.
package typealias TextMessageChange = OutboxChange<TextMessage>

extension Lookup where Self == OutboxMessageLookup<TextMessage> {
    package static func textMessage(_ id: TextMessageID) -> Self { OutboxMessageLookup(id: id) }
}

extension Lookup where Self == OutboxMessagesLookup<TextMessage> {
    /// Messages whose next attempt may start, those that wait for longest first.
    package static func dueTextMessages(
        at now: Timestamp,
        limit: Int,
        except destinations: Set<String> = []
    ) -> Self {
        OutboxMessagesLookup(.due(at: now, limit: limit, except: destinations))
    }

    /// The text messages that a search of the outbox finds, oldest first.
    package static func textMessages(_ search: MailSearch) -> Self { OutboxMessagesLookup(.page(search)) }
}

extension Lookup where Self == NextAttemptLookup<TextMessage> {
    package static var nextTextMessage: Self { NextAttemptLookup() }
}

extension Lookup where Self == DeadLetterLookup<TextMessage> {
    package static func deadTextMessages(createdBefore moment: Timestamp, limit: Int) -> Self {
        DeadLetterLookup(before: moment, limit: limit)
    }
}
