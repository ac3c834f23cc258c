/// The way from a use case that enqueues messages of a kind to the delivery, which sends them.
package final class Outbox<Message: Sendable>: Sendable {
    /// Whether this server delivers such messages.
    package let isOpen: Bool
    let transport: (any MessageTransport<Message>)?
    let signal = OutboxSignal()

    /// - Parameter isOpen: Whether use cases may enqueue messages, which nothing sends.
    package init(isOpen: Bool) {
        self.isOpen = isOpen
        transport = nil
    }

    /// - Parameter transport: The way to the mail server or the gateway; `nil` if none is configured.
    package init(transport: (any MessageTransport<Message>)?) {
        isOpen = transport != nil
        self.transport = transport
    }

    /// Tells the delivery that a message was committed; without it the message is found at the next look.
    package func wake() { signal.wake() }
}
