/// A change to the text messages of the outbox.
package typealias TextMessageChange = OutboxChange<TextMessage>

extension Lookup where Self == OutboxMessageLookup<TextMessage> {
    package static func textMessage(_ id: TextMessageID) -> Self { OutboxMessageLookup(id: id) }
}

extension Lookup where Self == OutboxMessagesLookup<TextMessage> {
    /// The text messages that a search of the outbox finds, oldest first.
    package static func textMessages(_ search: MailSearch) -> Self { OutboxMessagesLookup(.page(search)) }
}
