package import CardeaIdentityDomain
package import CardeaIdentityService
package import CardeaOperations

/// A message in the outbox, without its link or its code; moments are milliseconds since 1970.
package struct MailResource: OutputMessage, Codable {
    package let id: String
    package let channel: OutboxEntry.Channel
    package let project: String
    package let tenant: String?
    package let purpose: String
    package let recipient: String
    package let language: String?
    package let state: Mail.State
    package let attempts: Int64
    package let createdAt: Int64
    package let expiresAt: Int64
    package let nextAttemptAt: Int64?
    package let lastError: String?

    init(_ entry: OutboxEntry) {
        id = entry.id
        channel = entry.channel
        project = entry.pool.project.rawValue
        tenant = entry.pool.tenant?.rawValue
        purpose = entry.purpose
        recipient = entry.recipient
        language = entry.language
        let message = entry.message
        state = message.state
        attempts = message.attempts
        createdAt = message.createdAt.milliseconds
        expiresAt = message.expiresAt.milliseconds
        nextAttemptAt = message.state == .pending ? message.nextAttemptAt.milliseconds : nil
        lastError = message.lastError
    }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.id, "ID of the message.")
        OutputField(\.channel, "Whether it is a mail or a text message.")
        OutputField(\.project, "ID of the project.")
        OutputField(\.tenant, "ID of the tenant; absent for the project itself.")
        OutputField(\.purpose, "Purpose of the message.")
        OutputField(\.recipient, "E-mail address or phone number that it is sent to.")
        OutputField(\.language, "Language of the request; absent for the project's default.")
        OutputField(\.state, "Whether the outbox still tries to send it, or does not (dead).")
        OutputField(\.attempts, "Number of attempts that were started.")
        OutputField(\.createdAt, "Time of creation.")
        OutputField(\.expiresAt, "Time at which its code expires.")
        OutputField(\.nextAttemptAt, "Time of the next attempt; absent for a dead letter.")
        OutputField(\.lastError, "Why the last attempt failed.")
    }
}

extension Mail.State: WireEnum, Codable {}
extension OutboxEntry.Channel: WireEnum, Codable {}
extension MailPurpose: WireEnum, Codable {}

/// One page of the outbox, oldest first.
package struct MailList: OutputMessage, Codable {
    package let mails: [MailResource]
    package let next: String?

    package static let outputFields = OutputTable<Self> {
        OutputField(\.mails, "The messages.")
        OutputField(\.next, "The `after` of the next page; absent at the end.")
    }
}

struct MailPageRequest: InputMessage {
    var limit: Int64?
    var project: String?
    var state: Mail.State?
    var after: String?

    static let inputFields = InputTable<Self> {
        InputField(\.limit, 1...1000, "Largest number of messages; defaults to 100.")
        InputField(\.project, .bytes(256), "ID of a project; defaults to all.")
        InputField(\.state, "The state; defaults to both.")
        InputField(\.after, .bytes(1024), "The `next` of the previous page.")
    }
}

/// Names a message in the outbox.
package struct MailName: InputMessage, Encodable {
    package var id: String?

    package init() {}
    package init(id: String) { self.id = id }

    package static let inputFields = InputTable<Self> {
        InputField(\.id, .bytes(256), "ID of the message.", .required())
    }
}

/// The recipient of a test mail.
package struct TestMail: ResourceMessage, Codable {
    package var address: String?
    package var project: String?

    package init() {}

    package init(address: String, project: String) {
        self.address = address
        self.project = project
    }

    package static let fields = ResourceTable<Self> {
        ResourceField(\.address, .bytes(1024), "Address that it is sent to.", .required)
        ResourceField(\.project, .bytes(256), "ID of the project whose settings it has.", .required)
    }
}
