import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaSecrets

struct AdministratorList: ManagementCommand {
    static let name = "list"
    static let summary = "Lists the administrators' credentials, without their secrets."

    @OptionGroup var options = ServerOptions()

    var request: AdminRequest<CardeaAdminAPI.AdministratorList> { .get(["administrators"]) }
}

struct AdministratorCreate: ManagementCommand {
    static let name = "create"
    static let summary = "Creates a credential and prints it; it is not shown again."

    @Argument("The purpose of the credential, as lists show it.") var name = ""
    @Option("The only project that it may manage (default: all).", value: "ID") var project: String?
    @Option("Its lifetime, such as 12h or 30d, or a number of seconds (default: no expiry).", value: "TIME")
    var lifetime: LengthOfTime?
    @OptionGroup var options = ServerOptions()

    var request: AdminRequest<AdministratorCredential> {
        var new = AdministratorResource()
        new.name = name
        new.project = project
        new.lifetime = lifetime.map { Int64($0.seconds) }
        return .post(["administrators"], new)
    }

    func text(of credential: AdministratorCredential) -> TerminalText { "\(credential.token.reveal())" }
}

struct AdministratorDelete: ManagementCommand, IrreversibleCommand {
    static let name = "delete"
    static let summary = "Deletes a credential; it stops working at once."

    @Argument("The id of the credential, as 'administrator list' shows it.") var id = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = ServerOptions()

    var loss: TerminalText? { "The credential \(id) will be deleted." }

    var request: AdminRequest<CardeaAdminAPI.AdministratorList> { .delete(["administrators", id]) }

    func text(of _: CardeaAdminAPI.AdministratorList) -> TerminalText { "The credential \(id) is deleted." }
}

extension CardeaAdminAPI.AdministratorList: Printable {
    var text: TerminalText {
        Table.list(
            "credentials",
            ["ID", "NAME", "PROJECT", "LIMIT", "CREATED", "EXPIRES"],
            administrators.map { token in
                [
                    token.id, token.name, token.project ?? "all", token.oneTime == true ? "one use" : nil,
                    Table.moment(token.createdAt), Table.moment(token.expiresAt),
                ]
            }
        )
    }
}
