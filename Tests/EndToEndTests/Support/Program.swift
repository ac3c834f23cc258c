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

    /// The text of a file in `Packaging`.
    static func packaging(_ name: String) throws -> String {
        let sources = (1...4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        return try String(contentsOf: sources.appending(path: "Packaging/" + name), encoding: .utf8)
    }

    /// A program of the directory `CARDEA_PROGRAMS`, or else of the build of these tests.
    private static func built(_ name: String) -> String {
        let other = ProcessInfo.processInfo.environment["CARDEA_PROGRAMS"].map { "\($0)/\(name)" }
        if let other, FileManager.default.isExecutableFile(atPath: other) { return other }
        return URL(filePath: CommandLine.arguments[0])
            .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name).path
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
