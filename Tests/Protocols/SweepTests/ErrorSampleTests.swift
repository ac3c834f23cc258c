import APITestSupport
import CardeaIdentityDomain
import CardeaIdentityService
import Foundation
import Testing

/// That the samples of errors, which the tests of the mappings use, are all that there are.
@Suite("The samples of errors")
struct ErrorSampleTests {
    /// Errors that reach no protocol as they are: their text stands in a response, or in the log.
    private static let inner: Set = ["AssertionError", "RetryError", "UserImportError"]

    private static let samples: [String: [String]] = [
        "IdentityError": names(ErrorSamples.identity), "StoreError": names(ErrorSamples.store),
        "UniqueName": names(ErrorSamples.names), "PhoneError": names(ErrorSamples.phone),
        "ProviderError": names(ErrorSamples.provider), "RedirectError": names(ErrorSamples.redirect),
        "ProviderAdministrationError": names(ErrorSamples.administration),
        "ProjectDirectoryError": names(ErrorSamples.directory),
        "ServiceAccountError": names(ErrorSamples.serviceAccount),
        "OutboxAdministrationError": names(ErrorSamples.mail),
    ]

    private static func names(_ values: [Any]) -> [String] {
        values.map { String(ErrorSamples.caseName($0).prefix { $0 != "." }) }
    }

    @Test("each error of the domain and of the use cases has a sample of each case")
    func complete() throws {
        var found: [String: Set<String>] = [:]
        for text in try sources(of: "Domain/CardeaIdentityDomain")
            + sources(of: "Domain/CardeaIdentityService")
        {
            for match in text.matches(of: /(?m)^package enum (\w+Error): [^\n]*\n(?:.*\n)*?^}/) {
                found[String(match.output.1)] = cases(in: match.output.0, indentation: "    ")
            }
            for match in text.matches(of: /(?m)^    package enum (UniqueName): [^\n]*\n(?:.*\n)*?^    }/) {
                found[String(match.output.1)] = cases(in: match.output.0, indentation: "        ")
            }
        }
        #expect(Set(found.keys).subtracting(Self.inner) == Set(Self.samples.keys))
        for (type, names) in Self.samples { #expect(Set(names) == found[type], "\(type)") }
    }

    @Test("an error that the log has is a sentence, not a value of Swift")
    func sentences() {
        let texts = ErrorSamples.store.map { "\($0)" } + ErrorSamples.directory.map { "\($0)" }
        for text in texts {
            #expect(text.contains(" ") && !text.contains("(\""), "\(text)")
            #expect(text.first?.isLowercase == true || text.contains(": "), "\(text)")
        }
    }

    private func cases(in declaration: Substring, indentation: String) -> Set<String> {
        let lines = declaration.split(separator: "\n").filter { $0.hasPrefix("\(indentation)case ") }
        return Set(lines.map { String($0.dropFirst(indentation.count + 5).prefix { $0.isLetter }) })
    }

    private func sources(of module: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/\(module)")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }
}
