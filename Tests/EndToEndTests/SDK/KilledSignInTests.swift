import CardeaCurlTransport
import CardeaHTTPTransport
import CardeaSession
import Foundation
import Testing

/// Apps that are killed while the page of a provider is open, and go on in the next process, at `cardea serve`.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: PythonClients.interpreter)))
struct KilledSignInTests {
    private static let redirect = "com.example.app:/callback"

    private let setting: ProviderFlowTests.Setting
    private let disk: TemporaryDirectory
    private let person: Person

    init() async throws {
        setting = try await ProviderFlowTests.Setting()
        try await setting.configureAll()
        try await setting.set("project set providers.redirectURLs http://127.0.0.1/callback,\(Self.redirect)")
        disk = try TemporaryDirectory()
        person = Person(at: setting.server)
    }

    /// Starts the app.
    private func start(_ step: String, _ address: String? = nil) throws -> ChildProcess {
        try ChildProcess(
            Program.probe,
            [disk.path + "/store", setting.server.url.absoluteString, setting.server.apiKey, step]
                + [address].compactMap(\.self),
            in: try TemporaryDirectory(),
            environment: ["PATH": "/usr/bin:/bin"]
        )
    }

    /// Starts the app, and kills it when it has opened the page.
    ///
    /// - Returns: The page, and what the app had said before.
    private func killWithOpenPage(
        _ step: String,
        _ address: String? = nil
    ) async throws -> (page: URL, said: String) {
        let app = try start(step, address)
        try await until("a page") { app.output.contains(/page .*\n/) || !app.isRunning }
        let page = try #require(app.output.firstMatch(of: /page (.*)\n/)?.1, "\(app.output)\(app.errors)")
        app.send(SIGKILL)
        #expect(await app.exitCode() == 128 + SIGKILL)
        return (try #require(URL(string: String(page))), app.output)
    }

    /// Runs the app to its end; the last line that it says.
    private func run(_ step: String, _ address: String? = nil) async throws -> String {
        let app = try start(step, address)
        #expect(await app.exitCode() == 0, "\(app.errors)")
        return app.output.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test("the callback that starts the app signs in, in one process alone (U8)")
    func callback() async throws {
        let (page, _) = try await killWithOpenPage("signIn", Self.redirect)
        #expect(try await run("restore") == "nobody")
        let callback = try await person.visit(page)
        #expect(callback.hasPrefix(Self.redirect))
        #expect(try await run("resume", callback.replacing(/state=[^&]*/, with: "state=guess")) == "nobody")
        let apps = try (0..<4).map { _ in try start("resume", callback) }
        var said: [String] = []
        for app in apps {
            #expect(await app.exitCode() == 0, "\(app.errors)")
            said.append(app.output)
        }
        let users = said.filter { $0.hasPrefix("user ") }
        #expect(users.count == 1 && said.count { $0 == "nobody\n" } == 3, "\(said)")
        #expect(users.first?.hasSuffix(" github.com\n") == true)
        #expect(try await run("restore") + "\n" == users.first)
        #expect(try await run("resume", callback) == "nobody")
    }

    @Test("the next process listens at the loopback address of the page; the person reloads it (U8)")
    func loopback() async throws {
        let (page, _) = try await killWithOpenPage("signIn")
        let callback = try await person.visit(page) { $0.contains("/callback?code=") }
        let address = try #require(URL(string: callback))
        await #expect(throws: TransportError.self, "no app listens") {
            try await CurlTransport().send(CardeaRequest(.get, address))
        }
        let next = try start("resume")
        try await until("a listening app") {
            guard next.isRunning else { return true }
            return (try? await CurlTransport().send(CardeaRequest(.get, address)))?.status == 200
        }
        #expect(await next.exitCode() == 0, "\(next.errors)")
        #expect(next.output.hasPrefix("user ") && next.output.hasSuffix(" github.com\n"), "\(next.output)")
        #expect(try await run("restore") + "\n" == next.output)
        #expect(try await run("resume") == "nobody", "nothing waits any more")
    }

    @Test("a guest's link goes on after a kill, and the guest keeps the ID (U6, U8)")
    func link() async throws {
        let (page, said) = try await killWithOpenPage("link", Self.redirect)
        let guest = try #require(said.firstMatch(of: /guest (.*)\n/)?.1)
        #expect(try await run("restore") == "user \(guest) ")
        #expect(try await run("resume", try await person.visit(page)) == "user \(guest) github.com")
        #expect(try await run("restore") == "user \(guest) github.com")
    }

    @Test("the files of a sign-in whose page is open are encrypted, and private (U8, S1)")
    func files() async throws {
        let (page, _) = try await killWithOpenPage("signIn", Self.redirect)
        let state = try #require(page.query()?.split(separator: "=").last)
        let directory = disk.path + "/store"
        let files = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(files.contains { $0.contains("pending-sign-in") && $0.hasSuffix(".credential") }, "\(files)")
        for file in files {
            let content = FileManager.default.contents(atPath: "\(directory)/\(file)") ?? Data()
            #expect(content.range(of: Data(state.utf8)) == nil, "\(file)")
            #expect(content.range(of: Data("github.com".utf8)) == nil, "\(file)")
        }
    }
}
