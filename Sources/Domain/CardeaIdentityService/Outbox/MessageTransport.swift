/// The way to a mail server, or to a gateway that sends text messages.
package protocol MessageTransport<Message>: Sendable {
    associatedtype Message: Sendable

    /// Sends a message.
    ///
    /// If the task is cancelled, it ends soon.
    ///
    /// - Throws: The reason why the message was not accepted.
    func send(_ message: Message) async throws(DeliveryError)
}
