import Foundation
import Testing

/// The README's ten minutes, typed word for word.
@Suite struct ReadmeTourTests {
    @Test("the tour works as it is printed, and again (K14)")
    func tourWorksPrinted() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        let built = try directory.file(".build")
        try FileManager.default.createDirectory(atPath: built, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: built + "/release",
            withDestinationPath: URL(filePath: Program.path).deletingLastPathComponent().path
        )
        let port = try #require(server.url.port)
        let tour = try Self.tour().replacing("8080", with: "\(port)")

        for _ in 0..<2 {
            let outcome = try await ChildProcess.run(
                "/bin/bash",
                ["-euo", "pipefail", "-c", "cd '\(directory.path)'\n" + tour],
                environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.errors.isEmpty)
            let lines = outcome.output.split(separator: "\n").map(String.init)
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
            let settings = lines.filter { $0.hasPrefix("  tokens.accessTokenLifetime ") }
            #expect(settings.compactMap { $0.split(separator: " ").last } == ["900", "3600"])
            #expect(lines.last == "The user ada@example.com is deleted.")
        }
    }

    private static func tour() throws -> String {
        let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../README.md"
        )
        let text = try String(contentsOf: readme.standardizedFileURL, encoding: .utf8)
        return try #require(
            text.components(separatedBy: "```bash\n").dropFirst().first?.components(separatedBy: "```").first
        )
    }
}
