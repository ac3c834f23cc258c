import CardeaAdminAPI
import CardeaHTTPMessages

struct TenantList: ManagementCommand {
    static let name = "list"
    static let summary = "Lists the tenants of a project."

    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<CardeaAdminAPI.TenantList> { .get(options.path("tenants")) }
}

struct TenantShow: ManagementCommand {
    static let name = "show"
    static let summary = "Shows a tenant with its own settings."

    @Argument("The tenant's id.") var id = ""
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<TenantResource> { .get(options.path("tenants", id)) }
}

struct TenantCreate: ManagementCommand {
    static let name = "create"
    static let summary = "Creates a tenant: a separate user pool of a project."

    @Argument("The new tenant's id (default: made from its name).") var id: String?
    @Option("Its name, for administrators.", value: "NAME") var displayName: String?
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<TenantResource> {
        .create(options.path("tenants")) {
            $0.id = id
            $0.displayName = displayName
        }
    }
}

struct TenantUpdate: ManagementCommand {
    static let name = "update"
    static let summary = "Changes the name or the state of a tenant."
    static let discussion = """
        A disabled tenant rejects all requests and all tokens of its users. For example:

          cardea tenant update blue --disable
        """

    @Argument("The tenant's id.") var id = ""
    @Option("Its new name; an empty text removes it.", value: "NAME") var displayName: String?
    @Flag("Disables it.") var disable
    @Flag("Enables it again.") var enable
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<TenantResource> {
        get throws {
            if disable, enable { throw UsageError("--disable and --enable exclude each other") }
            return .change(options.path("tenants", id)) {
                $0.displayName = displayName
                $0.disabled = disable ? true : enable ? false : nil
            }
        }
    }
}

struct TenantSet: SettingsCommand {
    typealias Output = TenantResource

    static let name = "set"
    static let summary = "Changes settings that a tenant has of its own."
    static let discussion = """
        The settings are those of 'project set' that a tenant can have. With 'none' or 'default' as VALUE, the tenant uses the value of its project
        again. For example:

          cardea tenant set blue signUp.allowed false
        """

    @Argument("The tenant's id.") var id = ""
    @Arguments(SettingPairs.usage, SettingPairs.help, choices: SettingPairs.keys) var setting
    @OptionGroup var options = ProjectOptions()

    static let absent = "that of the project"
    var path: [String] { options.path("tenants", id) }
}

struct TenantDelete: ManagementCommand, IrreversibleCommand {
    static let name = "delete"
    static let summary = "Deletes a tenant with all its users; it cannot be undone."
    static let discussion = """
        The tenant and its users are unavailable at once. The server deletes them from the database in steps. Until it has
        finished, no new tenant can have the same id.
        """

    @Argument("The tenant's id.") var id = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = ProjectOptions()

    var loss: TerminalText? { "The tenant \(id) will be deleted with all its users." }

    var request: AdminRequest<TenantResource> { .delete(options.path("tenants", id)) }

    func text(of tenant: TenantResource) -> TerminalText { "The tenant \(tenant.id ?? id) is deleted." }
}

extension CardeaAdminAPI.TenantList: Printable {
    var text: TerminalText {
        Table.list(
            "tenants",
            ["ID", "NAME", "STATE", "CREATED"],
            tenants.map { tenant in
                [
                    tenant.id, tenant.displayName, Table.state(tenant.disabled),
                    Table.moment(tenant.createdAt),
                ]
            }
        )
    }
}

extension TenantResource: Printable {
    var text: TerminalText {
        Table.item(
            [
                ("id", id), ("project", project), ("name", displayName), ("state", Table.state(disabled)),
                ("created", Table.moment(createdAt)),
            ],
            settings: SettingPairs.rows(ofPart: settings)
        )
    }
}
