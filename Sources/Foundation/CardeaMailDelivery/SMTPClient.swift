import CardeaThreads
import Foundation

/// Sends messages to a mail server, each over a connection of its own (RFC 5321).
///
/// The caller decides how many messages are sent at one time: each has a thread as long as it is sent.
package final class SMTPClient: Sendable {
    private let configuration: SMTPConfiguration
    /// The time for which a message may continue after its task was cancelled.
    private let grace: Duration

    package init(_ configuration: SMTPConfiguration, grace: Duration = .seconds(3)) {
        self.configuration = configuration
        self.grace = grace
    }

    /// Sends a message.
    ///
    /// If the task is cancelled, the message continues for a short time: an end between its last byte and the server's
    /// response would send it twice.
    ///
    /// - Throws: The reason why the server has not accepted it. It may have, if the connection ended at the wrong moment.
    package func send(_ message: MailMessage) async throws(SMTPError) {
        let exchange = SMTPExchange(message, configuration)
        let result: SMTPError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Not a queue of Dispatch: its few threads would all wait for slow mail servers.
                do {
                    try OSThread.detach("smtp") { exchange.run(continuation) }
                } catch {
                    continuation.resume(returning: SMTPError(.other, response: "No thread could be started."))
                }
            }
        } onCancel: {
            exchange.end(after: grace)
        }
        if let result { throw result }
    }
}
