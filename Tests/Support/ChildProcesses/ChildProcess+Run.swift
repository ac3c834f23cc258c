import Foundation

extension ChildProcess {
    /// The exit code and the output of a run.
    package struct Outcome: Sendable {
        package let exitCode: Int32
        package let output: String
        package let errors: String

        /// The output as JSON.
        package func json<Message: Decodable>(_: Message.Type = Message.self) throws -> Message {
            try JSONDecoder().decode(Message.self, from: Data(output.utf8))
        }
    }

    /// Runs a program to its end.
    package static func run(
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
