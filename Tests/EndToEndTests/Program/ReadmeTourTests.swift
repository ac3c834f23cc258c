import Foundation
import Testing

/// The tours of the README and of its longer page, typed word for word.
@Suite struct ReadmeTourTests {
    @Test("the tour of the README works as it is printed, and again (K13, K14)")
    func tourOfReadmeWorksPrinted() async throws {
        try await run(page: "README.md") { lines in
            #expect(
                lines == [
                    "The same token: nobody is signed out.", #""TOKEN_EXPIRED""#, #""TOKEN_EXPIRED""#,
                ]
            )
        }
    }

    @Test("the whole tour works as it is printed, and again (K14)")
    func tourWorksPrinted() async throws {
        try await run(page: "Documentation/tour.md") { lines in
            #expect(lines.contains(#"  "expiresIn": "3600""#))
            let children = lines.filter { $0.hasPrefix("AgAAAA") }
            #expect(children.count == 2 && Set(children).count == 1, "\(lines)")
            #expect(lines.contains(#"  "token_type": "Bearer","#))
            #expect(lines.contains(#""TOKEN_EXPIRED""#))
            #expect(lines.contains { $0.hasPrefix(#"{"kty":"EC","crv":"P-256","alg":"ES256""#) })
            #expect(lines.contains(#"{"email":"ada@example.com","emailVerified":true}"#))
            #expect(lines.contains(#"{"email":"ada@example.com","isNewUser":false}"#))
            #expect(lines.contains(#"{"localId":"bob-7","isNewUser":true}"#))
            #expect(lines.contains(#"{"email":"ada@example.com","expiresIn":"3600"}"#))
            #expect(lines.contains { $0.contains("ada@example.com") && $0.contains("enabled") })
            #expect(lines.contains("tokens.accessTokenLifetime  15m  (before: 1h)"))
            #expect(lines.contains("tokens.accessTokenLifetime  1h  (before: 15m)"))
            #expect(lines.last == "The user ada@example.com is deleted.")
        }
    }

    /// Runs the first shell script of a page twice against a server, and hands over the lines that it prints.
    private func run(page: String, expecting check: ([String]) throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        let built = try directory.file(".build")
        try FileManager.default.createDirectory(atPath: built, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: built + "/release",
            withDestinationPath: URL(filePath: Program.path).deletingLastPathComponent().path
        )
        let port = try #require(server.url.port)
        let tour = try Self.script(on: page).replacing("8080", with: "\(port)")

        for _ in 0..<2 {
            let outcome = try await ChildProcess.run(
                "/bin/bash",
                ["-euo", "pipefail", "-c", "cd '\(directory.path)'\n" + tour],
                environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.errors.isEmpty)
            try check(outcome.output.split(separator: "\n").map(String.init))
        }
    }

    private static func script(on page: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../\(page)")
        let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        return try #require(
            text.components(separatedBy: "```bash\n").dropFirst().first?.components(separatedBy: "```").first
        )
    }
}
