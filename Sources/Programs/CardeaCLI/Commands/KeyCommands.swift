import CardeaAdminAPI
import CardeaHTTPMessages

struct KeysList: Command {
    static let name = "list"
    static let summary = "Lists a project's signing keys and the server's refresh-token keys, newest first."

    @OptionGroup var options = ProjectOptions()

    func run(_ console: Console) async throws {
        let lists = try await Management.use(options.data, console) { management in
            let signing = AdminRequest<KeyList>.get(options.path("keys"))
            let refresh = AdminRequest<KeyList>.get(["refreshTokenKeys"])
            return [try await management.send(signing), try await management.send(refresh)]
        }
        let all = KeyList(keys: try lists.flatMap { try $0.decode(KeyList.self).keys })
        if options.json { return console.print(json: try AdminResponse(encoding: all).json) }
        console.print(all.text)
    }
}

struct KeysRotate: ManagementCommand, IrreversibleCommand {
    static let name = "rotate"
    static let summary = "Creates a key for new tokens; tokens of older keys stay valid."

    @Flag("Rotates the server's refresh-token key instead of the project's signing key.") var refreshTokens
    @Flag(
        "Signs with the new key at once; verifiers that have cached the key set reject its tokens for 5 minutes."
    )
    var now
    @Flag("Retires the older keys at once, if a key has leaked; their tokens become invalid.")
    var retireOthers
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = ProjectOptions()

    var loss: TerminalText? {
        guard retireOthers else { return nil }
        return refreshTokens
            ? "Every user will be signed out: all older refresh tokens will be invalid."
            : "All tokens that were signed before will be invalid."
    }

    var request: AdminRequest<KeyList> {
        let path = refreshTokens ? ["refreshTokenKeys"] : options.path("keys")
        return .post(path, verb: "rotate", KeyRotation(retiringOthers: retireOthers, atOnce: now))
    }

    var warning: TerminalText? {
        guard !refreshTokens, now || retireOthers else { return nil }
        return """
            cardea: warning: the new key signs at once. Verifiers that have cached the key set reject new tokens \
            for up to 5 minutes
            """
    }

    func text(of output: KeyList) -> TerminalText {
        guard let key = output.keys.first, let startsAt = key.startsAt else { return output.text }
        let moment = Table.moment(startsAt) ?? ""
        return TerminalText(
            lines:
                "\(output.text.text)\n\nThe key \(key.id) is published. It signs new tokens from \(moment) on."
        )
    }
}

extension KeyList: Printable {
    var text: TerminalText {
        Table.list(
            "keys",
            ["ID", "STATE", "STARTS", "USE", "ALGORITHM", "CREATED", "SUPERSEDED", "RETIRED"],
            keys.map { key in
                [
                    key.id, key.state, Table.moment(key.startsAt), key.use, key.algorithm,
                    Table.moment(key.createdAt), Table.moment(key.supersededAt), Table.moment(key.retiredAt),
                ]
            }
        )
    }
}
