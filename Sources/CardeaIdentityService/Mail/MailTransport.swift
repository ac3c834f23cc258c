package import CardeaIdentityDomain
import CardeaSecrets

/// The way to a mail server.
package protocol MailTransport: Sendable {
    /// Sends a message.
    ///
    /// If the task is cancelled, it ends soon.
    ///
    /// - Throws: Why the mail server has not accepted it.
    func send(_ mail: OutgoingMail) async throws(DeliveryError)
}

/// A message as its recipient reads it; its text is a secret.
package struct OutgoingMail: Redacted {
    package let id: MailID
    package let senderName: String
    package let replyTo: EmailAddress?
    package let recipient: EmailAddress
    package let language: String
    package let subject: String
    package let text: String
    package let html: String?
    package let createdAt: Timestamp
}
