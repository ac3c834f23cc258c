import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaSettings

struct TenantList: Command {
    static let name = "list"
    static let summary = "Lists the tenants of a project."

    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.get, "projects", project.project, "tenants")
        }
        if project.json { return console.print(json: response.json) }
        let rows = try response.decode(TenantListMessage.self).tenants.map { tenant in
            [
                tenant.id, tenant.displayName ?? "-", tenant.disabled ? "disabled" : "enabled",
                Table.moment(tenant.createdAt),
            ]
        }
        console.print(Table.text([["ID", "NAME", "STATE", "CREATED"]] + rows))
    }
}

struct TenantShow: Command {
    static let name = "show"
    static let summary = "Shows a tenant with the settings that it has of its own."

    @Argument("The tenant's id.") var id = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.get, "projects", project.project, "tenants", id)
        }
        try print(response, json: project.json, console)
    }
}

struct TenantCreate: Command {
    static let name = "create"
    static let summary = "Creates a tenant: a separate user pool of a project."

    @Argument("The new tenant's id; made from its name if it is left out.") var id: String?
    @Option("Its name, for administrators.", value: "NAME") var displayName: String?
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let message = NewTenantMessage(id: id, displayName: displayName)
        let response = try await Management.use(data, console) {
            try await $0.send(.post, "projects", project.project, "tenants", message: message)
        }
        try print(response, json: project.json, console)
    }
}

struct TenantUpdate: Command {
    static let name = "update"
    static let summary = "Changes the name or the state of a tenant, or a setting that it has of its own."
    static let discussion = """
        A disabled tenant rejects all requests and all tokens of its users. The settings are those of 'project set'. 'none' or
        'default' as VALUE brings the project's value back. For example:

          cardea tenant update blue --disable
          cardea tenant update blue --setting signUp.allowed --value false
        """

    @Argument("The tenant's id.") var id = ""
    @Option("Its new name; an empty text removes it.", value: "NAME") var displayName: String?
    @Flag("Disables it.") var disable
    @Flag("Enables it again.") var enable
    @Option("The key of a setting.", value: "KEY") var setting: String?
    @Option("The setting's new value.", value: "VALUE") var value: String?
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let message = try change
        let response = try await Management.use(data, console) {
            try await $0.send(.patch, "projects", project.project, "tenants", id, message: message)
        }
        try print(response, json: project.json, console)
    }

    private var change: TenantChangeMessage {
        get throws {
            if disable, enable { throw UsageError("--disable and --enable exclude each other") }
            guard (setting == nil) == (value == nil) else {
                throw UsageError("--setting and --value belong together")
            }
            var settings: SettingTree?
            if let setting, let value {
                settings = try SettingsMessage(changing: setting, to: value).settings
            }
            return TenantChangeMessage(
                displayName: displayName,
                disabled: disable ? true : enable ? false : nil,
                settings: settings
            )
        }
    }
}

struct TenantDelete: Command {
    static let name = "delete"
    static let summary = "Deletes a tenant with all its users; it cannot be undone."

    @Argument("The tenant's id.") var id = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.delete, "projects", project.project, "tenants", id)
        }
        if project.json { return console.print(json: response.json) }
        console.print("The tenant \(try response.decode(TenantMessage.self).id) is deleted.")
    }
}

private func print(_ response: AdminResponse, json: Bool, _ console: Console) throws {
    if json { return console.print(json: response.json) }
    console.print(try response.decode(TenantMessage.self).table)
}

extension TenantMessage {
    fileprivate var table: TerminalText {
        let facts = [
            ["id", id], ["project", project], ["name", displayName ?? "-"],
            ["state", disabled ? "disabled" : "enabled"], ["created", Table.moment(createdAt)],
        ]
        return Table.text(facts + Table.settings(settings))
    }
}
