import CardeaAdminAPI
import CardeaHTTPMessages

struct AdministratorList: Command {
    static let name = "list"
    static let summary = "Lists the administrators' credentials, without their secrets."

    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) { try await $0.send(.get, "administrators") }
        if json { return console.print(json: response.json) }
        let rows = try response.decode(AdministratorListMessage.self).administrators.map { token in
            [
                token.id, token.name, token.project ?? "all", token.oneTime ? "one use" : "-",
                Table.moment(token.createdAt), Table.moment(token.expiresAt),
            ]
        }
        console.print(Table.text([["ID", "NAME", "PROJECT", "LIMIT", "CREATED", "EXPIRES"]] + rows))
    }
}

struct AdministratorCreate: Command {
    static let name = "create"
    static let summary = "Creates a credential and prints it, this once."

    @Argument("The purpose of the credential, as lists show it.") var name = ""
    @Option("The one project that it opens (default: all).", value: "ID") var project: String?
    @Option("Its lifetime in seconds (default: without end).", value: "SECONDS") var lifetime: Int?
    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let message = NewAdministratorMessage(name: name, project: project, lifetime: lifetime)
        let response = try await Management.use(data, console) {
            try await $0.send(.post, "administrators", message: message)
        }
        if json { return console.print(json: response.json) }
        console.print("\(try response.decode(AdministratorTokenMessage.self).token)")
    }
}

struct AdministratorDelete: Command {
    static let name = "delete"
    static let summary = "Deletes a credential; it stops working at once."

    @Argument("The id of the credential, as 'administrator list' shows it.") var id = ""
    @OptionGroup var data = DataOptions()

    func run(_ console: Console) async throws {
        _ = try await Management.use(data, console) { try await $0.send(.delete, "administrators", id) }
        console.print("The credential \(id) is deleted.")
    }
}
