import ChildProcesses
import Foundation
import Testing

@Suite("The import of users, and its errors")
struct UserImportCommandTests {
    @Test(
        "a file with hashes and no function is rejected before a user is written",
        arguments: ["json", "csv"]
    )
    func missingFunction(form: String) async throws {
        let server = try await OfflineServer()
        // More users than one batch has, before the first hash.
        let guests = (0..<600).map { "g\($0)" }
        let text =
            form == "json"
            ? "{\"users\":[" + guests.map { "{\"localId\":\"\($0)\"}," }.joined()
                + #"{"localId":"ann","passwordHash":"AAAA"}]}"#
            : guests.map { $0 + String(repeating: ",", count: 28) + "\n" }.joined() + "ann,,,AAAA"
                + String(repeating: ",", count: 25)
        let outcome = try await server.run("user", "import", try server.directory.file("users.\(form)", text))
        #expect(outcome.code == 2 && outcome.errors.contains("'ann': there is a password hash"), "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try await server.run("user", "export").output.isEmpty)
    }

    @Test("equal errors are counted after the first ten")
    func equalErrors() async throws {
        let server = try await OfflineServer()
        let lines = (0..<1300).map { #"{"id":"user\#($0)","email":"\#($0)"}"# }
        let other = [#"{"id":"user0"}"#, "x"]
        let file = try server.directory.file("users.jsonl", (lines + other).joined(separator: "\n"))
        let outcome = try await server.run("user", "import", file)
        let errors = outcome.errors.split(separator: "\n")
        #expect(errors.count == 14 && outcome.output.contains("1302 rejected"), "\(outcome)")
        #expect(errors.contains("… and 1290 more: the e-mail address is invalid"), "\(outcome)")
        #expect(
            errors.contains { $0.hasPrefix("\(file), line 1301, id 'user0': the id is also that of line 1;") }
        )
    }

    @Test(
        "users go into their tenants, an export names them, and its import is the same again",
        arguments: ["jsonl", "json"]
    )
    func tenants(form: String) async throws {
        let server = try await OfflineServer()
        for project in ["default", "other"] {
            if project == "other" { _ = try await server.run("project", "create", "other") }
            for tenant in ["blue", "green"] {
                #expect(try await server.run("tenant", "create", tenant, "--project", project).code == 0)
            }
        }
        let lines = """
            {"id":"ann","email":"ann@example.com"}
            {"id":"ann","tenantId":"blue","email":"ann@example.com"}
            {"id":"bob","tenantId":"green"}
            {"id":"eve","tenantId":"red"}
            """
        let file = try server.directory.file("users.jsonl", lines)
        for option in ["--dry-run", "--json"] {
            let outcome = try await server.run("user", "import", file, option)
            #expect(outcome.code == 1)
            #expect(
                outcome.errors.contains("line 4, id 'eve': the tenant of the user does not exist"),
                "\(outcome)"
            )
            #expect(outcome.errors.split(separator: "\n").count == 2, "\(outcome)")
        }
        let whole = try await server.run(
            "user",
            "export",
            "--format",
            form == "json" ? "firebase-json" : "jsonl"
        )
        #expect(whole.errors.contains("3 users"), "\(whole)")
        let copy = try server.directory.file("copy.\(form)", whole.output)
        #expect(try await server.run("user", "import", copy, "--project", "other").code == 0)
        let again = try await server.run(
            "user",
            "export",
            "--project",
            "other",
            "--format",
            form == "json" ? "firebase-json" : "jsonl"
        )
        #expect(again.output == whole.output)

        let blue = try await server.run("user", "export", "--tenant", "blue").output
        #expect(blue.contains(#""tenantId":"blue""#) && !blue.contains("bob"))
        let wrong = try await server.run(
            "user",
            "import",
            try server.directory.file("blue.jsonl", blue),
            "--tenant",
            "green"
        )
        #expect(wrong.code == 1 && wrong.errors.contains("the user belongs to another tenant"), "\(wrong)")
        let csv = try await server.run("user", "export", "--format", "firebase-csv")
        #expect(csv.output.split(separator: "\n").count == 1)
        #expect(csv.errors.contains("without the users of tenants, 2 in number"), "\(csv)")
    }

