import Foundation
import Testing

/// Google's JavaScript SDK in Debian's Chromium: `Scripts/python-clients` installs what drives them, and builds the SDK.
@Suite(
    "Google's JavaScript SDK in Chromium",
    .enabled(if: JavaScriptSDK.isInstalled, "the SDK, Chromium and its driver are needed"),
    .serialized,
    .timeLimit(.minutes(10))
)
struct JavaScriptSDKTests {
    @Test(
        "passwords, persistence over a reload, guests and profiles work against the emulator (K1, K3, U4, U8, U9)"
    )
    func emulatedAccounts() async throws {
        try await JavaScriptSDK.emulated("browser_accounts.py")
    }

    @Test("links in e-mails and text messages sign in against the emulator (K3, U6, U14, U16)")
    func emulatedCodes() async throws {
        try await JavaScriptSDK.emulated("browser_codes.py")
    }

    @Test("popups, redirects, links and their conflicts work against the emulator (U6, U8, U15, U16)")
    func emulatedProviders() async throws {
        try await JavaScriptSDK.emulated("browser_providers.py")
    }

    @Test("popups sign in where the browser gives no storage to frames of other sites, or to any page (U6)")
    func blockedStorage() async throws {
        try await JavaScriptSDK.emulated("browser_storage.py")
    }

    @Test("an address that another user has is linked after a proof of both, against the emulator (U15, U16)")
    func emulatedConflicts() async throws {
        try await JavaScriptSDK.emulated("browser_conflicts.py")
    }

    @Test("two tabs share a session of the emulator, also when both refresh at once (K2, K5)")
    func emulatedTabs() async throws {
        try await JavaScriptSDK.emulated("browser_tabs.py")
    }

    @Test("days of refreshes by the clock of the emulator keep the user signed in (K2, K6)")
    func emulatedDays() async throws {
        try await JavaScriptSDK.emulated("browser_clock.py")
    }

    @Test("a tenant of the emulator has users of its own, and their tokens name it (U12)")
    func emulatedTenants() async throws {
        try await JavaScriptSDK.emulated("browser_tenants.py")
    }

    @Test("two providers sign in two users of one address, if the emulator allows it (U15)")
    func emulatedDuplicates() async throws {
        try await JavaScriptSDK.emulated("browser_duplicates.py")
    }

    @Test(
        "passwords, persistence over a reload, guests and profiles work against a server (K1, K3, U4, U8, U9)"
    )
    func accounts() async throws {
        try await BrowserServer().run("browser_accounts.py")
    }

    @Test("links in e-mails and text messages sign in against a server (K3, U6, U14, U16)")
    func codes() async throws {
        try await BrowserServer().run("browser_codes.py")
    }

    @Test(
        "popups and redirects to an OpenID provider of others work against a server (U6, U8, U15, U16, security 16)",
        arguments: [false, true]
    )
    func providers(_ isDirect: Bool) async throws {
        try await BrowserServer().run("browser_providers.py", isDirect: isDirect)
    }

    @Test("an address that another user has is linked after a proof of both, against a server (U15, U16)")
    func conflicts() async throws {
        try await BrowserServer().run("browser_conflicts.py")
    }

    @Test("two tabs share a session of a server, also when both refresh at once (K2, K5)")
    func tabs() async throws {
        try await BrowserServer().run("browser_tabs.py")
    }

    @Test("a person who declines at a provider cancels a popup and a redirect (U6)")
    func declined() async throws {
        try await BrowserServer(hasGitHub: true).run("browser_declined.py")
    }

    @Test("days of refreshes by the clock of the app keep the user of a server signed in (K2, K6)")
    func days() async throws {
        try await BrowserServer().run("browser_clock.py")
    }

    @Test(
        "a tenant of a server has users of its own, and their tokens name it (U12)",
        arguments: [false, true]
    )
    func tenants(_ isDirect: Bool) async throws {
        try await BrowserServer(tenants: ["blue", "red"]).run("browser_tenants.py", isDirect: isDirect)
    }

    @Test("two providers sign in two users of one address, if a server allows it (U15)")
    func duplicates() async throws {
        try await BrowserServer(
            settings: ["signIn.allowsDuplicateEmails true"],
            providers: ["oidc.acme", "oidc.globex"]
        )
        .run("browser_duplicates.py")
    }

    @Test("an app of an origin that the project does not list gets nothing from the server (security 5, 16)")
    func unlistedOrigin() async throws {
        try await BrowserServer(origins: "https://other.example").run("browser_unlisted.py")
    }
}

