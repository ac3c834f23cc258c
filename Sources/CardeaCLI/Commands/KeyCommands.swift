import CardeaAdminAPI
import CardeaHTTPMessages

struct KeysList: Command {
    static let name = "list"
    static let summary = "Lists a project's signing keys and the server's refresh-token keys, newest first."

    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let (signing, refresh) = try await Management.use(data, console) { management in
            (
                try await management.send(.get, "projects", project.project, "keys"),
                try await management.send(.get, "refreshTokenKeys")
            )
        }
        let lists = try [signing, refresh].map { try $0.decode(KeyListMessage.self) }
        try print(KeyListMessage(keys: lists.flatMap(\.keys)), json: project.json, console)
    }
}

struct KeysRotate: Command {
    static let name = "rotate"
    static let summary = "Makes new tokens with a new key; older keys still verify theirs."

    @Flag("Rotates the server's refresh-token key instead of the project's signing key.") var refreshTokens
    @Flag("Retires the older keys at once, for keys that have leaked; their tokens stop working.")
    var retireOthers
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let message = RotationMessage(retiringOthers: retireOthers)
        let response = try await Management.use(data, console) { management in
            if refreshTokens {
                try await management.send(.post, "refreshTokenKeys", verb: "rotate", message: message)
            } else {
                try await management.send(
                    .post,
                    "projects",
                    project.project,
                    "keys",
                    verb: "rotate",
                    message: message
                )
            }
        }
        try print(response.decode(KeyListMessage.self), json: project.json, console)
    }
}

private func print(_ list: KeyListMessage, json: Bool, _ console: Console) throws {
    if json { return console.print(json: try AdminResponse(encoding: list).json) }
    let rows = list.keys.map { key in
        [
            key.id, key.use, key.algorithm, Table.moment(key.createdAt), Table.moment(key.supersededAt),
            Table.moment(key.retiredAt),
        ]
    }
    console.print(Table.text([["ID", "USE", "ALGORITHM", "CREATED", "SUPERSEDED", "RETIRED"]] + rows))
}
