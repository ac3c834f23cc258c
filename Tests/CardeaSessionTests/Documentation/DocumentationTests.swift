import Foundation
import Testing

/// The pages of the catalogue show code that is compiled: each example word for word.
@Suite("Documentation")
struct DocumentationTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    private static let catalogue = sources.appending(
        path: "../../../Sources/CardeaSession/CardeaSession.docc"
    )
    .standardizedFileURL

    @Test(
        "K9 X1 X2 X3 X5 X8 X9 R7 R8 every scheme has an example that compiles",
        arguments: [
            "OAuth", "Using", "LongLivedToken", "TokenExchange", "TokenInHeader", "BodyCodes", "Closure",
            "StepUp",
            "OtherLibrary", "BrowserSignIn", "RefreshAhead",
        ]
    )
    func example(name: String) throws {
        let code = try Self.example(name)
        let pages = try FileManager.default.contentsOfDirectory(
            at: Self.catalogue,
            includingPropertiesForKeys: nil
        )
        let texts = try pages.filter { $0.pathExtension == "md" }.map {
            try String(contentsOf: $0, encoding: .utf8)
        }
        #expect(texts.contains { $0.contains("```swift\n\(code)```") }, "no page shows:\n\(code)")
    }

    /// The lines between the marks, moved to the left edge.
    private static func example(_ name: String) throws -> String {
        let text = try String(contentsOf: sources.appending(path: "Examples.swift"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasSuffix("// EXAMPLE \(name)") })
        let end = try #require(lines[start...].firstIndex { $0.hasSuffix("// END") })
        return lines[(start + 1)..<end].map { $0.dropFirst(8) + "\n" }.joined()
    }
}
