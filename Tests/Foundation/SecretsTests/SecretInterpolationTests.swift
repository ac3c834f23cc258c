import ChildProcesses
import Foundation
import Testing

private let compiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/swiftc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite(
    "Secrets in the source",
    .enabled(if: compiler != nil, "the test needs the compiler"),
    .timeLimit(.minutes(10))
)
struct SecretInterpolationTests {
    private static let modules = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Sources/Foundation/CardeaSecrets").path

    @Test(
        "the interpolation of a secret is a warning of the compiler, which a strict build rejects (security 23)"
    )
    func interpolation() async throws {
        let directory = try TemporaryDirectory()
        let source = try directory.file(
            "Interpolation.swift",
            #"""
            func bad(_ secret: Secret) -> String { "Bearer \(secret)" }
            func bad(_ secret: Secret?) -> String { "\(secret)" }
            struct Tokens: Redacted { let bytes: [UInt8] = [1] }
            func bad(_ tokens: Tokens) -> String { "\(tokens)" }
            func good(_ secret: Secret) -> String { "Bearer \(secret.reveal()), \(secret.isEmpty)" }
            func good(_ name: String, _ number: Int?, _ value: some Any) -> String {
                "\(name), \(String(describing: number)), \(value), \(String(describing: Secret(name)))"
            }

            """#
        )
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.modules)
            .filter { $0.hasSuffix(".swift") }.sorted().map { Self.modules + "/" + $0 }
        let outcome = try await ChildProcess.run(
            try #require(compiler),
            ["-typecheck", "-swift-version", "6", "-package-name", "cardea"] + files + [source],
            environment: ProcessInfo.processInfo.environment
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        // The compiler repeats each warning with an excerpt of the source.
        let warnings = outcome.errors.split(separator: "\n").filter { $0.hasPrefix(source + ":") }
        #expect(warnings.allSatisfy { $0.contains("warning: ") && $0.contains("reveal()") })
        let lines = warnings.map { String($0.dropFirst(source.count + 1).prefix { $0 != ":" }) }
        #expect(lines == ["1", "2", "4"])
    }
}
