import Foundation
import Glibc

/// A program at a terminal of its own, and somebody who types when there is something to answer.
final class TerminalSession {
    private let process = Process()
    private let keyboard = Pipe()
    private let screen: String
    private let directory: TemporaryDirectory
    private var read = 0

    /// Starts the sample at a pseudo-terminal, which `script` makes.
    init(sampleOn server: ServerProcess, data: String) throws {
        directory = try TemporaryDirectory()
        screen = try directory.file("screen", "")
        let sample = URL(filePath: Program.path).deletingLastPathComponent().appending(path: "cardea-demo")
            .path
        process.executableURL = URL(filePath: "/usr/bin/script")
        process.arguments = ["--quiet", "--return", "--flush", "--command", "exec \(sample)", "/dev/null"]
        process.environment = [
            "CARDEA_SERVER": server.url.absoluteString,
            "CARDEA_API_KEY": server.apiKey,
            "CARDEA_DEMO_DATA": data,
            "PATH": "/usr/bin:/bin",
            "SHELL": "/bin/sh",
        ]
        process.standardInput = keyboard
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: screen))
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Everything that was shown so far.
    var shown: String {
        String(decoding: FileManager.default.contents(atPath: screen) ?? Data(), as: UTF8.self)
    }

    /// Waits until a text is shown below what was waited for before.
    func wait(for text: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
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

    /// Waits for a question and answers it.
    func answer(_ question: String, _ line: String) async throws {
        try await wait(for: question + ": ")
        try keyboard.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Chooses from the menu that is shown next.
    func choose(_ item: String) async throws {
        try await answer("Your choice", item)
    }

    /// Waits for the program's end.
    func exitCode() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    struct NotShown: Error {
        let text: String
        let shown: String
    }
}
