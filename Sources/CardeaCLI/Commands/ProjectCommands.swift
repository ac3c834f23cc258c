import CardeaAdminAPI
import CardeaHTTPMessages

struct ProjectShow: Command {
    static let name = "show"
    static let summary = "Shows a project: its number, API key, issuer and settings."

    @Argument("The project's id; 'default' if it is left out.") var id: String?
    @Options var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let answer = try await Management.use(data, console) {
            try await $0.send(.get, "projects", id ?? "default")
        }
        try print(answer, json: json, console)
    }
}

struct ProjectList: Command {
    static let name = "list"
    static let summary = "Lists the projects."

    @Options var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let answer = try await Management.use(data, console) { try await $0.send(.get, "projects") }
        if json { return console.print(json: answer.json) }
        let rows = try answer.decode(ProjectListMessage.self).projects.map { project in
            [project.id, "\(project.number)", project.apiKey ?? "-", project.issuer]
        }
        console.print(Table.text([["ID", "NUMBER", "API KEY", "ISSUER"]] + rows))
    }
}

struct ProjectCreate: Command {
    static let name = "create"
    static let summary = "Creates a project with a number, an API key and a signing key of its own."

    @Argument("The new project's id.") var id = ""
    @Options var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let answer = try await Management.use(data, console) {
            try await $0.send(.post, "projects", message: NewProjectMessage(id: id))
        }
        try print(answer, json: json, console)
    }
}

struct ProjectSet: Command {
    static let name = "set"
    static let summary = "Changes a setting of a project; 'project show' lists them."
    static let discussion = """
        VALUE is true, false, a number, a word, or none, which brings back the default. Times are seconds,
        but for refreshGrace, which is milliseconds. It holds at once, in a running server too. For example:

          cardea project set accessTokenLifetime 900
          cardea project set allowsSelfSignUp false --project shop
        """

    @Argument("The name of the setting.") var setting = ""
    @Argument("Its new value.") var value = ""
    @Options var data = DataOptions()
    @Options var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let change = ProjectChangeMessage(settings: [setting: SettingValue(value)])
        let answer = try await Management.use(data, console) {
            try await $0.send(.patch, "projects", project.project, message: change)
        }
        try print(answer, json: project.json, console)
    }
}

private func print(_ answer: Answer, json: Bool, _ console: Console) throws {
    if json { return console.print(json: answer.json) }
    console.print(try answer.decode(ProjectMessage.self).table)
}

extension ProjectMessage {
    fileprivate var table: TerminalText {
        let facts = [
            ["id", id], ["number", "\(number)"], ["API keys", apiKeys.joined(separator: ", ")],
            ["issuer", issuer],
            ["created", Table.moment(createdAt)],
        ]
        let rows = settings.sorted { $0.key < $1.key }.map { ["  " + $0.key, $0.value.description] }
        return Table.text(facts + [["settings", ""]] + rows)
    }
}
