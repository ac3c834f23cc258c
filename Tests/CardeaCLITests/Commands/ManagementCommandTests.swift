import Foundation
import Testing

@Suite("Commands of tenants, apps and users")
struct ManagementCommandTests {
    private let server: OfflineServer

    init() async throws { server = try await OfflineServer() }

    private func run(_ words: String...) async throws -> (code: Int32, output: String, errors: String) {
        try await server.run(words: words)
    }

    /// A member of the JSON that a command printed.
    private func member(_ name: String, of output: String) throws -> String? {
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return object?[name] as? String
    }

    @Test("'--tenant' selects the users and the security events of a tenant (U12)")
    func tenant() async throws {
        #expect(try await run("tenant", "create", "blue", "--display-name", "Blue Ltd").code == 0)
        let create = ["--email", "ada@example.com", "--no-password", "--tenant", "blue"]
        let created = try await run("user", "create", create[0], create[1], create[2], create[3], create[4])
        #expect(created.code == 0 && created.output.contains("tenant        blue"), "\(created)")
        #expect(try await run("user", "list", "--tenant", "blue").output.contains("ada@example.com"))
        #expect(try await !run("user", "list").output.contains("ada@example.com"))
        let disabled = try await run("user", "disable", "ada@example.com", "--tenant", "blue")
        #expect(disabled.output.contains("disabled"))
        #expect(
            try await run("user", "show", "ada@example.com").errors
                == "cardea: there is no user 'ada@example.com'\n"
        )
        let events = try await run("security", "events", "--tenant", "blue")
        #expect(events.output == "NUMBER  TIME  KIND  METHOD  USER  SESSION  ADDRESS\n")
        let deleted = try await run("user", "delete", "ada@example.com", "--tenant", "blue")
        #expect(deleted.output == "The user ada@example.com is deleted.\n")
        let unknown = try await run("security", "events", "--tenant", "red")
        #expect(unknown.code == 1 && unknown.errors == "cardea: there is no tenant 'red'\n")
    }

    @Test("'app update' changes the name and a setting of an app, and brings the setting back")
    func app() async throws {
        let created = try await run("app", "create", "Shop", "--kind", "ios", "--json")
        let id = try #require(try member("id", of: created.output))
        let changed = try await run(
            "app",
            "update",
            id,
            "--display-name",
            "Store",
            "--setting",
            "tokens.accessTokenLifetime",
            "--value",
            "900"
        )
        #expect(changed.code == 0)
        let shown = try await run("app", "show", id)
        #expect(shown.output == changed.output)
        #expect(shown.output.contains("Store") && shown.output.contains("tokens.accessTokenLifetime  900"))
        let reset = try await run(
            "app",
            "update",
            id,
            "--setting",
            "tokens.accessTokenLifetime",
            "--value",
            "default"
        )
        #expect(reset.output.contains("those of the project") && reset.output.contains("Store"))

        let half = try await run("app", "update", id, "--setting", "signUp.allowed")
        #expect(half.code == 2 && half.errors == "cardea: --setting and --value belong together\n")
        let issuer = try await run(
            "app",
            "update",
            id,
            "--setting",
            "tokens.issuer",
            "--value",
            "https://x.example"
        )
        #expect(issuer.code == 2 && issuer.errors.contains("can be set only for a project"))
        let unknown = try await run("app", "update", "none", "--display-name", "X")
        #expect(unknown.code == 1 && unknown.errors == "cardea: there is no app 'none'\n")
        let kind = try await run("app", "create", "X", "--kind", "toaster")
        #expect(kind.code == 2 && kind.errors.contains("one of web, ios, android, desktop, server"))
        #expect(try await run("app", "delete", id).output == "The app \(id) is deleted.\n")
    }

    @Test("each list has a heading, and prints JSON if asked")
    func lists() async throws {
        let lists: [([String], String, String)] = [
            (["project", "list"], "ID", "projects"), (["tenant", "list"], "ID", "tenants"),
            (["app", "list"], "ID", "apps"), (["user", "list"], "ID", "users"),
            (["keys", "list"], "ID", "keys"), (["administrator", "list"], "ID", "administrators"),
            (["service-account", "list"], "NAME", "serviceAccounts"), (["outbox", "list"], "ID", "mails"),
            (["mail", "templates"], "PURPOSE", "templates"), (["security", "events"], "NUMBER", "events"),
        ]
        for (words, heading, name) in lists {
            let table = try await run(words[0], words[1])
            #expect(table.code == 0 && table.output.hasPrefix(heading + "  "), "\(words)")
            let json = try await run(words[0], words[1], "--json").output
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            #expect(object?[name] is [Any], "\(words)")
        }
    }
}
