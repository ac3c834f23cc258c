package import CardeaIdentityDomain
import CardeaSecrets

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
