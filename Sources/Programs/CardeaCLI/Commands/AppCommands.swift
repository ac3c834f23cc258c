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
        .create(options.path("apps")) {
            $0.kind = kind
            $0.displayName = displayName
        }
    }
}

struct AppUpdate: ManagementCommand {
    static let name = "update"
    static let summary = "Changes the name of an app."

    @Argument("The app's id.") var id = ""
    @Option("Its new name.", value: "NAME") var displayName: String?
    @OptionGroup var options = ProjectOptions()

    var request: AdminRequest<AppResource> {
        .change(options.path("apps", id)) { $0.displayName = displayName }
    }
}

struct AppSet: SettingsCommand {
    typealias Output = AppResource

    static let name = "set"
    static let summary = "Changes settings that an app has of its own."
    static let discussion = """
        The settings are those of 'project set' that an app can have. With 'none' or 'default' as VALUE, the app uses the value of its tenant or project
        again. For example:

          cardea app set cdc_4fT… tokens.accessTokenLifetime 900
        """

    @Argument("The app's id.") var id = ""
    @Arguments(SettingPairs.usage, SettingPairs.help, choices: SettingPairs.keys) var setting
    @OptionGroup var options = ProjectOptions()

    static let absent = "that of the project"
    var path: [String] { options.path("apps", id) }
}

struct AppNewSecret: ManagementCommand, IrreversibleCommand {
    static let name = "new-secret"
    static let summary =
        "Gives a back end a new secret and prints it; it is not shown again. The client ID stays."

    @Argument("The app's id.") var id = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = ProjectOptions()

    var loss: TerminalText? { "The present secret of the app \(id) will be invalid at once." }

    var request: AdminRequest<AppResource> { .post(options.path("apps", id), verb: "newSecret") }

    func text(of app: AppResource) -> TerminalText { "\(app.secret?.reveal() ?? "")" }
}

struct AppDelete: ManagementCommand, IrreversibleCommand {
    static let name = "delete"
    static let summary = "Deletes an app; its API key and its client ID stop working at once."
    static let discussion = """
        Tokens of its sessions are rejected at once. The sessions stay in the database until they expire.
        """

    @Argument("The app's id.") var id = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = ProjectOptions()

    var loss: TerminalText? { "The app \(id) will be deleted, and its sessions will end." }

    var request: AdminRequest<AppResource> { .delete(options.path("apps", id)) }

    func text(of app: AppResource) -> TerminalText { "The app \(app.id ?? id) is deleted." }
}

extension CardeaAdminAPI.AppList: Printable {
    var text: TerminalText {
        Table.list(
            "apps",
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
            settings: SettingPairs.rows(ofPart: settings)
        )
    }
}
