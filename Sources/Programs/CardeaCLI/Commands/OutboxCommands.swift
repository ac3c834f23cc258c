import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService

struct OutboxList: ManagementCommand {
    static let name = "list"
    static let summary = "Lists the messages that wait (pending) or are not tried again (dead), oldest first."

    @Option("The project's id (default: all projects).", value: "ID") var project: String?
    @Option("pending or dead (default: both).", value: "STATE") var state: Mail.State?
    @Option("The largest number of messages, 1000 at most.", value: "N") var limit = 100
    @Option("The position after which the list begins.", value: "PLACE") var after: String?
    @OptionGroup var options = ServerOptions()

    var request: AdminRequest<MailList> {
        .get(
            ["outbox"],
            query: [
                ("limit", "\(limit)"), ("project", project), ("state", state?.rawValue), ("after", after),
            ]
        )
    }
}

struct OutboxShow: ManagementCommand {
    static let name = "show"
    static let summary = "Shows a message and why its last attempt failed; never its link or its code."

    @Argument("The message's id.") var id = ""
    @OptionGroup var options = ServerOptions()

    var request: AdminRequest<MailResource> { .get(["outbox", id]) }
}

struct OutboxRetry: ManagementCommand {
    static let name = "retry"
    static let summary =
        "Sends a message at once, also a dead one, unless it is being sent or has expired."

    @Argument("The message's id.") var id = ""
    @OptionGroup var options = ServerOptions()

    var request: AdminRequest<MailResource> { .post(["outbox"], verb: "retry", MailName(id: id)) }
}

struct OutboxDelete: ManagementCommand, IrreversibleCommand {
    static let name = "delete"
    static let summary = "Deletes a message; it is not sent then."

    @Argument("The message's id.") var id = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = ServerOptions()

    var loss: TerminalText? { "The message \(id) will be deleted, and not sent." }

    var request: AdminRequest<MailResource> { .delete(["outbox", id]) }

    func text(of deleted: MailResource) -> TerminalText {
        "The message \(deleted.id) to \(deleted.recipient) is deleted."
    }
}

struct MailTest: ManagementCommand {
    static let name = "test"
    static let summary = "Sends a test mail, and reports why the mail server did not accept it."

    @Argument("The address that it is sent to.") var address = ""
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<TestMail> {
        .post(["mail"], verb: "test", TestMail(address: address, project: options.project))
    }

    func text(of _: TestMail) -> TerminalText { "The mail server accepted the message to \(address)." }
}

extension MailList: Printable {
    var text: TerminalText {
        Table.list(
            "messages",
            [
                "ID", "STATE", "RECIPIENT", "PURPOSE", "ATTEMPTS", "NEXT ATTEMPT", "CHANNEL", "PROJECT",
                "CREATED",
            ],
            mails.map { mail in
                [
                    mail.id, mail.state.rawValue, mail.recipient, mail.purpose, "\(mail.attempts)",
                    Table.moment(mail.nextAttemptAt), mail.channel.rawValue, mail.project,
                    Table.moment(mail.createdAt),
                ]
            },
            more: next.map { "--after \($0)" }
        )
    }
}

extension MailResource: Printable {
    var text: TerminalText {
        Table.item([
            ("id", id), ("channel", channel.rawValue), ("state", state.rawValue), ("project", project),
            ("tenant", tenant), ("purpose", purpose), ("recipient", recipient), ("language", language),
            ("attempts", "\(attempts)"), ("created", Table.moment(createdAt)),
            ("code expires", Table.moment(expiresAt)), ("next attempt", Table.moment(nextAttemptAt)),
            ("last error", lastError),
        ])
    }
}
