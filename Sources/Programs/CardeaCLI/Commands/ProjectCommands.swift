import CardeaAdminAPI
import CardeaHTTPMessages

struct ProjectShow: ManagementCommand {
    static let name = "show"
    static let summary = "Shows a project: its number, API key, issuer and settings."

    @Argument("The project's id, instead of --project.") var id: String?
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<ProjectResource> { .get(id.map { ["projects", $0] } ?? options.path()) }
}

struct ProjectList: ManagementCommand {
    static let name = "list"
    static let summary = "Lists the projects."

    @OptionGroup var options = ServerOptions()

    var request: AdminRequest<CardeaAdminAPI.ProjectList> { .get(["projects"]) }
}

struct ProjectCreate: ManagementCommand {
    static let name = "create"
    static let summary = "Creates a project with a number, an API key and a signing key of its own."

    @Argument("The new project's id.") var id = ""
    @OptionGroup var options = ServerOptions()

    var request: AdminRequest<ProjectResource> {
        .create(["projects"]) { $0.id = id }
    }
}

struct ProjectSet: SettingsCommand {
    typealias Output = ProjectResource

    static let name = "set"
    static let summary = "Changes settings of a project; 'project show' lists them."
    static let discussion = """
        'none' or 'default' as VALUE restores the default. A change takes effect at once, also in a running server. For example:

          cardea project set tokens.accessTokenLifetime 900
          cardea project set signUp.allowed false passwords.minimumLength 12 --project shop
        """
    static var topics: [HelpSection] {
        [HelpSection("Settings", ProjectResource.settingHelp.map { .init($0.key, $0.text) })]
    }

    @Arguments(SettingPairs.usage, SettingPairs.help, choices: SettingPairs.keys) var setting
    @OptionGroup var options = ProjectOptions()

    static let absent = "none"
    var path: [String] { options.path() }
}

struct ProjectDelete: ManagementCommand, IrreversibleCommand {
    static let name = "delete"
    static let summary = "Deletes a project with all its users and tenants; it cannot be undone."
    static let discussion = """
        Its API keys, apps, service accounts, signing keys and administrators' credentials are invalid at once. The server
        deletes the users from the database in steps. Until it has finished, no new project can have the same id.
        """

    @Argument("The project's id.") var id = ""
    @Flag("Says what would be deleted, and deletes nothing.") var dryRun
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = ServerOptions()

    func run(_ console: Console) async throws {
        guard dryRun else { return try await perform(console) }
        if let loss = try await loss(console) { console.print(loss) }
    }

    var loss: TerminalText? { "The project \(id) will be deleted with all its users and tenants." }

    /// Names the numbers, by which a person notices a wrong project.
    func loss(_ console: Console) async throws -> TerminalText? {
        let path = ["projects", id]
        let count = AdminRequest<UserCountMessage>(path: path + ["users"], verb: "count")
        let list = AdminRequest<CardeaAdminAPI.TenantList>.get(path + ["tenants"])
        return try await Management.use(options.data, console) { management in
            let users = try await management.send(count).decode(UserCountMessage.self).users
            let tenants = try await management.send(list).decode(CardeaAdminAPI.TenantList.self).tenants.count
            return """
                The project \(id) will be deleted with everything in it: \(users) users, and \(tenants) tenants with \
                users of their own.
                """
        }
    }

    var request: AdminRequest<ProjectResource> { .delete(["projects", id]) }

    func text(of project: ProjectResource) -> TerminalText { "The project \(project.id ?? id) is deleted." }
}

struct ProjectAddKey: ManagementCommand {
    static let name = "add-key"
    static let summary = "Adds an API key to a project; the others stay valid."
    static let discussion = """
        To replace a key, add one, give it to the apps, and remove the former one with 'project remove-key'.
        """

    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<ProjectResource> { .post(options.path("apiKeys")) }

    func text(of project: ProjectResource) -> TerminalText { "\(project.apiKeys?.last ?? "")" }
}

struct ProjectRemoveKey: ManagementCommand, IrreversibleCommand {
    static let name = "remove-key"
    static let summary = "Removes an API key of a project; requests with it are rejected at once."

    @Argument("The API key, as 'project show' shows it.") var key = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = ProjectOptions()

    var loss: TerminalText? { "Apps with the API key \(key) will be rejected." }

    var request: AdminRequest<ProjectResource> { .delete(options.path("apiKeys", key)) }

    func text(of _: ProjectResource) -> TerminalText { "The API key \(key) is removed." }
}

extension CardeaAdminAPI.ProjectList: Printable {
    var text: TerminalText {
        Table.list(
            "projects",
            ["ID", "NUMBER", "API KEY", "ISSUER"],
            projects.map { [$0.id, $0.number.map(String.init), $0.apiKey, $0.issuer] }
        )
    }
}

extension ProjectResource: Printable {
    var text: TerminalText {
        Table.item(
            [
                ("id", id), ("number", number.map(String.init)),
                ("API keys", apiKeys?.joined(separator: ", ")), ("issuer", issuer),
                ("created", Table.moment(createdAt)),
            ],
            settings: SettingPairs.rows(ofProject: settings)
        )
    }
}
