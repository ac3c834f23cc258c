/// The way from a use case that enqueues a text message to the delivery, which sends it.
package final class TextMessageOutbox: Sendable {
    /// Whether this server delivers text messages.
    package let isOpen: Bool
    let transport: (any TextMessageTransport)?
    /// Keeps codes in plain text: for an emulator alone.
    let recorder: PhoneCodeRecorder?
    let signal = OutboxSignal()

    /// - Parameters:
    ///   - isOpen: Whether use cases may enqueue messages, which nothing sends.
    ///   - recorder: Where an emulator keeps codes.
    package init(isOpen: Bool = false, recorder: PhoneCodeRecorder? = nil) {
        self.isOpen = isOpen
        self.recorder = recorder
        transport = nil
    }

    /// - Parameter transport: The way to the gateway; `nil` if no gateway is configured.
    package init(transport: (any TextMessageTransport)?) {
        isOpen = transport != nil
        self.transport = transport
        recorder = nil
    }

    /// Tells the delivery that a message was committed; without it the message is found at the next look.
    func wake() { signal.wake() }
}
