import CardeaSession
import Foundation
import Testing

/// Providers that others wrote, and stand-ins with the quirks of others: `Scripts/python-clients` installs what they need.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: PythonClients.interpreter)))
struct ProviderFlowTests {
    /// A server with all providers of the scripts.
    struct Setting {
        let directory: TemporaryDirectory
        let server: ServerProcess
        let data: String
        let acme: PythonServer
        let others: PythonServer

        init() async throws {
            directory = try TemporaryDirectory()
            acme = try await PythonServer.start("oidc_provider.py", PythonClients.interpreter)
            others = try await PythonServer.start("oauth_providers.py", PythonClients.interpreter)
            // For a browser, this is another site than that of the server, whose URL has the address.
            let base = "http://localhost:\(others.url.port ?? 0)"
            let replaced = [
                "https://github.com=\(base)/github", "https://api.github.com=\(base)/github-api",
                "https://appleid.apple.com=\(base)/apple", "https://x.com=\(base)/x",
                "https://api.x.com=\(base)/x-api", "https://open.weixin.qq.com=\(base)/wechat",
                "https://api.weixin.qq.com=\(base)/wechat-api",
            ]
            data = try directory.file("data")
            server = try await ServerProcess.serve(
                data,
                "--providers-replaced-urls",
                replaced.joined(separator: ","),
                "--providers-allow-private-networks",
                "true"
            )
            try await set("project set providers.redirectURLs https://app.example/back")
        }

        /// Runs a command of management on the server.
        func set(_ line: String) async throws {
            let outcome = try await Program.run("\(line) --data \(data)")
            try #require(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        }

        func configure(_ provider: String, secret: String, _ options: String) async throws {
            let file = try directory.file("\(provider).secret", secret)
            try await set("provider set \(provider) --secret-file \(file) \(options)")
        }

        func configureAll() async throws {
            for account in ProviderAccount.scripted { try await configure(account.id) }
        }

        /// Configures a provider as its script expects it.
        func configure(_ provider: String) async throws {
            switch provider {
            case "oidc.acme":
                let issuer = acme.url.absoluteString
                try await configure(provider, secret: "acme secret", "--client-id cardea --issuer \(issuer)")
            case "github.com":
                try await configure(provider, secret: "github secret", "--client-id gh1")
            case "twitter.com":
                try await configure(provider, secret: "x-secret", "--client-id xclient")
            case "wechat.com":
                try await configure(provider, secret: "wechat secret", "--client-id wx1")
            case "apple.com":
                try await configureApple()
            default:
                Issue.record("no script is \(provider)")
            }
        }

        private func configureApple() async throws {
            let key = try directory.file("key.p8")
            let made = try await ChildProcess.run(
                "/usr/bin/openssl",
                ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key]
            )
            try #require(made.exitCode == 0, "\(made.errors)")
            let shown = try await ChildProcess.run("/usr/bin/openssl", ["pkey", "-in", key, "-pubout"])
            var request = CardeaRequest(.put, others.url.appending(path: "apple/client-key"))
            request.body = Data(shown.output.utf8)
            try #require(try await SystemTransport().send(request).status == 200)
            try await set(
                "provider set apple.com --client-id com.example.web --team-id TEAM123456 --key-id KEY1234567 --secret-file \(key)"
            )
        }
    }

