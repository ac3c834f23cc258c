import Foundation
import CardeaHTTPMessages
import Testing

/// Texts of others on the administrator's terminal.
@Suite struct TerminalTests {
    private static let hostile = "\u{1b}]0;pwned\u{7}\u{1b}[2J\r\nfake\u{202e}row\u{9b}"
    private static let shown = #"\x1b]0;pwned\x07\x1b[2J\x0d\x0afake\u202erow\x9b"#

    private func run(_ arguments: String...) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(Program.path, arguments)
    }

    /// Writes a name of a user as it stands in a database of a version that did not remove control characters.
    private func write(_ name: String, ofUsersIn data: String) async throws {
        let script = """
            from sqlite3 import connect
            from sys import argv, stdin
            with connect(argv[1]) as database:
                database.execute("UPDATE users SET display_name = ?", (stdin.read(),))
            """
        let written = try await ChildProcess.run(
            "/usr/bin/python3",
            ["-c", script, data + "/cardea.sqlite"],
            input: name,
            environment: ["PYTHONUTF8": "1"]
        )
        try #require(written.exitCode == 0, "\(written.errors)")
    }

    @Test("names and errors with control characters are printed with these escaped (security 31)")
    func namesErrorsControl() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        #expect(try await run("administrator", "create", Self.hostile, "--data", data).exitCode == 0)
        let signUp = ["email": "ada@example.com", "password": "correct horse", "displayName": "Ada"]
        try #require(try await server.account("signUp", signUp).status == 200)
        try await write(Self.hostile, ofUsersIn: data)

        let administrators = try await run("administrator", "list", "--data", data).output
        #expect(administrators.contains(Self.shown))
        // The heading, the first administrator's token, and this one.
        #expect(administrators.split(separator: "\n").count == 3)
        let users = try await run("user", "list", "--data", data).output
        #expect(users.contains(Self.shown) && users.split(separator: "\n").count == 2)
        let user = try await run("user", "show", "ada@example.com", "--data", data).output
        #expect(user.contains(Self.shown))
        var outputs = [administrators, users, user]
        for words in [[Self.hostile], ["user", "show", Self.hostile, "--data", data]] {
            let outcome = try await ChildProcess.run(Program.path, words)
            #expect(outcome.exitCode != 0)
            #expect(outcome.errors.contains(Self.shown), "\(outcome.errors)")
            outputs.append(outcome.errors)
        }
        let json = try await run("administrator", "list", "--json", "--data", data).output
        let names = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]]
        #expect(names?["administrators"]?.contains { $0["name"] as? String == Self.hostile } == true)
        for output in outputs + [json] {
            let controls = output.unicodeScalars.filter {
                $0.properties.generalCategory == .control || $0.properties.isBidiControl
            }
            #expect(controls.allSatisfy { $0 == "\n" })
        }
    }
    @Test("an export to a full device fails with one sentence")
    func fullDevice() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        #expect(try await ServerProcess.serve(data).stop() == 0)
        #expect(
            try await run("user", "create", "--no-password", "--email", "a@example.com", "--data", data)
                .exitCode == 0
        )
        let command = "exec \(Program.path) user export - --data \(data) >/dev/full"
        let outcome = try await ChildProcess.run("/bin/sh", ["-c", command])
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors == "cardea: the standard output cannot be written: No space left on device\n"
        )
    }
}
