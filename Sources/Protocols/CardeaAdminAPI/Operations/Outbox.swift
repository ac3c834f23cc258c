import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// The mails and text messages that wait, and those that were given up.
extension AdminOperation {
    private static var outbox: [String] { ["/outbox"] }
    private static var message: [String] { ["/outbox/{message}"] }

    static var listMails: Self {
        Operation(
            "outbox.list",
            "Lists the messages in the outbox, oldest first.",
            .get,
            outbox,
            errors: [.notFound]
        ) { (call, message: MailPageRequest) in
            var search = MailSearch(limit: Int(message.limit ?? 100))
            search.project = try message.project.map { try call.project(named: $0).id }
            search.state = message.state
            search.after = try message.after.map(MailPlace.init(page:))
            let entries = try await call.services.outbox.entries(search)
            let last = entries.count == search.limit ? entries.last : nil
            return MailList(mails: entries.map(MailResource.init), next: last.map(\.page))
        }
    }

    static var getMail: Self {
        Operation(
            "outbox.get",
            "Returns a message, without its link or its code.",
            .get,
            message,
            errors: [.notFound]
        ) { (call, _: NoInput) in MailResource(try await call.services.outbox.entry(call["message"])) }
    }

    static var deleteMail: Self {
        Operation(
            "outbox.delete",
            "Deletes a message before it is sent, and returns its last state.",
            .delete,
            message,
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            MailResource(try await call.services.outbox.deleteEntry(call["message"], by: call.actor))
        }
    }

    static var retryMail: Self {
        Operation(
            "outbox.retry",
            "Makes a message due at once, also a dead one, unless it is being sent or has expired.",
            .post,
            outbox.map { $0 + ":retry" },
            errors: [.notFound, .conflict]
        ) { (call, message: MailName) in
            MailResource(
                try await call.services.outbox.retryEntry(try message.id.required("id"), by: call.actor)
            )
        }
    }

    static var sendTestMail: Self {
        Operation(
            "mail.test",
            "Sends a test mail at once, without the outbox.",
            .post,
            ["/mail:test"],
            errors: [.notFound, .conflict]
        ) { (call, message: TestMail) in
            let project = try call.project(named: try message.project.required("project"))
            try await call.services.outbox.sendTest(
                to: try message.address.required("address"),
                project: project
            )
            return message
        }
    }
}

extension OutboxEntry {
    /// The `after` of the page behind this message.
    fileprivate var page: String { "\(message.createdAt.milliseconds).\(id)" }
}

extension MailPlace {
    fileprivate init(page: String) throws(AdminError) {
        let parts = page.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let time = Int64(parts[0]) else {
            throw AdminError(.badRequest, "'after' must be the 'next' of a page")
        }
        self.init(createdAt: Timestamp(milliseconds: time), id: MailID(rawValue: String(parts[1])))
    }
}
