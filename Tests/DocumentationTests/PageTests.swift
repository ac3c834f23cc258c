import CardeaIdentityDomain
import CardeaServer
import CardeaSettings
import Foundation
import Testing

/// The statements of the pages about the code are true.
@Suite("Pages")
struct PageTests {
    @Test("links between pages lead somewhere")
    func links() throws {
        for page in try Page.all() where !page.path.contains(".docc/") {
            let here = Page.package.appending(path: page.path).deletingLastPathComponent()
            for match in page.text.matches(of: /\]\((?!https?:)([^)#]+)[^)]*\)/) {
                let target = here.appending(path: String(match.1)).path
                #expect(FileManager.default.fileExists(atPath: target), "\(page.path) leads to \(match.1)")
            }
        }
    }

    @Test("each test that the page of attacks names is a suite or a target")
    func namedTests() throws {
        let page = try Page("Documentation/security-tests.md")
        let named = Set(page.text.matches(of: /`(\w+Tests)`/).map { String($0.1) })
        #expect(named.count > 50)
        let tests = Page.package.appending(path: "Tests")
        let targets = try FileManager.default.contentsOfDirectory(atPath: tests.path)
        let suites = try Page.files(in: tests, ending: "swift").flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /(?:struct|class|actor) (\w+Tests)\b/)
                .map {
                    String($0.1)
                }
        }
        #expect(named.subtracting(targets).subtracting(suites).isEmpty)
    }

    @Test("no test starts the program on its default port, where the server of a developer may run")
    func ports() throws {
        let files = try Page.files(in: Page.package.appending(path: "Tests"), ending: "swift")
        for file in files where !file.path.contains("/DocumentationTests/") {
            let lines = try String(contentsOf: file, encoding: .utf8).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            for (index, line) in lines.enumerated() where line.contains(#/"serve"|"config", "check"/#) {
                // The rest of the command; `Program.run` chooses a free port itself.
                let command = lines[index..<min(index + 6, lines.count)].joined()
                let hasPort = command.contains("port") || command.contains("--config")
                #expect(hasPort, "\(file.lastPathComponent):\(index + 1)")
            }
        }
    }

    @Test("a server accepts the configuration on the page")
    func configuration() throws {
        let page = try Page("Sources/Programs/CardeaServer/CardeaServer.docc/Configuring.md")
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json5")
        defer { try? FileManager.default.removeItem(at: file) }
        try #require(page.blocks(of: "json5").first).write(to: file, atomically: true, encoding: .utf8)
        let configuration = try CardeaServer.Configuration.load(file: file.path)
        #expect(configuration.baseURL == "https://id.example.com")
    }

    @Test("the pages of settings have the rows of the tables in the code, and no others")
    func settings() throws {
        let pages = "Sources/Programs/CardeaServer/CardeaServer.docc/"
        let tables = [
            ("ProjectSettings.md", rows(of: Policy.table, Policy())),
            ("Configuring.md", rows(of: CardeaServer.Configuration.table, CardeaServer.Configuration())),
        ]
        for (name, expected) in tables {
            let present = try tableRows(of: Page(pages + name))
            #expect(present == expected, "\(Set(present).symmetricDifference(expected).sorted())")
        }
    }

    private func rows<Root>(of table: SettingTable<Root>, _ defaults: Root) -> [String] {
        table.settings.map { setting in
            let standard = setting.text(in: defaults)
            return "| `\(setting.key)` | \(standard) | \(setting.expectation) | \(setting.documentation) |"
        }
    }

    /// The rows of four columns whose first one is a name.
    private func tableRows(of page: Page) -> [String] {
        page.text.split(separator: "\n").map(String.init).filter {
            $0.hasPrefix("| `") && $0.split(separator: "|").count == 4
        }
    }

    @Test("the documentation of each property of the configuration is that of its setting")
    func configurationComments() throws {
        // A comment of two sentences has an empty line between them.
        let source = try [
            "Configuration", "Configuration+SMTP", "Configuration+SMS", "Configuration+Providers",
        ]
        .map { try Page("Sources/Programs/CardeaServer/Configuration/\($0).swift").text }
        .joined()
        .replacing(#/\n +///\n +/// /#, with: " ")
        for setting in CardeaServer.Configuration.table.settings {
            let name = setting.key.split(separator: ".").last ?? ""
            let comment = "/// \(setting.documentation)\n"
            let isThere = source.ranges(of: comment).contains { range in
                source[range.upperBound...].drop { $0 == " " }.hasPrefix("public var \(name)")
            }
            #expect(isThere, "\(setting.key)")
        }
    }

    @Test("each requirement on the page has a test that names it")
    func requirements() throws {
        let page = try Page("Documentation/requirements.md").text
        let rows = page.matches(of: /\n\| (\w\d+) \|.*\| ([^|]*)\|/).map { (String($0.1), $0.2 == "") }
        #expect(rows.count == 65)
        let tests = try Page.files(in: Page.package.appending(path: "Tests"), ending: "swift")
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let named = Set(tests.matches(of: /\b[KXURS]\d+\b/).map { String($0.0) })
        for (id, isShown) in rows where isShown { #expect(named.contains(id), "\(id)") }
    }

    @Test("each test that the page names exists")
    func clientRules() throws {
        let page = try Page("Documentation/client-rules.md").text
        let named = page.matches(of: /`(\w+Tests)\.(\w+)`/).map { (String($0.1), String($0.2)) }
        #expect(named.count > 100)
        let files = try Page.files(in: Page.package.appending(path: "Tests"), ending: "swift")
        for (suite, function) in named {
            let own = files.filter { $0.lastPathComponent.prefix { $0 != "." && $0 != "+" } == suite }
            let isThere = try own.contains { file in
                try String(contentsOf: file, encoding: .utf8).contains("func \(function)(")
            }
            #expect(isThere, "\(suite).\(function)")
        }
    }
}
