import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaOperatingSystem
import CardeaSecrets

struct ProviderList: ManagementCommand {
    static let name = "list"
    static let summary = "Lists the identity providers of a project or a tenant."

    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<CardeaAdminAPI.ProviderList> { .get(options.path("providers")) }
}

struct ProviderShow: ManagementCommand {
    static let name = "show"
    static let summary =
        "Shows an identity provider, and the redirect URL to register there; its secret is never shown."

    @Argument("The provider's id.") var provider = ""
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<ProviderResource> { .get(options.path("providers", provider)) }
}

struct ProviderSet: ManagementCommand {
    static let name = "set"
    static let summary = "Configures an identity provider, or changes it."
    static let discussion = """
        PROVIDER is google.com, apple.com, microsoft.com, yahoo.com, facebook.com, github.com, twitter.com, linkedin.com,
        kakao.com, naver.com, line.me, wechat.com, or oidc.NAME for any other OpenID provider.
        Values without an option do not change; an empty text removes a value. Separate the elements of lists by commas. For example:

          cardea provider set google.com --client-id 42.apps.googleusercontent.com --secret-file google.secret
          cardea provider set oidc.acme --issuer https://id.acme.example --client-id cardea --email-domains acme.example
          cardea provider set apple.com --client-id com.example.web --audiences com.example.app --team-id A1B2C3D4E5 --key-id F6G7H8I9J0 --secret-file AuthKey_F6G7H8I9J0.p8
        """

    @Argument("The provider's id.") var provider = ""
    @Option("The client's ID at the provider.", value: "ID") var clientId: String?
    @Option("The file with the client's secret, or with its private key.", value: "FILE")
    var secretFile: String?
    @Option("The issuer of an oidc. provider, an https URL.", value: "URL") var issuer: String?
    @Option("Further audiences of ID tokens: the IDs of native apps.", value: "LIST") var audiences: String?
    @Option("The team at Apple.", value: "ID") var teamId: String?
    @Option("The private key at Apple.", value: "ID") var keyId: String?
    @Option("Further scopes to request.", value: "LIST") var scopes: String?
    @Option("Domains of e-mail addresses that the provider owns; verified ones are trusted.", value: "LIST")
    var emailDomains: String?
    @Option("A name for lists.", value: "TEXT") var displayName: String?
    @Option("Whether clients may send tokens that they obtained themselves.", value: "BOOL")
    var idTokens: Bool?
    @Option("Whether the redirect flow may be used.", value: "BOOL") var codes: Bool?
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<ProviderResource> {
        get throws {
            var changes = ProviderResource()
            changes.provider = provider
            changes.clientID = clientId
            changes.issuer = issuer
            changes.audiences = audiences.map(Self.elements)
            changes.teamID = teamId
            changes.keyID = keyId
            changes.scopes = scopes.map(Self.elements)
            changes.emailDomains = emailDomains.map(Self.elements)
            changes.displayName = displayName
            changes.idTokens = idTokens
            changes.codes = codes
            return .post(options.path("providers"), verb: "set", changes)
        }
    }

    func request(_ console: Console) throws -> AdminRequest<ProviderResource> {
        var request = try request
        guard let secretFile, var changes = request.message as? ProviderResource else { return request }
        changes.secret = try Self.secret(in: secretFile, console)
        request.message = changes
        return request
    }

    var warning: TerminalText? {
        guard let secretFile, let status = try? FileStatus(of: secretFile), status.mode & 0o007 != 0 else {
            return nil
        }
        return "cardea: warning: other users can open \(secretFile). Run: chmod 600 \(secretFile)"
    }

    /// The content of a file without the line breaks at its end, or a line that is typed; nothing for an empty name.
    private static func secret(in file: String, _ console: Console) throws(UsageError) -> Secret {
        if file.isEmpty { return "" }
        if SecretInput.isTyped(file) {
            return try SecretInput(path: file, option: "--secret-file").secret(console, name: "Secret")
        }
        let text = try NamedFile.text(file, of: "--secret-file")
        let secret = String(text.reversed().drop { $0.isNewline }.reversed())
        guard !secret.isEmpty else { throw UsageError("--secret-file: \(file) is empty") }
        return Secret(secret)
    }

    private static func elements(of list: String) -> [String] {
        list.split(separator: ",").map { String($0.trimmingPrefix(" ")) }
    }
}

