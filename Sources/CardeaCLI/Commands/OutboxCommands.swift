import CardeaAdminAPI
import CardeaHTTPMessages

struct OutboxList: Command {
    static let name = "list"
    static let summary = "Lists the messages that wait, and those that were given up (dead), oldest first."

    @Option("The project's id; all projects if it is left out.", value: "ID") var project: String?
    @Option("pending or dead; both if it is left out.", value: "STATE") var state: String?
    @Option("The most messages to list, 1000 at most.", value: "N") var limit = 100
    @Option("The place behind which to begin.", value: "PLACE") var after: String?
    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let items: [(String, String?)] = [
            ("limit", "\(limit)"), ("project", project), ("state", state), ("after", after),
        ]
        let query = items.compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
        let response = try await Management.use(data, console) {
            try await $0.send(.get, "outbox", query: query.joined(separator: "&"))
        }
        if json { return console.print(json: response.json) }
        let page = try response.decode(MailListMessage.self)
        let rows = page.mails.map { mail in
            [
                mail.id, mail.channel, mail.state, mail.project, mail.purpose, mail.recipient,
                "\(mail.attempts)",
                Table.moment(mail.createdAt), Table.moment(mail.nextAttemptAt),
            ]
        }
        let heading = [
            "ID", "CHANNEL", "STATE", "PROJECT", "PURPOSE", "RECIPIENT", "ATTEMPTS", "CREATED",
            "NEXT ATTEMPT",
        ]
        console.print(Table.text([heading] + rows))
        if let next = page.next { console.print("More: --after \(next)") }
    }
}

struct OutboxShow: Command {
    static let name = "show"
    static let summary = "Shows a message and why its last attempt failed; never its link or its code."

    @Argument("The message's id.") var id = ""
    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) { try await $0.send(.get, "outbox", id) }
        try print(response, json: json, console)
    }
}

struct OutboxRetry: Command {
    static let name = "retry"
    static let summary = "Sends a message at once, also one that was given up, unless its code has expired."

    @Argument("The message's id.") var id = ""
    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.post, "outbox", verb: "retry", message: MailIDMessage(id: id))
        }
        try print(response, json: json, console)
    }
}

struct OutboxDelete: Command {
    static let name = "delete"
    static let summary = "Deletes a message; it is not sent then."

    @Argument("The message's id.") var id = ""
    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) { try await $0.send(.delete, "outbox", id) }
        try print(response, json: json, console)
    }
}

struct MailTest: Command {
    static let name = "test"
    static let summary = "Sends a test mail, and says what is wrong if the mail server does not accept it."

    @Argument("The address that it is sent to.") var address = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let message = TestMailMessage(address: address, project: project.project)
        let response = try await Management.use(data, console) {
            try await $0.send(.post, "mail", verb: "test", message: message)
        }
        if project.json { return console.print(json: response.json) }
        console.print("The mail server accepted the message to \(address).")
    }
}

private func print(_ response: AdminResponse, json: Bool, _ console: Console) throws {
    if json { return console.print(json: response.json) }
    let mail = try response.decode(MailItemMessage.self)
    let rows = [
        ["id", mail.id], ["channel", mail.channel], ["state", mail.state], ["project", mail.project],
        ["tenant", mail.tenant ?? "-"],
        ["purpose", mail.purpose], ["recipient", mail.recipient], ["language", mail.language ?? "-"],
        ["attempts", "\(mail.attempts)"], ["created", Table.moment(mail.createdAt)],
        ["code expires", Table.moment(mail.expiresAt)], ["next attempt", Table.moment(mail.nextAttemptAt)],
        ["last error", mail.lastError ?? "-"],
    ]
    console.print(Table.text(rows))
}
