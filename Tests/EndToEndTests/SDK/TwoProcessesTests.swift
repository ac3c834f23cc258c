import Foundation
import Testing

/// Two processes of an app on one store, at `cardea serve`.
@Suite struct TwoProcessesTests {
    private let server: ServerProcess
    private let disk: TemporaryDirectory

    init() async throws {
        disk = try TemporaryDirectory()
        server = try await ServerProcess.serve(try disk.file("data"))
    }

    private func start(_ step: String, keyboard: Pipe? = nil) throws -> ChildProcess {
        try ChildProcess(
            Program.probe,
            [disk.path + "/store", server.url.absoluteString, server.apiKey, step],
            in: try TemporaryDirectory(),
            keyboard: keyboard,
            environment: ["PATH": "/usr/bin:/bin"]
        )
    }

    /// Waits for the end of an app; the last line that it says.
    private func end(of app: ChildProcess) async -> Substring? {
        #expect(await app.exitCode() == 0, "\(app.errors)")
        return app.output.split(separator: "\n").last
    }

    @Test(
        "a refresh beside a password change waits for it; if that process is killed, the rejection ends the session (U9, rule 5)",
        arguments: [false, true]
    )
    func passwordChange(isKilled: Bool) async throws {
        let user = try #require(await end(of: try start("signUp")))
        let keyboard = Pipe()
        let changing = try start("changePassword", keyboard: keyboard)
        try await until("the change") { changing.output.contains("changed") || !changing.isRunning }
        let refreshing = try start("refresh")
        try await until("the refresh") { refreshing.output.contains("refreshing") || !refreshing.isRunning }
        if isKilled {
            changing.send(SIGKILL)
        } else {
            try keyboard.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
            #expect(await end(of: changing) == user)
        }
        #expect(await end(of: refreshing) == (isKilled ? "nobody" : user))
        #expect(await end(of: try start("refresh")) == (isKilled ? "nobody" : user))
    }
}
