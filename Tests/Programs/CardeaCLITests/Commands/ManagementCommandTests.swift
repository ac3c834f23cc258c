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
        #expect(events.output == "There are no security events.\n")
        let deleted = try await run("user", "delete", "ada@example.com", "--tenant", "blue")
        #expect(deleted.output == "The user ada@example.com is deleted.\n")
        let unknown = try await run("security", "events", "--tenant", "red")
        #expect(unknown.code == 1 && unknown.errors == "cardea: there is no tenant 'red'\n")
    }

    @Test("'project delete' says with '--dry-run' how many users would be lost, and then deletes the project")
    func projectDeletion() async throws {
        #expect(try await run("project", "create", "shop").code == 0)
        for email in ["ada@example.com", "bob@example.com"] {
            let created = try await run(
                "user",
                "create",
                "--email",
                email,
                "--no-password",
                "--project",
                "shop"
            )
            #expect(created.code == 0)
        }
        let trial = try await run("project", "delete", "shop", "--dry-run")
        #expect(trial.code == 0 && trial.output.contains("2 users, and 0 tenants"), "\(trial)")
        #expect(try await run("project", "delete", "shop").output == "The project shop is deleted.\n")
        let gone = try await run("user", "list", "--project", "shop")
        #expect(gone.code == 1 && gone.errors == "cardea: there is no project 'shop'\n")
        let again = try await run("project", "create", "shop")
        #expect(again.code == 1 && again.errors.contains("its data is not deleted yet"))
        let last = try await run("project", "delete", "default")
        #expect(last.code == 1 && last.errors.contains("is the only project"))
    }

    @Test("'app update' changes the name, and 'app set' changes settings and prints their former values")
    func app() async throws {
        let created = try await run("app", "create", "Shop", "--kind", "ios", "--json")
        let id = try #require(try member("id", of: created.output))
        #expect(try await run("app", "update", id, "--display-name", "Store").output.contains("Store"))
        let lifetime = "tokens.accessTokenLifetime"
        let steps: [([String], String)] = [
            ([lifetime, "900"], "\(lifetime)  15m  (before: that of the project)\n"),
            ([lifetime, "900"], "\(lifetime)  15m  (as before)\n"),
            (
                [lifetime, "60", "signUp.allowed", "false"],
                """
                signUp.allowed              false  (before: that of the project)
                tokens.accessTokenLifetime  1m     (before: 15m)

                """
            ),
            ([lifetime, "default"], "\(lifetime)  that of the project  (before: 1m)\n"),
        ]
        for (words, output) in steps {
            #expect(try await server.run(words: ["app", "set", id] + words).output == output)
        }
        let shown = try await run("app", "show", id)
        #expect(shown.output.contains("signUp.allowed  false") && !shown.output.contains(lifetime))

        let issuer = try await run("app", "set", id, "tokens.issuer", "https://x.example")
        #expect(issuer.code == 2 && issuer.errors.contains("can be set only for a project"))
        let unknown = try await run("app", "update", "none", "--display-name", "X")
        #expect(unknown.code == 1 && unknown.errors == "cardea: there is no app 'none'\n")
        let kind = try await run("app", "create", "X", "--kind", "toaster")
        #expect(kind.code == 2 && kind.errors.contains("one of web, ios, android, desktop, server"))
        #expect(try await run("app", "delete", id).output == "The app \(id) is deleted.\n")
    }

    @Test(
        "'project set' changes several settings, and 'project show' marks those that differ from the default"
    )
    func project() async throws {
        let changed = try await run(
            "project",
            "set",
            "signUp.allowed",
            "false",
            "passwords.minimumLength",
            "12"
        )
        #expect(
            changed.output == """
                passwords.minimumLength  12     (before: 8)
                signUp.allowed           false  (before: true)

                """
        )
        let marked = try await run("project", "show").output.split(separator: "\n").filter {
            $0.contains("(default: ")
        }
        #expect(marked.count == 2 && marked.allSatisfy { $0.contains("8)") || $0.contains("true)") })
    }

    @Test(
        "settings that cannot be changed are errors that say what to do",
        arguments: [
            (["signUp.allowed"], "the setting 'signUp.allowed' has no value"),
            (
                ["signUp.allowed=false"],
                "'signUp.allowed=false': write the setting and its value as two words: signUp.allowed 'false'"
            ),
            (
                ["signUp.allowed", "true", "signUp.allowed", "false"],
                "the setting 'signUp.allowed' is given twice"
            ),
            (["signUp.alowed", "true"], "unknown setting 'signUp.alowed'; did you mean 'signUp.allowed'?"),
            (
                ["limits.drain", "5"],
                "'limits.drain' is a setting of the server, not of a project: set it in the configuration file, "
                    + "by CARDEA_LIMITS_DRAIN, or by --limits-drain of 'cardea serve'"
            ),
        ]
    )
    func invalidSettings(words: [String], error: String) async throws {
        for command in [["project", "set"], ["tenant", "set", "blue"], ["app", "set", "shop"]] {
            let outcome = try await server.run(words: command + words)
            #expect(outcome.code == 2 && outcome.errors == "cardea: \(error)\n")
        }
    }

    @Test("a list has a heading, or says that it is empty, and prints JSON if asked")
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
            let isEmpty = table.output.hasPrefix("There are no ") && table.output.hasSuffix(".\n")
            #expect(table.code == 0 && (isEmpty || table.output.hasPrefix(heading + "  ")), "\(words)")
            #expect(isEmpty == !["project", "keys", "administrator"].contains(words[0]), "\(table.output)")
            let json = try await run(words[0], words[1], "--json").output
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            #expect(object?[name] is [Any], "\(words)")
        }
    }
}
