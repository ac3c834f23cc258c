import Foundation

/// The program `cardea`, and those of the examples and tests.
enum Program {
    static let path = built("cardea")

    /// The sample app.
    static let sample = built("cardea-demo")

    /// The sample back end.
    static let backEnd = built("cardea-back-end")

    /// An app without a face, for tests of what several processes do.
    static let probe = built("session-probe")

    /// The fault campaign in virtual time.
    static let campaign = built("session-campaign")

    /// A program of the build of these tests, or of the directory `CARDEA_PROGRAMS`.
    private static func built(_ name: String) -> String {
        let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let directory =
            ProcessInfo.processInfo.environment["CARDEA_PROGRAMS"].map { URL(filePath: $0) } ?? tests
        return directory.appending(path: name).path
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
