import ChildProcesses
@testable import CardeaCLI
import Foundation
import Testing

@Suite("Commands that import and export users")
struct UserTransferCommandTests {
    @Test("an id that a file has twice is reported with both lines, and the first line is imported")
    func repeatedID() async throws {
        let server = try await OfflineServer()
        let file = try server.directory.file(
            "users.jsonl",
            #"""
            {"id":"ann","email":"ann@example.com"}
            {"id":"bob"}
            {"id":"ann","email":"other@example.com"}

            """#
        )
        for option in ["--json", "--overwrite", "--from-line=2"] {
            let outcome = try await server.run("user", "import", file, option)
            #expect(outcome.errors.contains("line 3, id 'ann': the id is also that of line 1"), "\(outcome)")
            #expect(outcome.code == 1)
        }
        #expect(try await server.run("user", "show", "ann").output.contains("ann@example.com"))
    }

    @Test(
        "an export in Firebase's form is read again with the options that it prints",
        arguments: ["json", "csv"]
    )
    func roundTrip(form: String) async throws {
        let server = try await OfflineServer()
        let lines = try server.directory.file(
            "users.jsonl",
            #"{"id":"ann","email":"ann@example.com","password":"correct horse"}"#
        )
        #expect(try await server.run("user", "import", lines).code == 0)
        let file = server.directory.path + "/out.\(form)"
        let exported = try await server.run("user", "export", file)
        #expect(exported.output.hasPrefix("1 user is in "), "\(exported)")
        let hint = try #require(exported.errors.firstMatch(of: /import the file with ([^,]*),/))
        #expect(try await server.run("project", "create", "other").code == 0)
        let words =
            ["user", "import", file, "--project", "other"] + hint.1.split(separator: " ").map(String.init)
        let imported = try await server.run(words: words)
        #expect(imported.code == 0, "\(imported)")
        let hash = /"passwordHash":"[^"]*"/
        let before = try await server.run("user", "export", "-").output.firstMatch(of: hash)?.0
        let after = try await server.run("user", "export", "--project", "other").output.firstMatch(of: hash)?
            .0
        #expect(before != nil && before == after)
        #expect(!FileManager.default.fileExists(atPath: "-"))
    }

    @Test(
        "an export in Firebase's form says how many user names and proofs it leaves out (security 1)",
        arguments: ["json", "csv"]
    )
    func userNames(form: String) async throws {
        let server = try await OfflineServer()
        let lines = try server.directory.file(
            "users.jsonl",
            #"{"id":"ann","userName":"ann.smith"}"# + "\n" + #"{"id":"bob"}"# + "\n"
                + #"{"id":"eve","email":"eve@example.com","emailProofs":[{"provider":"google.com","subject":"1"}]}"#
        )
        #expect(try await server.run("user", "import", lines).code == 0)
        let exported = try await server.run("user", "export", server.directory.path + "/out.\(form)")
        let warning = "1 user has a user name, which Firebase's forms do not have"
        #expect(exported.errors.contains(warning), "\(exported)")
        let proofs = "1 user has proofs of e-mail addresses, which Firebase's forms do not have"
        #expect(exported.errors.contains(proofs), "\(exported)")
    }

    @Test("a CSV export keeps what a spreadsheet reads as a formula, quoted as RFC 4180 says (security 31)")
    func formulas() async throws {
        let server = try await OfflineServer()
        let names = [
            "=1+1", "+1", "-1", "@SUM(1)", "=HYPERLINK(\"https://evil.example\",\"a\")",
        ]
        let lines = try names.enumerated().map { index, name in
            let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
            return #"{"id":"user\#(index)","displayName":\#(text)}"#
        }
        let file = try server.directory.file("users.jsonl", lines.joined(separator: "\n"))
        #expect(try await server.run("user", "import", file).code == 0)
        let csv = try await server.run("user", "export", "--format", "firebase-csv").output
        for field in names.prefix(4) { #expect(csv.contains(",\(field),"), "\(csv)") }
        #expect(csv.contains(#","=HYPERLINK(""https://evil.example"",""a"")","#), "\(csv)")
        // The texts come back as they were.
        let copy = try server.directory.file("users.csv", csv)
        #expect(try await server.run("project", "create", "other").code == 0)
        #expect(try await server.run("user", "import", copy, "--project", "other").code == 0)
        let before = try await server.run("user", "export").output
        let after = try await server.run("user", "export", "--project", "other").output
        let name = /"displayName":"(?:[^"\\]|\\.)*"/
        #expect(before.matches(of: name).map(\.0) == after.matches(of: name).map(\.0))
        #expect(before.matches(of: name).count == names.count)
    }

    @Test("an export has its name only when it is complete, and replaces nothing")
    func draft() async throws {
        let server = try await OfflineServer()
        let file = server.directory.path + "/users.jsonl"
        #expect(try await server.run("user", "export", file).code == 0)
        #expect(try server.text(of: "users.jsonl").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: file + ".partial"))
        #expect(try await server.run("user", "export", file).errors.contains("File exists"))

        let other = try server.directory.file("other.jsonl.partial", "half").dropLast(8)
        let stopped = try await server.run("user", "export", String(other))
        #expect(stopped.code == 1 && stopped.errors.contains("has left it"), "\(stopped)")
        #expect(try server.text(of: "other.jsonl.partial") == "half")
        #expect(!FileManager.default.fileExists(atPath: String(other)))
    }

    @Test(
        "an export that was stopped is continued behind its last whole line, and ends as if it had not been"
    )
    func continued() async throws {
        let server = try await OfflineServer()
        let users = (0..<5).map { #"{"id":"user\#($0)","displayName":"Zoë \#($0)"}"# + "\n" }.joined()
        let source = try server.directory.file("source.jsonl", users)
        #expect(try await server.run("user", "import", source).code == 0)
        let whole = try await server.run("user", "export").output
        let file = server.directory.path + "/users.jsonl"
        for length in [0, 7, whole.utf8.count / 2, whole.utf8.count - 1, whole.utf8.count] {
            try? FileManager.default.removeItem(atPath: file)
            _ = try server.directory.file(
                "users.jsonl.partial",
                String(decoding: Array(whole.utf8.prefix(length)), as: UTF8.self)
            )
            let outcome = try await server.run("user", "export", file, "--continue")
            #expect(outcome.code == 0 && outcome.output.hasPrefix("5 users are in"), "\(outcome)")
            #expect(try server.text(of: "users.jsonl") == whole)
            #expect(
                try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600
            )
            #expect(!FileManager.default.fileExists(atPath: file + ".partial"))
        }
        // Without a draft, --continue begins one.
        let new = server.directory.path + "/new.jsonl"
        #expect(try await server.run("user", "export", new, "--continue").code == 0)
        #expect(try server.text(of: "new.jsonl") == whole)
    }

    @Test("an export is not continued where it would be wrong: other forms, other files, the standard output")
    func notContinued() async throws {
        let server = try await OfflineServer()
        for words in [["-"], [], [server.directory.path + "/users.csv"]] {
            let outcome = try await server.run(words: ["user", "export", "--continue"] + words)
            #expect(outcome.code == 2 && outcome.errors.contains("--continue is for"), "\(outcome)")
        }
        let file = try server.directory.file("notes.jsonl.partial", "milk\nbread\n").dropLast(8)
        let outcome = try await server.run("user", "export", String(file), "--continue")
        #expect(outcome.code == 1 && outcome.errors.contains("its last line is no user"), "\(outcome)")
        #expect(try server.text(of: "notes.jsonl.partial") == "milk\nbread\n")
    }

    @Test("an id that stood in a line long before is reported with both lines, within the window")
    func window() throws {
        var ids = RecentIDs()
        func insert(_ number: Int) -> Int? {
            ids.insert(SourceUser(place: UserPlace(line: number, id: "\(number)"), text: .success([])))?.line
        }
        for number in 0..<RecentIDs.window { #expect(insert(number) == nil) }
        #expect(insert(0) == 0)
        for number in RecentIDs.window..<2 * RecentIDs.window { #expect(insert(number) == nil) }
        #expect(insert(0) == 0 && insert(RecentIDs.window) == RecentIDs.window)
        #expect(insert(2 * RecentIDs.window) == nil)
        // The id of line 0 has left the window.
        #expect(insert(0) == nil)
    }

    @Test("an error of an import names the user, also if the whole file is one line")
    func oneLine() async throws {
        let server = try await OfflineServer()
        let file = try server.directory.file(
            "users.json",
            #"""
            {"users":[{"localId":"ann","email":"ann@example.com"},{"localId":"bob","email":"bob"},\#
            {"localId":"eve","mfaInfo":[{}]},{"localId":"ann"},{"email":"x@example.com"},\#
            {"localId":"c\u001bd","phoneNumber":"1"},\#
            {"localId":"dan","passwordHash":"!"}]}
            """#
        )
        let outcome = try await server.run("user", "import", file, "--hash-algo", "SHA1", "--rounds", "1")
        #expect(outcome.code == 1)
        let errors = outcome.errors.split(separator: "\n")
        for (position, reason) in [
            ("line 1, users[1], localId 'bob'", "the e-mail address is invalid"),
            ("line 1, users[2], localId 'eve'", "second factors are not imported"),
            ("line 1, users[3], localId 'ann'", "the id is also that of line 1, users[0]"),
            ("line 1, users[4]", "the id is missing"),
            (
                "line 1, users[6], localId 'dan'",
                "the password hash is not imported: passwordHash is not Base64"
            ),
        ] {
            #expect(errors.contains { $0.hasPrefix("\(file), \(position): \(reason)") }, "\(outcome)")
        }
        #expect(errors.contains { $0.hasPrefix("\(file), line 1, users[5], localId 'c") }, "\(outcome)")
        #expect(!outcome.errors.contains("\u{1B}"))
    }

    @Test("an import that cannot begin says why, and not to run it again")
    func rejected() async throws {
        let server = try await OfflineServer()
        let file = try server.directory.file("users.jsonl", "{\"id\":\"ann\"}\n")
        let tenant = try await server.run("user", "import", file, "--tenant", "nope")
        #expect(tenant.code != 0 && !tenant.errors.contains("run the same"), "\(tenant)")
        let directory = try await server.run("user", "import", server.directory.path)
        #expect(directory.errors.contains("Is a directory") && directory.code == 2)
        let json = try server.directory.file("users.json", "{\"users\":[]}")
        let scrypt = try await server.run("user", "import", json, "--hash-algo", "SCRYPT")
        #expect(scrypt.errors == "cardea: --hash-algo SCRYPT: --mem-cost is missing\n", "\(scrypt)")
        let argon2 = try await server.run("user", "import", json, "--hash-algo", "ARGON2")
        #expect(argon2.errors.contains("--mem-cost, --rounds and --parallelization"), "\(argon2)")
    }
}
