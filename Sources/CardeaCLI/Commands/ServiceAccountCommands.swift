import CardeaAdminAPI
import CardeaHTTPMessages

struct ServiceAccountList: Command {
    static let name = "list"
    static let summary = "Lists the service accounts of a project."

    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.get, "projects", project.project, "serviceAccounts")
        }
        if project.json { return console.print(json: response.json) }
        let accounts = try response.decode(ServiceAccountListMessage.self).serviceAccounts
        let rows = accounts.map { account in
            [
                account.name, account.email, account.disabled ? "disabled" : "enabled",
                String(account.keys.count), Table.moment(account.createdAt), account.displayName ?? "-",
            ]
        }
        console.print(Table.text([["NAME", "E-MAIL", "STATE", "KEYS", "CREATED", "DISPLAY NAME"]] + rows))
    }
}

struct ServiceAccountShow: Command {
    static let name = "show"
    static let summary = "Shows a service account and the ids of its keys."

    @Argument("The name of the service account.") var account = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.get, "projects", project.project, "serviceAccounts", account)
        }
        try print(response, json: project.json, console)
    }
}

struct ServiceAccountCreate: Command {
    static let name = "create"
    static let summary = "Creates a service account and prints its key file, this once."

    @Argument("The name: 1 to 63 of a–z, 0–9 and -.") var account = ""
    @Option("The purpose of the account, for lists.", value: "TEXT") var displayName: String?
    @Option("Writes the key to a new file that only its owner can read.", value: "FILE") var keyFile: String?
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let message = NewServiceAccountMessage(name: account, displayName: displayName)
        try await KeyFileOutput(path: keyFile).write(console) {
            try await Management.use(data, console) {
                try await $0.send(.post, "projects", project.project, "serviceAccounts", message: message)
            }
        }
    }
}

struct ServiceAccountEnable: Command {
    static let name = "enable"
    static let summary = "Enables a service account."

    @Argument("The name of the service account.") var account = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        try await setDisabled(account, false, data, project, console)
    }
}

struct ServiceAccountDisable: Command {
    static let name = "disable"
    static let summary =
        "Disables a service account; its custom tokens and access tokens stop working at once."

    @Argument("The name of the service account.") var account = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        try await setDisabled(account, true, data, project, console)
    }
}

struct ServiceAccountDelete: Command {
    static let name = "delete"
    static let summary = "Deletes a service account with its keys; they stop working at once."

    @Argument("The name of the service account.") var account = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        _ = try await Management.use(data, console) {
            try await $0.send(.delete, "projects", project.project, "serviceAccounts", account)
        }
        console.print("The service account \(account) is deleted.")
    }
}

struct ServiceAccountAddKey: Command {
    static let name = "add-key"
    static let summary =
        "Adds a key to a service account and prints its key file, this once; older keys keep working."

    @Argument("The name of the service account.") var account = ""
    @Option("Writes the key to a new file that only its owner can read.", value: "FILE") var keyFile: String?
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        try await KeyFileOutput(path: keyFile).write(console) {
            try await Management.use(data, console) {
                try await $0.send(.post, "projects", project.project, "serviceAccounts", account, "keys")
            }
        }
    }
}

struct ServiceAccountRemoveKey: Command {
    static let name = "remove-key"
    static let summary = "Deletes a key of a service account; it stops working at once."

    @Argument("The name of the service account.") var account = ""
    @Argument("The id of the key, as 'service-account show' shows it.") var key = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.delete, "projects", project.project, "serviceAccounts", account, "keys", key)
        }
        try print(response, json: project.json, console)
    }
}

private func setDisabled(
    _ account: String,
    _ isDisabled: Bool,
    _ data: DataOptions,
    _ project: ProjectOptions,
    _ console: Console
) async throws {
    let message = ServiceAccountChangeMessage(disabled: isDisabled)
    let response = try await Management.use(data, console) {
        try await $0.send(.patch, "projects", project.project, "serviceAccounts", account, message: message)
    }
    try print(response, json: project.json, console)
}

private func print(_ response: AdminResponse, json: Bool, _ console: Console) throws {
    if json { return console.print(json: response.json) }
    let account = try response.decode(ServiceAccountMessage.self)
    let facts = [
        ["Name:", account.name], ["Project:", account.project], ["E-mail:", account.email],
        ["Display name:", account.displayName ?? "-"],
        ["State:", account.disabled ? "disabled" : "enabled"], ["Created:", Table.moment(account.createdAt)],
    ]
    let keys = account.keys.map { ["Key:", "\($0.id), created \(Table.moment($0.createdAt))"] }
    console.print(Table.text(facts + keys))
}
