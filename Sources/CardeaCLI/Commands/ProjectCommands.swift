import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaSettings

struct ProjectShow: Command {
    static let name = "show"
    static let summary = "Shows a project: its number, API key, issuer and settings."

    @Argument("The project's id; 'default' if it is left out.") var id: String?
    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.get, "projects", id ?? "default")
        }
        try print(response, json: json, console)
    }
}

struct ProjectList: Command {
    static let name = "list"
    static let summary = "Lists the projects."

    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) { try await $0.send(.get, "projects") }
        if json { return console.print(json: response.json) }
        let rows = try response.decode(ProjectListMessage.self).projects.map { project in
            [project.id, "\(project.number)", project.apiKey ?? "-", project.issuer]
        }
        console.print(Table.text([["ID", "NUMBER", "API KEY", "ISSUER"]] + rows))
    }
}

struct ProjectCreate: Command {
    static let name = "create"
    static let summary = "Creates a project with a number, an API key and a signing key of its own."

    @Argument("The new project's id.") var id = ""
    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.post, "projects", message: NewProjectMessage(id: id))
        }
        try print(response, json: json, console)
    }
}

struct ProjectSet: Command {
    static let name = "set"
    static let summary = "Changes a setting of a project; 'project show' lists them."
    static var discussion: String {
        """
        'none' or 'default' as VALUE brings the default back. A change holds at once, in a running server too. For example:

          cardea project set tokens.accessTokenLifetime 900
          cardea project set signUp.allowed false --project shop

        \(SettingsMessage.help.map { "\($0.key)\n    \($0.text)" }.joined(separator: "\n"))
        """
    }

    @Argument("The key of the setting.") var setting = ""
    @Argument("Its new value.") var value = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let change = try SettingsMessage(changing: setting, to: value)
        let response = try await Management.use(data, console) {
            try await $0.send(.patch, "projects", project.project, message: change)
        }
        try print(response, json: project.json, console)
    }
}

private func print(_ response: AdminResponse, json: Bool, _ console: Console) throws {
    if json { return console.print(json: response.json) }
    console.print(try response.decode(ProjectMessage.self).table)
}

extension ProjectMessage {
    fileprivate var table: TerminalText {
        let facts = [
            ["id", id], ["number", "\(number)"], ["API keys", apiKeys.joined(separator: ", ")],
            ["issuer", issuer],
            ["created", Table.moment(createdAt)],
        ]
        return Table.text(facts + Table.settings(settings))
    }
}
