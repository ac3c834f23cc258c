import CardeaAdminAPI
import CardeaHTTPMessages

struct AppList: Command {
    static let name = "list"
    static let summary = "Lists the apps of a project."

    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.get, "projects", project.project, "apps")
        }
        if project.json { return console.print(json: response.json) }
        let rows = try response.decode(AppListMessage.self).apps.map { app in
            [app.id, app.displayName, app.kind, app.apiKey ?? "-", Table.moment(app.createdAt)]
        }
        console.print(Table.text([["ID", "NAME", "KIND", "API KEY", "CREATED"]] + rows))
    }
}

struct AppShow: Command {
    static let name = "show"
    static let summary = "Shows an app with its API key and the settings that it has of its own."

    @Argument("The app's id, which is its client ID in OAuth.") var id = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.get, "projects", project.project, "apps", id)
        }
        try print(response, json: project.json, console)
    }
}

struct AppCreate: Command {
    static let name = "create"
    static let summary =
        "Creates an app with an API key and a client ID; a back end gets a secret, shown this once."

    @Argument("The app's name, for administrators.") var displayName = ""
    @Option("web, ios, android, desktop, or server for a back end.", value: "KIND") var kind = "web"
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let message = NewAppMessage(kind: kind, displayName: displayName)
        let response = try await Management.use(data, console) {
            try await $0.send(.post, "projects", project.project, "apps", message: message)
        }
        try print(response, json: project.json, console)
    }
}

struct AppDelete: Command {
    static let name = "delete"
    static let summary = "Deletes an app; its API key and its client ID stop working at once."

    @Argument("The app's id.") var id = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.delete, "projects", project.project, "apps", id)
        }
        if project.json { return console.print(json: response.json) }
        console.print("The app \(try response.decode(AppMessage.self).id) is deleted.")
    }
}

private func print(_ response: AdminResponse, json: Bool, _ console: Console) throws {
    if json { return console.print(json: response.json) }
    console.print(try response.decode(AppMessage.self).table)
}

extension AppMessage {
    fileprivate var table: TerminalText {
        var facts = [
            ["id", id], ["project", project], ["name", displayName], ["kind", kind],
            ["API key", apiKey ?? "-"],
            ["secret", secret ?? (hasSecret ? "not shown again" : "-")],
        ]
        facts.append(["created", Table.moment(createdAt)])
        return Table.text(facts + Table.settings(settings))
    }
}
