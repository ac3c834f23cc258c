import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaSecrets

struct AppList: ManagementCommand {
    static let name = "list"
    static let summary = "Lists the apps of a project."

    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<CardeaAdminAPI.AppList> { .get(options.path("apps")) }
}

struct AppShow: ManagementCommand {
    static let name = "show"
    static let summary = "Shows an app with its API key and its own settings."

    @Argument("The app's id, which is its client ID in OAuth.") var id = ""
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<AppResource> { .get(options.path("apps", id)) }
}

struct AppCreate: ManagementCommand {
    static let name = "create"
    static let summary =
        "Creates an app with an API key and a client ID; a back end also gets a secret, which is not shown again."

    @Argument("The app's name, for administrators.") var displayName = ""
    @Option("web, ios, android, desktop, or server for a back end.", value: "KIND") var kind = App.Kind.web
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<AppResource> {
        var new = AppResource()
        new.kind = kind
        new.displayName = displayName
        return .post(options.path("apps"), new)
    }
}

struct AppUpdate: ManagementCommand {
    static let name = "update"
    static let summary = "Changes the name of an app, or one of its own settings."
    static let discussion = """
        The settings are those of 'project set' that an app can have. With 'none' or 'default' as VALUE,
        the app uses the value of its tenant or project again. For example:

          cardea app update cdc_4fT… --setting tokens.accessTokenLifetime --value 900
        """

    @Argument("The app's id.") var id = ""
    @Option("Its new name.", value: "NAME") var displayName: String?
    @OptionGroup var setting = SettingChange()
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<AppResource> {
        get throws {
            var changes = AppResource()
            changes.displayName = displayName
            changes.settings = try setting.settings
            return .patch(options.path("apps", id), changes)
        }
    }
}

struct AppDelete: ManagementCommand {
    static let name = "delete"
    static let summary = "Deletes an app; its API key and its client ID stop working at once."
    static let discussion = """
        Tokens of its sessions are rejected at once. The sessions stay in the database until they expire.
        """

    @Argument("The app's id.") var id = ""
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<AppResource> { .delete(options.path("apps", id)) }

    func text(of app: AppResource) -> TerminalText { "The app \(app.id ?? id) is deleted." }
}

extension CardeaAdminAPI.AppList: Printable {
    var text: TerminalText {
        Table.list(
            ["ID", "NAME", "KIND", "API KEY", "CREATED"],
            apps.map { app in
                [app.id, app.displayName, app.kind?.rawValue, app.apiKey, Table.moment(app.createdAt)]
            }
        )
    }
}

extension AppResource: Printable {
    var text: TerminalText {
        Table.item(
            [
                ("id", id), ("project", project), ("name", displayName), ("kind", kind?.rawValue),
                ("API key", apiKey),
                ("secret", secret?.reveal() ?? (hasSecret == true ? "not shown again" : nil)),
                ("created", Table.moment(createdAt)),
            ],
            settings: settings
        )
    }
}