struct ProviderEnable: ManagementCommand {
    static let name = "enable"
    static let summary = "Lets users sign in with an identity provider."

    @Argument("The provider's id.") var provider = ""
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<ProviderResource> { .enabling(provider, true, options) }
}

struct ProviderDisable: ManagementCommand {
    static let name = "disable"
    static let summary = "Rejects each sign-in with an identity provider; users and their sessions stay."

    @Argument("The provider's id.") var provider = ""
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<ProviderResource> { .enabling(provider, false, options) }
}

struct ProviderDelete: ManagementCommand, IrreversibleCommand {
    static let name = "delete"
    static let summary = "Deletes the configuration of an identity provider with its secret."

    @Argument("The provider's id.") var provider = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = PoolOptions()

    var loss: TerminalText? { "The configuration of \(provider) will be deleted with its secret." }

    var request: AdminRequest<CardeaAdminAPI.ProviderList> { .delete(options.path("providers", provider)) }

    func text(of _: CardeaAdminAPI.ProviderList) -> TerminalText {
        "The configuration of \(provider) is deleted."
    }
}

struct ProviderTest: ManagementCommand {
    static let name = "test"
    static let summary = "Tests the sign-in with an identity provider, and reports errors."
    static let discussion = """
        The server reads the discovery document and the keys anew, and opens the provider's page. It sends an invalid
        code, to find out whether the provider accepts the client. It signs nobody in.
        """

    @Argument("The provider's id.") var provider = ""
    @Option("A file with an ID token to verify.", value: "FILE") var idTokenFile: String?
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<ProviderTrialResource> {
        get throws {
            .post(options.path("providers", provider), verb: "test", ProviderTrialRequest())
        }
    }

    func request(_ console: Console) throws -> AdminRequest<ProviderTrialResource> {
        var request = try request
        guard let idTokenFile else { return request }
        let option = "--id-token-file"
        var trial = ProviderTrialRequest()
        trial.idToken =
            SecretInput.isTyped(idTokenFile)
            ? try SecretInput(path: idTokenFile, option: option).secret(console, name: "ID token")
            : Secret(try NamedFile.text(idTokenFile, of: option).filter { !$0.isWhitespace })
        request.message = trial
        return request
    }

    func text(of trial: ProviderTrialResource) -> TerminalText {
        Table.text(trial.checks.map { [$0.result, $0.name, $0.explanation] })
    }

    func failure(of trial: ProviderTrialResource) -> CommandFailure? {
        trial.checks.contains { $0.result == "failed" }
            ? CommandFailure("the test of \(provider) has failed") : nil
    }
}

extension AdminRequest<ProviderResource> {
    fileprivate static func enabling(_ provider: String, _ isEnabled: Bool, _ options: PoolOptions) -> Self {
        var change = ProviderResource()
        change.provider = provider
        change.enabled = isEnabled
        return .post(options.path("providers"), verb: "set", change)
    }
}

extension CardeaAdminAPI.ProviderList: Printable {
    var text: TerminalText {
        Table.list(
            "configured providers",
            ["PROVIDER", "STATE", "CLIENT", "SECRET", "NAME"],
            providers.map { provider in
                [
                    provider.provider, Table.state(provider.enabled.map { !$0 }), provider.clientID,
                    provider.hasSecret == true ? "stored" : nil, provider.displayName,
                ]
            }
        )
    }
}

extension ProviderResource: Printable {
    var text: TerminalText {
        func list(_ elements: [String]?) -> String? {
            elements.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") }
        }
        func flag(_ value: Bool?) -> String? { value.map { $0 ? "yes" : "no" } }
        return Table.item([
            ("provider", provider), ("project", project), ("tenant", tenant), ("name", displayName),
            ("state", configured == false ? "not configured" : Table.state(enabled.map { !$0 })),
            ("client", clientID),
            ("secret", hasSecret == true ? "stored, not shown" : nil), ("issuer", issuer),
            ("audiences", list(audiences)), ("team", teamID), ("key", keyID), ("scopes", list(scopes)),
            ("e-mail domains", list(emailDomains)), ("tokens of clients", flag(idTokens)),
            ("redirect flow", flag(codes)), ("redirect URL", redirectURL),
            ("created", Table.moment(createdAt)),
        ])
    }
}
