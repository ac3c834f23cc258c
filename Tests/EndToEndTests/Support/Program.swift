import Foundation

/// The program `cardea`, as it was built beside these tests.
enum Program {
    static let path = URL(filePath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "cardea").path

    /// The sample app, built there too.
    static let sample = path + "-demo"

    /// The sample back end.
    static let backEnd = path + "-back-end"

    /// An app without a face, for tests of what several processes do.
    static let probe = beside("session-probe")

    /// The fault campaign in virtual time.
    static let campaign = beside("session-campaign")

    private static func beside(_ name: String) -> String {
        URL(filePath: path).deletingLastPathComponent().appending(path: name).path
    }

    /// Runs the program to its end, with the words of a line as its arguments.
    static func run(
        _ line: String,
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            path,
            line.split(separator: " ").map(String.init),
            input: input,
            environment: environment
        )
    }
}
