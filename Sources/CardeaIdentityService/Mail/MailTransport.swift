package import CardeaIdentityDomain
import CardeaSecrets

/// The way to a mail server.
package protocol MailTransport: Sendable {
    /// Sends a message.
    ///
    /// If the task is cancelled, it ends soon.
    ///
    /// - Throws: Why the mail server has not accepted it.
    func send(_ mail: OutgoingMail) async throws(MailTransportError)
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

/// Why a message was not sent.
package struct MailTransportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Whether another attempt would fail, too.
    package let isPermanent: Bool
    /// One word for the log.
    package let reason: String
    /// The code of the mail server.
    package let code: Int?
    /// The error and its remedy, for the operator; without the content of the message.
    package let description: String

    package init(isPermanent: Bool, reason: String, code: Int?, description: String) {
        self.isPermanent = isPermanent
        self.reason = reason
        self.code = code
        self.description = description
    }
}
