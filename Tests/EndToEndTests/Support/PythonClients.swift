import Foundation

/// The scripts in `Clients`, which use other people's client libraries.
enum PythonClients {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Where `Scripts/python-clients` installed them.
    static let interpreter = root.appending(path: ".build/python/bin/python").path

    static func path(of script: String) -> String {
        root.appending(path: "Tests/EndToEndTests/Clients/" + script).path
    }

    /// A page of the server's documentation.
    static func page(_ name: String) -> String {
        root.appending(path: "Sources/Programs/CardeaServer/CardeaServer.docc/" + name).path
    }

    /// Runs a script against a server to its end; some scripts open a page.
    static func run(
        _ script: String,
        against server: ServerProcess,
        _ page: URL? = nil,
        project: String = "default",
        environment: [String: String] = [:]
    ) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            interpreter,
            [path(of: script)] + [page?.absoluteString].compactMap(\.self),
            environment: [
                "CARDEA_URL": server.url.absoluteString, "CARDEA_API_KEY": server.apiKey,
                "CARDEA_PROJECT": project,
                "PATH": "/usr/bin:/bin",
            ]
            .merging(environment) { $1 }
        )
    }
}
