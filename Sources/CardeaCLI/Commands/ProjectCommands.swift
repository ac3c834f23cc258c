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
        var new = ProjectResource()
        new.id = id
        return .post(["projects"], new)
    }
}

struct ProjectSet: ManagementCommand {
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

    var request: AdminRequest<ProjectResource> {
        get throws {
            var change = ProjectResource()
            change.settings = try SettingPairs.document(setting)
            return .patch(options.path(), change)
        }
    }

    func text(of project: ProjectResource) throws -> TerminalText {
        try SettingPairs.changes(setting, in: project.settings, from: project.formerSettings, absent: "none")
    }
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
