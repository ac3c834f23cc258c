import CardeaAdminAPI
import CardeaHTTPMessages

struct UserList: Command {
    static let name = "list"
    static let summary = "Lists users, ordered by id."

    @Option("The most users to list, 1000 at most.", value: "N") var limit = 100
    @Option("The id after which to begin.", value: "ID") var after: String?
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let query = "limit=\(limit)" + (after.map { "&after=" + $0.percentEncoded } ?? "")
        let response = try await Management.use(data, console) {
            try await $0.send(.get, "projects", project.project, "users", query: query)
        }
        if project.json { return console.print(json: response.json) }
        let page = try response.decode(UserListMessage.self)
        let rows = page.users.map { user in
            [
                user.id, user.email ?? "-", user.displayName ?? "-", user.disabled ? "disabled" : "enabled",
                Table.moment(user.createdAt), Table.moment(user.lastSignedInAt),
            ]
        }
        console.print(Table.text([["ID", "E-MAIL", "NAME", "STATE", "CREATED", "LAST SIGN-IN"]] + rows))
        if let next = page.next { console.print("More: --after \(next)") }
    }
}

struct UserShow: Command {
    static let name = "show"
    static let summary = "Shows a user."

    @Argument("The user's id, e-mail address, phone number or user name.") var user = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        try await UserTask(data: data, project: project).run(.get, user, console)
    }
}

struct UserEnable: Command {
    static let name = "enable"
    static let summary = "Lets a disabled user sign in again."

    @Argument("The user's id, e-mail address, phone number or user name.") var user = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let task = UserTask(data: data, project: project)
        try await task.run(.patch, user, message: UserChangeMessage(disabled: false), console)
    }
}

struct UserDisable: Command {
    static let name = "disable"
    static let summary = "Disables a user: ends all sessions and rejects sign-ins."

    @Argument("The user's id, e-mail address, phone number or user name.") var user = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let task = UserTask(data: data, project: project)
        try await task.run(.patch, user, message: UserChangeMessage(disabled: true), console)
    }
}

struct UserDelete: Command {
    static let name = "delete"
    static let summary = "Deletes a user with all sessions; it cannot be undone."

    @Argument("The user's id, e-mail address, phone number or user name.") var user = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await UserTask(data: data, project: project).response(.delete, user, console)
        if project.json { return console.print(json: response.json) }
        let deleted = try response.decode(UserMessage.self)
        console.print("The user \(deleted.email ?? deleted.id) is deleted.")
    }
}

/// Something done to one user.
struct UserTask {
    let data: DataOptions
    let project: ProjectOptions

    func run(
        _ method: RequestMethod,
        _ user: String,
        message: UserChangeMessage? = nil,
        _ console: Console
    ) async throws {
        try print(await response(method, user, message: message, console), console)
    }

    func response(
        _ method: RequestMethod,
        _ user: String,
        message: UserChangeMessage? = nil,
        _ console: Console
    ) async throws -> AdminResponse {
        try await Management.use(data, console) {
            try await $0.send(method, "projects", project.project, "users", user, message: message)
        }
    }

    func print(_ response: AdminResponse, _ console: Console) throws {
        if project.json { return console.print(json: response.json) }
        console.print(try response.decode(UserMessage.self).table)
    }
}

extension UserMessage {
    fileprivate var table: TerminalText {
        Table.text([
            ["id", id], ["e-mail", email.map { $0 + (emailVerified ? "" : " (not verified)") } ?? "-"],
            ["user name", userName ?? "-"], ["name", displayName ?? "-"], ["photo", photoURL ?? "-"],
            ["phone", phoneNumber ?? "-"],
            ["password", hasPassword ? "yes" : "no"], ["state", disabled ? "disabled" : "enabled"],
            ["created", Table.moment(createdAt)], ["last sign-in", Table.moment(lastSignedInAt)],
        ])
    }
}