    @Test("an export of several tenants that was stopped is continued in the tenant of its last line")
    func continuedTenants() async throws {
        let server = try await OfflineServer()
        for tenant in ["blue", "green"] {
            #expect(try await server.run("tenant", "create", tenant).code == 0)
        }
        let ids = ["a", "b"].flatMap { id in ["", "blue", "green"].map { (id, $0) } }
        let lines = ids.map { #"{"id":"\#($0)","tenantId":"\#($1)"}"# }.joined(separator: "\n")
        let source = try server.directory.file("source.jsonl", lines)
        #expect(try await server.run("user", "import", source).code == 0)
        let whole = try await server.run("user", "export").output
        let all = whole.split(separator: "\n").map { $0 + "\n" }
        #expect(all.count == 6)
        for count in 0...6 {
            let file = server.directory.path + "/users\(count).jsonl"
            _ = try server.directory.file("users\(count).jsonl.partial", all.prefix(count).joined())
            let outcome = try await server.run("user", "export", file, "--continue")
            #expect(outcome.output.hasPrefix("6 users are in"), "\(outcome)")
            #expect(try server.text(of: "users\(count).jsonl") == whole)
        }
    }

    @Test(
        "a provider of a user that is not configured is named at the end, one in a wrong spelling is an error"
    )
    func providers() async throws {
        let server = try await OfflineServer()
        let configured = try await server.run(
            "provider",
            "set",
            "google.com",
            "--client-id",
            "1.apps.example"
        )
        #expect(configured.code == 0, "\(configured)")
        let lines = ["google.com", "github.com", "github.com", "GOOGLE.COM", "google"].enumerated().map {
            #"{"id":"user\#($0)","providers":[{"id":"\#($1)","subject":"\#($0)"}]}"#
        }
        let file = try server.directory.file("users.jsonl", lines.joined(separator: "\n"))
        let outcome = try await server.run("user", "import", file)
        #expect(outcome.errors.contains("2 users have accounts at 'github.com', which is not configured"))
        #expect(outcome.errors.split(separator: "\n").count == 4, "\(outcome)")
        for id in ["line 4, id 'user3'", "line 5, id 'user4'"] {
            #expect(outcome.errors.contains("\(id): an entry of the providers is invalid"), "\(outcome)")
        }
    }

    @Test(
        "an integer beyond 64 bits in the claims stays as it is, and claims with a line break make one row of CSV"
    )
    func claims() async throws {
        let server = try await OfflineServer()
        let file = try server.directory.file(
            "users.jsonl",
            #"{"id":"ann","customClaims":"{\"n\": 18446744073709551615,\n\"m\": 1.50}"}"#
        )
        #expect(try await server.run("user", "import", file).code == 0)
        let csv = try await server.run("user", "export", "--format", "firebase-csv").output
        #expect(csv.hasSuffix(#","{""n"": 18446744073709551615, ""m"": 1.50}","# + "\n"), "\(csv)")
    }

    @Test(
        "a value that cannot be kept rejects its user with the reason",
        arguments: [
            (#""createdAt":1700000000"#, "'createdAt' is before the year 2000"),
            (#""lastSignedInAt":4102444800000"#, "'lastSignedInAt' is before the year 2000 or in the future"),
            (#""passwordChangedAt":0"#, "milliseconds"),
            (#""validSince":4102444800000"#, "'validSince' is before the year 2000 or in the future"),
            (
                #""email":"a@example.com","emailProofs":[{"provider":"google.com","subject":"1","at":1700000000}]"#,
                "'emailProofs[0].at' is before the year 2000"
            ),
            (
                #""email":"a@example.com","emailProofs":[{"provider":"Google.com","subject":"1"}]"#,
                "'emailProofs[0].provider' is invalid"
            ),
            (#""email":"a@example.com","recycledBy":"Google.com""#, "'recycledBy' is invalid"),
            (#""emailVerified":true"#, "'emailVerified' needs an e-mail address"),
            (#""emailLinkSignIn":true"#, "'emailLinkSignIn' needs an e-mail address"),
            (#""password":"""#, "the password is empty"),
            (#""customClaims":"{\"a\":1,\"a\":2}""#, "no name twice"),
        ]
    )
    func impossibleValues(field: String, reason: String) async throws {
        let server = try await OfflineServer()
        let text = "{\"id\":\"ann\",\(field)}\n{\"id\":\"bob\"}"
        let file = try server.directory.file("users.jsonl", text)
        let outcome = try await server.run("user", "import", file)
        #expect(outcome.code == 1 && outcome.output.contains("1 created"), "\(outcome)")
        #expect(
            outcome.errors.contains("line 1, id 'ann': ") && outcome.errors.contains(reason),
            "\(outcome)"
        )
    }

    @Test(
        "an id with an invisible space or mark is invalid",
        arguments: ["\u{3000}", "\u{A0}", "\u{FEFF}"]
    )
    func invisibleSpaces(space: String) async throws {
        let server = try await OfflineServer()
        let file = try server.directory.file("users.jsonl", "{\"id\":\"\(space)ann\"}")
        let outcome = try await server.run("user", "import", file)
        #expect(outcome.code == 1 && outcome.errors.contains("the id is invalid"), "\(outcome)")
    }

    @Test("a first line that the file does not have is an error", arguments: ["0", "-1", "4"])
    func firstLine(line: String) async throws {
        let server = try await OfflineServer()
        let file = try server.directory.file("users.jsonl", "{\"id\":\"ann\"}\n{\"id\":\"bob\"}")
        let outcome = try await server.run("user", "import", file, "--from-line=\(line)")
        #expect(outcome.code == 2 && outcome.errors.contains("--from-line"), "\(outcome)")
    }

    @Test("an export in Firebase's forms counts what they do not have")
    func firebaseLosses() async throws {
        let server = try await OfflineServer()
        let file = try server.directory.file(
            "users.jsonl",
            #"{"id":"ann","customTokens":true,"passwordChangedAt":1476235905000}"#
        )
        #expect(try await server.run("user", "import", file).code == 0)
        for form in ["firebase-json", "firebase-csv"] {
            let outcome = try await server.run("user", "export", "--format", form)
            #expect(
                outcome.errors.contains("1 user has a time of the last change of the password"),
                "\(outcome)"
            )
            #expect(outcome.errors.contains("1 user has signed in by a link or a custom token"), "\(outcome)")
        }
    }
}
