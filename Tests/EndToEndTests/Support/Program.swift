import Foundation

/// The program `cardea`, as it was built beside these tests.
enum Program {
    static let path = URL(filePath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "cardea").path

    /// The sample app, built there too.
    static let sample = path + "-demo"

    /// An app without a face, for tests of what several processes do.
    static let probe = beside("session-probe")

    /// The fault campaign in virtual time.
    static let campaign = beside("session-campaign")

    private static func beside(_ name: String) -> String {
        URL(filePath: path).deletingLastPathComponent().appending(path: name).path
    }

    /// What a run of the program left behind.
    struct Outcome {
        let exitCode: Int32
        let output: String
        let errors: String

        /// The answer as JSON.
        func json<Message: Decodable>(_: Message.Type = Message.self) throws -> Message {
            try JSONDecoder().decode(Message.self, from: Data(output.utf8))
        }
    }

    /// Runs the program to its end, with the words of a line as its arguments.
    static func run(
        _ line: String,
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(
            path,
            line.split(separator: " ").map(String.init),
            input: input,
            environment: environment
        )
    }

    /// Runs any program to its end.
    static func run(
        _ executable: String,
        _ arguments: [String],
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        let process = try ChildProcess(
            executable,
            arguments,
            in: try TemporaryDirectory(),
            input: input,
            environment: environment
        )
        let exitCode = await process.exitCode()
        return Outcome(exitCode: exitCode, output: process.output, errors: process.errors)
    }
}
