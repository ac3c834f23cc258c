import CardeaAdminAPI
import CardeaHTTPMessages

struct ServiceAccountList: ManagementCommand {
    static let name = "list"
    static let summary = "Lists the service accounts of a project."

    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<CardeaAdminAPI.ServiceAccountList> { .get(options.path("serviceAccounts")) }
}

struct ServiceAccountShow: ManagementCommand {
    static let name = "show"
    static let summary = "Shows a service account and the ids of its keys."

    @Argument("The name of the service account.") var account = ""
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<ServiceAccountResource> { .get(options.path("serviceAccounts", account)) }
}

struct ServiceAccountEnable: ManagementCommand {
    static let name = "enable"
    static let summary = "Enables a service account."

    @Argument("The name of the service account.") var account = ""
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<ServiceAccountResource> {
        .change(options.path("serviceAccounts", account)) { $0.disabled = false }
    }
}

struct ServiceAccountDisable: ManagementCommand {
    static let name = "disable"
    static let summary =
        "Disables a service account; its custom tokens and access tokens stop working at once."

    @Argument("The name of the service account.") var account = ""
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<ServiceAccountResource> {
        .change(options.path("serviceAccounts", account)) { $0.disabled = true }
    }
}

struct ServiceAccountDelete: ManagementCommand, IrreversibleCommand {
    static let name = "delete"
    static let summary = "Deletes a service account with its keys; they stop working at once."

    @Argument("The name of the service account.") var account = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = ProjectOptions()

    var loss: TerminalText? { "The service account \(account) will be deleted with its keys." }

    var request: AdminRequest<CardeaAdminAPI.ServiceAccountList> {
        .delete(options.path("serviceAccounts", account))
    }

    func text(of _: CardeaAdminAPI.ServiceAccountList) -> TerminalText {
        "The service account \(account) is deleted."
    }
}

struct ServiceAccountRemoveKey: ManagementCommand, IrreversibleCommand {
    static let name = "remove-key"
    static let summary = "Deletes a key of a service account; it stops working at once."

    @Argument("The name of the service account.") var account = ""
    @Argument("The id of the key, as 'service-account show' shows it.") var key = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = ProjectOptions()

    var loss: TerminalText? { "The key \(key) of the service account \(account) will be deleted." }

    var request: AdminRequest<ServiceAccountResource> {
        .delete(options.path("serviceAccounts", account, "keys", key))
    }
}

struct ServiceAccountCreate: Command {
    static let name = "create"
    static let summary = "Creates a service account and prints its key file; it is not shown again."

    @Argument("The name: 1 to 63 of a–z, 0–9 and -, beginning with a letter.") var account = ""
    @Option("The purpose of the account, for lists.", value: "TEXT") var displayName: String?
    @Option("Writes the key to a new file that only its owner can read.", value: "FILE") var keyFile: String?
    @OptionGroup var options = ProjectOptions()

    func run(_ console: Console) async throws {
        var new = ServiceAccountResource()
        new.name = account
        new.displayName = displayName
        let request = AdminRequest<NoResponse>.post(options.path("serviceAccounts"), new)
        try await KeyFileOutput(path: keyFile).write(console) {
            try await Management.use(options.data, console) { try await $0.send(request) }
        }
    }
}

struct ServiceAccountAddKey: Command {
    static let name = "add-key"
    static let summary =
        "Adds a key to a service account and prints its key file, which is not shown again."

    @Argument("The name of the service account.") var account = ""
    @Option("Writes the key to a new file that only its owner can read.", value: "FILE") var keyFile: String?
    @OptionGroup var options = ProjectOptions()

    func run(_ console: Console) async throws {
        let request = AdminRequest<NoResponse>.post(options.path("serviceAccounts", account, "keys"))
        try await KeyFileOutput(path: keyFile).write(console) {
            try await Management.use(options.data, console) { try await $0.send(request) }
        }
    }
}

extension CardeaAdminAPI.ServiceAccountList: Printable {
    var text: TerminalText {
        Table.list(
            "service accounts",
            ["NAME", "E-MAIL", "STATE", "KEYS", "CREATED", "DISPLAY NAME"],
            serviceAccounts.map { account in
                [
                    account.name, account.email, Table.state(account.disabled),
                    account.keys.map { "\($0.count)" }, Table.moment(account.createdAt), account.displayName,
                ]
            }
        )
    }
}

extension ServiceAccountResource: Printable {
    var text: TerminalText {
        let facts = [
            ("Name:", name), ("Project:", project), ("E-mail:", email), ("Display name:", displayName),
            ("State:", Table.state(disabled)), ("Created:", Table.moment(createdAt)),
        ]
        let keys = (keys ?? []).map {
            ("Key:", Optional("\($0.id), created \(Table.moment($0.createdAt) ?? "-")"))
        }
        return Table.item(facts + keys)
    }
}
