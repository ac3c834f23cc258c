import CardeaIdentityDomain
import CardeaIdentityService

/// A message in the outbox, without its link or its code.
package struct MailItemMessage: Codable, Sendable {
    package let id: String
    /// `mail` or `sms`.
    package let channel: String
    package let project: String
    package let tenant: String?
    /// Such as `password_reset`.
    package let purpose: String
    package let recipient: String
    package let language: String?
    /// `pending` or `dead`.
    package let state: String
    package let attempts: Int64
    /// Milliseconds since 1970, as all times here.
    package let createdAt: Int64
    package let expiresAt: Int64
    /// `nil` for a dead letter.
    package let nextAttemptAt: Int64?
    package let lastError: String?

    init(_ entry: OutboxEntry) {
        channel = entry.channel.rawValue
        id = entry.id
        project = entry.pool.project.rawValue
        tenant = entry.pool.tenant?.rawValue
        purpose = entry.purpose
        recipient = entry.recipient
        language = entry.language
        let message = entry.message
        state = message.state.rawValue
        attempts = message.attempts
        createdAt = message.createdAt.milliseconds
        expiresAt = message.expiresAt.milliseconds
        nextAttemptAt = message.state == .pending ? message.nextAttemptAt.milliseconds : nil
        lastError = message.lastError
    }
}

/// One page of the outbox, oldest first.
package struct MailListMessage: Codable, Sendable {
    package let mails: [MailItemMessage]
    /// The `after` of the next page; `nil` at the end.
    package let next: String?
}

/// Names a message in the outbox.
package struct MailIDMessage: Codable, Sendable {
    package let id: String

    package init(id: String) { self.id = id }
}

/// Where a test message is sent.
package struct TestMailMessage: Codable, Sendable {
    package let address: String
    package let project: String

    package init(address: String, project: String) {
        self.address = address
        self.project = project
    }
}

/// The text of messages for one purpose in one language.
package struct MailTemplateMessage: Codable, Sendable {
    package let purpose: String
    package let language: String
    package let subject: String
    package let text: String
    package let html: String?

    package init(purpose: String, language: String, subject: String, text: String, html: String?) {
        self.purpose = purpose
        self.language = language
        self.subject = subject
        self.text = text
        self.html = html
    }

    init(_ template: MailTemplate) {
        self.init(
            purpose: template.purpose.rawValue,
            language: template.language,
            subject: template.subject,
            text: template.text,
            html: template.html
        )
    }
}

/// The templates that a project has of its own.
package struct MailTemplateListMessage: Codable, Sendable {
    package let templates: [MailTemplateMessage]
}

/// Names a template.
package struct MailTemplateNameMessage: Codable, Sendable {
    package let purpose: String
    package let language: String

    package init(purpose: String, language: String) {
        self.purpose = purpose
        self.language = language
    }
}
