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
    static let summary = "Changes a setting of a project; 'project show' lists them."
    static let discussion = """
        'none' or 'default' as VALUE restores the default. A change takes effect at once, also in a running server. For example:

          cardea project set tokens.accessTokenLifetime 900
          cardea project set signUp.allowed false --project shop
        """
    static var topics: [HelpSection] {
        [HelpSection("Settings", ProjectResource.settingHelp.map { .init($0.key, $0.text) })]
    }

    @Argument("The key of the setting.") var setting = ""
    @Argument("Its new value.") var value = ""
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<ProjectResource> {
        get throws { .patch(options.path(), try ProjectResource(changing: setting, to: value)) }
    }
}

extension CardeaAdminAPI.ProjectList: Printable {
    var text: TerminalText {
        Table.list(
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
            settings: settings
        )
    }
}
