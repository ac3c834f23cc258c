/// The way from a use case that enqueues a message to the delivery, which sends it.
package final class Outbox: Sendable {
    /// Whether this server delivers mail.
    package let isOpen: Bool
    /// One element after each `wake`; several of them may be one.
    package let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// - Parameter isOpen: Whether a mail server is configured.
    package init(isOpen: Bool) {
        self.isOpen = isOpen
        (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Tells the delivery that a message was committed; without it the message is found at the next look.
    package func wake() { continuation.yield() }
}
