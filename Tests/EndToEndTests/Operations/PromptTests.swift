import Foundation
import Testing

/// Questions of the command line to a person at a terminal.
@Suite struct PromptTests {
    private let directory: TemporaryDirectory
    private let data: String

    init() async throws {
        directory = try TemporaryDirectory()
        data = try directory.file("data")
        // A server creates the database; the commands work without it.
        let server = try await ServerProcess.serve(data)
        #expect(await server.stop() == 0)
    }

    /// A command at a terminal; then the terminal's state is shown, also after a signal.
    private func session(_ command: String) throws -> TerminalSession {
        try TerminalSession("trap : INT; \(Program.path) \(command) --data \(data); echo code $?; stty -a")
    }

    private func shows(_ email: String) async throws -> Bool {
        try await Program.run("user show \(email) --data \(data)").exitCode == 0
    }

    @Test("a password is typed twice and not shown, until both are the same (security 33)")
    func password() async throws {
        let terminal = try session("user create --email ada@example.com")
        try await terminal.response("Password", "battery staple")
        try await terminal.response("The same password again", "battery stable")
        try await terminal.wait(for: "The passwords are not the same")
        try await terminal.response("Password", "battery staple horse")
        try await terminal.response("The same password again", "battery staple horse")
        try await terminal.wait(for: "ada@example.com")
        try await terminal.wait(for: "code 0")
        try await terminal.wait(for: " echo ")
        #expect(await terminal.exitCode() == 0)
        #expect(!terminal.shown.contains("battery"), "\(terminal.shown)")
    }

    @Test("a new password of a user and a secret of a provider are not shown either (security 33)")
    func otherSecrets() async throws {
        try #require(
            try await Program.run("user create --no-password --email ada@example.com --data \(data)").exitCode
                == 0
        )
        for option in ["--password", "--password-file /dev/stdin"] {
            let terminal = try session("user update ada@example.com \(option)")
            try await terminal.response("Password", "battery staple horse")
            try await terminal.response("The same password again", "battery staple horse")
            try await terminal.wait(for: "code 0")
            #expect(!terminal.shown.contains("battery"), "\(terminal.shown)")
        }
        let terminal = try session("provider set google.com --client-id 42 --secret-file /dev/stdin")
        try await terminal.response("Secret", "battery staple")
        try await terminal.wait(for: "stored, not shown")
        try await terminal.wait(for: "code 0")
        #expect(!terminal.shown.contains("battery"), "\(terminal.shown)")
    }

    @Test(
        "an interrupted prompt shows again what is typed, and no user is created",
        arguments: ["\u{3}", "\u{4}"]
    )
    func interrupted(key: String) async throws {
        let terminal = try session("user create --email ada@example.com")
        try await terminal.wait(for: "Password: ")
        try terminal.type(key)
        try await terminal.wait(for: key == "\u{3}" ? "code 130" : "code 2")
        try await terminal.wait(for: " echo ")
        #expect(try await !shows("ada@example.com"))
    }

    @Test("without a terminal, the password is the first line, and the rest of the input is not read")
    func pipe() async throws {
        let command = "\(Program.path) user create --email ada@example.com --data \(data)"
        let outcome = try await ChildProcess.run(
            "/bin/sh",
            [
                "-c",
                "{ echo battery staple; echo rest; } | { \(command) && read line && echo $line; }",
            ],
            environment: ["PATH": "/usr/bin:/bin"]
        )
        #expect(outcome.output.hasSuffix("rest\n"), "\(outcome)")
        #expect(!outcome.errors.contains("Password"), "\(outcome)")
    }

    @Test("a deletion asks at the terminal although its errors go elsewhere", arguments: ["yes", "n"])
    func redirectedErrors(reply: String) async throws {
        _ = try await Program.run("user create --no-password --email ada@example.com --data \(data)")
        let terminal = try TerminalSession(
            "\(Program.path) user delete ada@example.com --data \(data) 2>/dev/null; echo code $?"
        )
        try await terminal.wait(for: "The user ada@example.com will be deleted with all sessions.")
        try await terminal.wait(for: "Continue? [y/N] ")
        try terminal.type(reply + "\n")
        let isDeleted = reply == "yes"
        try await terminal.wait(for: isDeleted ? "code 0" : "code 1")
        #expect(try await shows("ada@example.com") != isDeleted)
    }

    @Test("a deletion of an unknown user says so before it asks, and one by id names the address")
    func deletedUser() async throws {
        let unknown = try session("user delete nobody@example.com")
        try await unknown.wait(for: "code 1")
        #expect(!unknown.shown.contains("Continue?"), "\(unknown.shown)")
        struct User: Decodable { let id: String }
        let created = try await Program.run(
            "user create --no-password --email ada@example.com --json --data \(data)"
        )
        let terminal = try session("user delete \(try created.json(User.self).id)")
        try await terminal.wait(for: "The user ada@example.com (")
        try await terminal.wait(for: "Continue? [y/N] ")
        try terminal.type("n\n")
        try await terminal.wait(for: "code 1")
    }

    @Test(
        "a deletion at a terminal is done only after the reply yes, and without a terminal at once"
    )
    func confirmation() async throws {
        let delete = "user delete ada@example.com"
        let create = "user create --no-password --email ada@example.com --data \(data)"
        for (reply, code) in [("", 1), ("n", 1), ("yes", 0)] {
            if code == 1 { _ = try await Program.run(create) }
            let terminal = try session(delete)
            try await terminal.wait(for: "The user ada@example.com will be deleted with all sessions.")
            try await terminal.wait(for: "Continue? [y/N] ")
            try terminal.type(reply + "\n")
            try await terminal.wait(for: "code \(code)")
            #expect(try await shows("ada@example.com") == (code == 1))
        }
        _ = try await Program.run(create)
        let terminal = try session(delete + " --yes")
        try await terminal.wait(for: "The user ada@example.com is deleted.")
        #expect(!terminal.shown.contains("Continue?"))
        _ = try await Program.run(create)
        #expect(try await Program.run("\(delete) --data \(data)").exitCode == 0)
    }
}