    @Test(
        "redirects sign in with an OpenID provider of others, GitHub, Apple, X and WeChat (U6, U15, security 5, 16, 18)"
    )
    func redirects() async throws {
        let setting = try await Setting()
        try await setting.configureAll()
        let outcome = try await PythonClients.run("provider_sign_in.py", against: setting.server)
        #expect(
            outcome.exitCode == 0,
            "\(outcome.output)\(outcome.errors)\(setting.server.process.output.suffix(3000))"
        )
        let log = setting.server.process.output
        for secret in ["acme secret", "github secret", "gho_1", "apple-refresh", "octocat@example.com"] {
            #expect(!log.contains(secret), "the log has no secrets (security 23)")
        }
    }

    @Test("Firebase's admin SDK manages OpenID providers of a project and of a tenant (U18)")
    func adminSDK() async throws {
        let emulator = try await ServerProcess.emulator()
        let outcome = try await PythonClients.run(
            "firebase_admin_providers.py",
            against: emulator,
            project: "example"
        )
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("'provider test' walks the flow and names what is wrong")
    func trial() async throws {
        let setting = try await Setting()
        try await setting.configureAll()
        let good = try await Program.run("provider test oidc.acme --data \(setting.data)")
        #expect(good.exitCode == 0 && !good.output.contains("failed"), "\(good.output)\(good.errors)")
        #expect(good.output.contains("/auth/handler/oidc.acme"), "it names the URL to register")
        try await setting.configure("twitter.com", secret: "wrong", "--client-id xclient")
        let wrong = try await Program.run("provider test twitter.com --data \(setting.data)")
        #expect(
            wrong.exitCode == 1 && wrong.output.contains("failed")
                && wrong.output.contains("unauthorized_client"),
            "\(wrong.output)"
        )
        try await setting.set("provider set oidc.acme --issuer \(setting.others.url.absoluteString)")
        let issuer = try await Program.run("provider test oidc.acme --data \(setting.data)")
        #expect(issuer.output.contains("failed") && issuer.output.contains("discovery"), "\(issuer.output)")
        let absent = try await Program.run("provider test kakao.com --data \(setting.data)")
        #expect(absent.exitCode == 1 && absent.errors.contains("is not configured"), "\(absent.errors)")
    }

    @Test("'provider' lists, shows, changes and deletes; the secret is never shown (security 24)")
    func commands() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        let data = try directory.file("data")
        func run(_ line: String) async throws -> ChildProcess.Outcome {
            try await Program.run("provider \(line) --data \(data)")
        }
        let secret = try directory.file("secret", "very secret\n")
        let made = try await run(
            "set google.com --client-id client-42 --secret-file \(secret) --audiences ios,android"
        )
        #expect(made.exitCode == 0 && made.output.contains("enabled"), "\(made.output)\(made.errors)")
        #expect(made.output.contains("\(server.url.absoluteString)/auth/handler"), "\(made.output)")
        for line in ["list", "show google.com", "show google.com --json", "disable google.com"] {
            let outcome = try await run(line)
            #expect(outcome.exitCode == 0 && !outcome.output.contains("very secret"), "\(outcome.output)")
        }
        #expect(try await run("show google.com").output.contains("disabled"))
        #expect(try await run("enable google.com").output.contains("enabled"))
        let changed = try await run("set google.com --client-id client-43 --email-domains acme.example")
        #expect(
            changed.output.contains("client-43") && changed.output.contains("ios, android"),
            "\(changed.output)"
        )
        let unknown = try await run("set acme.com --client-id 1")
        #expect(
            unknown.exitCode == 2 && unknown.errors.contains("does not know the provider"),
            "\(unknown.errors)"
        )
        let issuer = try await run("set oidc.acme --client-id 1")
        #expect(issuer.exitCode == 2 && issuer.errors.contains("issuer"), "\(issuer.errors)")
        #expect(try await run("delete google.com").exitCode == 0)
        // The redirect URL is needed before the provider has a client ID.
        let gone = try await run("show google.com")
        #expect(
            gone.exitCode == 0 && gone.output.contains("/auth/handler") && !gone.output.contains("client-43")
        )
        _ = try await run("set google.com --client-id client-42 --secret-file \(secret)")
        #expect(await server.stop() == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: data)
        #expect(files.contains("cardea.sqlite"))
        for file in files {
            let content = FileManager.default.contents(atPath: "\(data)/\(file)") ?? Data()
            #expect(content.range(of: Data("very secret".utf8)) == nil, "\(file) has the secret")
        }
    }
}
