/// The way from a use case that enqueues a mail to the delivery, which sends it.
package final class Outbox: Sendable {
    /// Whether this server delivers mail.
    package let isOpen: Bool
    let transport: (any MailTransport)?
    let signal = OutboxSignal()

    /// - Parameter isOpen: Whether use cases may enqueue messages, which nothing sends.
    package init(isOpen: Bool) {
        self.isOpen = isOpen
        transport = nil
    }

    /// - Parameter transport: The way to the mail server; `nil` if no server is configured.
    package init(transport: (any MailTransport)?) {
        isOpen = transport != nil
        self.transport = transport
    }

    /// Tells the delivery that a message was committed; without it the message is found at the next look.
    package func wake() { signal.wake() }
}
