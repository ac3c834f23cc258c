import Foundation
import Glibc
import Testing

/// Exports and imports that are stopped, or watched.
@Suite("Long transfers of users", .timeLimit(.minutes(10)))
struct LongTransferTests {
    private let directory: TemporaryDirectory
    private let data: String

    init() throws {
        directory = try TemporaryDirectory()
        data = try directory.file("data")
    }

    private func run(_ line: String, input: String = "") async throws -> ChildProcess.Outcome {
        try await Program.run("user \(line) --data \(data)", input: input)
    }

    @Test("an export that is killed is continued, and loses and repeats no user")
    func killedExport() async throws {
        let server = try await ServerProcess.serve(data)
        let lines = (0..<20_000).map { "{\"id\":\"user\($0)\",\"email\":\"user\($0)@example.com\"}\n" }
        #expect(try await run("import -", input: lines.joined()).exitCode == 0)
        let whole = try await run("export").output
        let file = try directory.file("users.jsonl")
        func size(_ path: String) -> Int {
            (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        }
        var written = 0
        for _ in 0..<3 {
            let export = try ChildProcess(
                Program.path,
                ["user", "export", file, "--continue", "--data", data],
                in: try TemporaryDirectory()
            )
            // The export may be faster than this test.
            try await until("another page") { size(file + ".partial") > written || !export.isRunning }
            export.send(SIGKILL)
            guard await export.exitCode() == 128 + SIGKILL, size(file) == 0 else { break }
            written = size(file + ".partial")
        }
        if size(file) == 0 {
            let rejected = try await run("export \(file)")
            #expect(rejected.exitCode == 1 && rejected.errors.contains("--continue"), "\(rejected.errors)")
            let continued = try await run("export \(file) --continue")
            #expect(continued.output.hasPrefix("20000 users are in"), "\(continued.errors)")
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == whole)
        #expect(await server.stop() == 0)
    }

    @Test("an export ends in peace when the server stops, and the log tells one that was not delivered")
    func stoppedServer() async throws {
        let server = try await ServerProcess.serve(data, "--limits-drain", "60")
        let lines = (0..<20_000).map { "{\"id\":\"user\($0)\",\"email\":\"user\($0)@example.com\"}\n" }
        #expect(try await run("import -", input: lines.joined()).exitCode == 0)
        let request = [
            "--silent", "--unix-socket", data + "/control.sock",
            "http://localhost/admin/v1/projects/default/users:export",
        ]
        let cut = try await ChildProcess.run(
            "/usr/bin/curl",
            request + ["--limit-rate", "100k", "--max-time", "1"]
        )
        #expect(cut.exitCode == 28)
        try await until("the line of the log") { server.process.output.contains("\"outcome\":\"failed\"") }
        let file = try directory.file("slow.jsonl")
        let export = try ChildProcess(
            "/usr/bin/curl",
            request + ["--limit-rate", "2M", "--output", file],
            in: try TemporaryDirectory()
        )
        try await until("the first lines") { FileManager.default.fileExists(atPath: file) }
        #expect(await server.stop() == 0)
        #expect(await export.exitCode() == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 20_000)
    }

    // ThreadSanitizer maps files, which this limit forbids.
    #if !THREAD_SANITIZER
    @Test("an export that its disk stops keeps what it has, and says how to continue")
    func fullDisk() async throws {
        let server = try await ServerProcess.serve(data)
        let lines = (0..<1500).map { "{\"id\":\"user\($0)\"}\n" }
        #expect(try await run("import -", input: lines.joined()).exitCode == 0)
        let file = try directory.file("users.jsonl")
        let stopped = try await ChildProcess.run(
            "/bin/sh",
            ["-c", "trap '' XFSZ; ulimit -f 8; exec \(Program.path) user export \(file) --data \(data)"]
        )
        #expect(stopped.exitCode == 1, "\(stopped)")
        #expect(
            stopped.errors.contains("File too large. To continue, run the same command again with --continue")
        )
        #expect(try await run("export \(file) --continue").exitCode == 0)
        #expect(try await run("export").output == String(contentsOfFile: file, encoding: .utf8))
        #expect(await server.stop() == 0)
    }
    #endif

    @Test("a terminal shows a bar with count, and counts alone for a pipe; nothing is shown elsewhere")
    func progress() async throws {
        let server = try await ServerProcess.serve(data)
        let lines = (0..<1200).map { "{\"id\":\"user\($0)\"}\n" }.joined()
        let file = try directory.file("users.jsonl", lines)
        let command = "\(Program.path) user import"
        let known = try TerminalSession("\(command) \(file) --data \(data)")
        try await known.wait(for: "imported [")
        try await known.wait(for: " %  500  ")
        try await known.wait(for: "1200 created")
        #expect(await known.exitCode() == 0)
        let unknown = try TerminalSession("cat \(file) | \(command) - --overwrite --data \(data)")
        try await unknown.wait(for: "imported 500  ")
        try await unknown.wait(for: "1200 replaced")
        #expect(await unknown.exitCode() == 0)
        #expect(!unknown.shown.contains("[" + "#") && !unknown.shown.contains(" %"))
        let export = try TerminalSession("\(Program.path) user export \(file).copy --data \(data)")
        try await export.wait(for: "exported [")
        try await export.wait(for: "1200 users are in")
        #expect(await export.exitCode() == 0)
        let silent = try await run("import \(file)")
        #expect(silent.errors.isEmpty, "\(silent.errors)")
        #expect(await server.stop() == 0)
    }
}