enum JavaScriptSDK {
    private static let built = URL(filePath: PythonClients.interpreter)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "javascript/sdk.js").path

    static var isInstalled: Bool {
        let programs = [PythonClients.interpreter, "/usr/bin/chromium", "/usr/bin/chromedriver"]
        return FileManager.default.fileExists(atPath: built)
            && programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a script against an emulator of its own.
    static func emulated(_ script: String) async throws {
        let emulator = try await ServerProcess.emulator()
        let outcome = try await PythonClients.run(script, against: emulator, project: "example")
        #expect(outcome.exitCode == 0, "\(outcome.output.suffix(4000))\(outcome.errors)")
    }
}

/// A server at `https://auth.app.example` for an app at `https://app.example`, with mail, text messages and a provider.
struct BrowserServer {
    private static let url = "https://auth.app.example"

    private let server: ServerProcess
    private let directories: [TemporaryDirectory]
    private let mail: MailSink
    private let messages: SMSSink
    private let provider: PythonServer
    private let gitHub: PythonServer?

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - origins: The origins that the project lists.
    ///   - settings: Settings of the project, each with its value.
    ///   - tenants: The tenants; each has the providers too.
    ///   - providers: The names of an OpenID provider of others.
    ///   - hasGitHub: Whether a stand-in for GitHub is there too.
    /// - Throws: If a part of it does not start.
    init(
        origins: String = "https://app.example",
        settings: [String] = [],
        tenants: [String] = [],
        providers: [String] = ["oidc.acme"],
        hasGitHub: Bool = false
    ) async throws {
        directories = try (0..<3).map { _ in try TemporaryDirectory() }
        let directory = directories[0]
        mail = try await MailSink(in: directories[1], security: "none")
        messages = try await SMSSink(in: directories[2], secret: SMSSink.secret)
        provider = try await PythonServer.start("oidc_provider.py", PythonClients.interpreter)
        gitHub = hasGitHub ? try await .start("oauth_providers.py", PythonClients.interpreter) : nil
        let base = "http://localhost:\(gitHub?.url.port ?? 0)"
        let replaced = "https://github.com=\(base)/github,https://api.github.com=\(base)/github-api"
        let files = try await selfSignedCertificate(in: directory, for: "DNS:auth.app.example")
        let data = try directory.file("data")
        server = try await ServerProcess.serve(
            data,
            options: [
                "--base-url", Self.url, "--tls-cert", files.certificate, "--tls-key", files.key,
                "--smtp-host", "127.0.0.1", "--smtp-port", "\(mail.port)", "--smtp-security", "none",
                "--smtp-sender", "no-reply@app.example", "--providers-allow-private-networks", "true",
                "--providers-replaced-urls", replaced,
            ],
            environment: try messages.environment(in: directories[2])
        )
        let secret = try directory.file("acme.secret", "acme secret")
        let gitHubSecret = try directory.file("github.secret", "github secret")
        let client = "--client-id cardea --issuer \(provider.url.absoluteString) --secret-file \(secret)"
        let pools = [""] + tenants.map { "--tenant \($0) " }
        let lines =
            (["codes.continueOrigins \(origins)"] + settings).map { "project set \($0)" }
            + tenants.map { "tenant create \($0)" }
            + (hasGitHub ? ["provider set github.com --client-id gh1 --secret-file \(gitHubSecret)"] : [])
            + pools.flatMap { pool in providers.map { "provider set \($0) \(pool)\(client)" } }
        for line in lines {
            let outcome = try await Program.run("\(line) --data \(data)")
            try #require(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        }
    }

    /// Runs a script to its end.
    ///
    /// With `isDirect`, the app sets the server's host itself, and not by `connectAuthEmulator`.
    func run(_ script: String, isDirect: Bool = false) async throws {
        var environment = [
            "CARDEA_URL": Self.url, "CARDEA_AT": "\(server.url.port ?? 0)",
            "CARDEA_APP": "https://app.example",
            "CARDEA_MAIL": directories[1].path + "/stdout", "CARDEA_SMS": directories[2].path + "/stdout",
        ]
        if isDirect { environment["CARDEA_DIRECT"] = "1" }
        let outcome = try await PythonClients.run(script, against: server, environment: environment)
        #expect(
            outcome.exitCode == 0,
            "\(outcome.output.suffix(4000))\(outcome.errors)\(server.process.output.suffix(3000))"
        )
    }
}
