import Foundation

/// A program at a terminal of its own, and somebody who types when there is something to type.
final class TerminalSession {
    private let process: ChildProcess
    private let keyboard = Pipe()
    private var read = 0

    /// Starts the sample.
    convenience init(sampleOn server: ServerProcess, data: String) throws {
        try self.init(
            "exec \(Program.sample)",
            environment: [
                "CARDEA_SERVER": server.url.absoluteString,
                "CARDEA_API_KEY": server.apiKey,
                "CARDEA_DEMO_DATA": data,
            ]
        )
    }

    /// Starts a command of the shell at a pseudo-terminal, which `script` makes.
    init(_ command: String, environment: [String: String] = [:]) throws {
        process = try ChildProcess(
            "/usr/bin/script",
            ["--quiet", "--return", "--flush", "--command", command, "/dev/null"],
            in: try TemporaryDirectory(),
            keyboard: keyboard,
            environment: environment.merging(["PATH": "/usr/bin:/bin", "SHELL": "/bin/sh"]) { $1 }
        )
    }

    /// Everything that was shown so far.
    var shown: String { process.output }

    /// Waits until a text is shown below what was waited for before.
    func wait(for text: String) async throws {
        let deadline = ContinuousClock.now + .seconds(180)
        while true {
            let news = String(shown.dropFirst(read))
            if let range = news.firstRange(of: text) {
                read += news.distance(from: news.startIndex, to: range.upperBound)
                return
            }
            guard ContinuousClock.now < deadline else { throw NotShown(text: text, shown: shown) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Types keys.
    func type(_ keys: String) throws {
        try keyboard.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
    }

    /// Waits for a question and replies to it.
    func response(_ question: String, _ line: String) async throws {
        try await wait(for: question + ": ")
        try type(line + "\n")
    }

    /// Chooses from the menu that is shown next.
    func choose(_ item: String) async throws {
        try await response("Your choice", item)
    }

    /// Waits for the program's end.
    func exitCode() async -> Int32 { await process.exitCode() }

    struct NotShown: Error {
        let text: String
        let shown: String
    }
}
