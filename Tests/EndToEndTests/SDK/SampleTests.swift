import Foundation
import Testing

/// The sample at a terminal, against `cardea serve`.
@Suite struct SampleTests {
    @Test("title screen, sign-up, main screen, restart, restore, sign-out (S8)")
    func titleScreenSign() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("server"))
        let data = try directory.file("app")

        let first = try TerminalSession(sampleOn: server, data: data)
        try await first.choose("up")
        try await first.response("E-mail", Ada.email)
        try await first.response("Password", Ada.password)
        try await first.wait(for: "--- Main ---")
        try await first.wait(for: "user      \(Ada.email)")
        try await first.choose("call")
        try await first.wait(for: "The server says: you are \(Ada.email).")
        try await first.choose("expire")
        try await first.choose("call")
        try await first.wait(for: "There is a new access token (refreshed).")
        try await first.wait(for: "The server says")
        try await first.choose("offline")
        try await first.choose("call")
        try await first.wait(for: "The server cannot be reached.")
        try await first.choose("online")
        try await first.choose("password")
        try await first.response("New password", "a new password")
        try await first.wait(for: "The password is changed")
        try await first.choose("quit")
        #expect(await first.exitCode() == 0)
        #expect(!first.shown.contains(Ada.password) && !first.shown.contains("a new password"))

        #expect(await server.stop() == 0)
        let second = try TerminalSession(sampleOn: server, data: data)
        try await second.wait(for: "Welcome back.")
        try await second.wait(for: "user      \(Ada.email)")
        try await second.choose("call")
        try await second.wait(for: "The server cannot be reached.")
        try await second.choose("out")
        try await second.wait(for: "Signed out here")
        try await second.wait(for: "--- Title ---")
        try await second.choose("quit")
        #expect(await second.exitCode() == 0)

        let third = try TerminalSession(sampleOn: server, data: data)
        try await third.wait(for: "--- Title ---")
        #expect(!third.shown.contains("Welcome back."))
        try await third.choose("quit")
        #expect(await third.exitCode() == 0)
    }

    @Test("a guest continues, and becomes a permanent user (S8, S6)")
    func guestGoesBecomes() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("server"))
        let sample = try TerminalSession(sampleOn: server, data: try directory.file("app"))
        try await sample.choose("guest")
        try await sample.wait(for: "user      guest")
        try await sample.choose("link")
        try await sample.response("E-mail", Ada.email)
        try await sample.response("Password", Ada.password)
        try await sample.wait(for: "Welcome, \(Ada.email).")
        try await sample.choose("out")
        try await sample.wait(for: "Signed out.")
        try await sample.choose("in")
        try await sample.response("E-mail", Ada.email)
        try await sample.response("Password", "wrong")
        try await sample.wait(for: "E-mail address or password is wrong.")
        try await sample.choose("in")
        try await sample.response("E-mail", Ada.email)
        try await sample.response("Password", Ada.password)
        try await sample.wait(for: "user      \(Ada.email)")
        try await sample.choose("quit")
        #expect(await sample.exitCode() == 0)
    }

    @Test(
        "a command line that is wrong: one line, the usage, exit code 2",
        arguments: [[], ["--server", "nonsense"], ["--server", "http://127.0.0.1:1"], ["--what"]]
    )
    func usage(arguments: [String]) async throws {
        let outcome = try await ChildProcess.run(Program.sample, arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.hasPrefix("cardea-demo: ") && outcome.errors.contains("usage: cardea-demo"))
    }
}
