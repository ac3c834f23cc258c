import CardeaLogging
import CardeaServer
import ChildProcesses
import Foundation
import LoggingTestSupport
import Testing
import TransportTestSupport

@Suite struct EmbeddingTests {
    @Test("a server in another program starts again with its data")
    func serverAnotherProgram() async throws {
        let directory = "/tmp/cardea-embed-" + UUID().uuidString.prefix(13)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var configuration = CardeaServer.Configuration()
        configuration.data = directory
        configuration.port = 0
        configuration.logLevel = "error"

        var greetings: [CardeaServer.Greeting] = []
        for _ in 0..<2 {
            let server = try await CardeaServer.start(configuration) { greetings.append($0) }
            #expect(server.port > 0)
            #expect(server.url == "http://127.0.0.1:\(server.port)")
            await server.shutdown()
        }
        #expect(greetings[0].apiKey != nil)
        #expect(greetings[0].apiKey == greetings[1].apiKey)
        #expect(
            greetings[0].description.hasPrefix("Cardea \(CardeaServer.version) is ready at http://127.0.0.1:")
        )
        #expect(greetings[0].description.contains("API key:  \(greetings[0].apiKey ?? "-")"))
    }

    @Test("the logger of another program gets every line of the server, with the ID of its request")
    func ownLogger() async throws {
        let log = LogRecorder()
        let server = try await CardeaServer.startEmulator(port: 0, logger: log.logger(level: .info))
        let client = try RawClient(port: server.port)
        try await client.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: r1\r\n\r\n")
        #expect(try await client.response()?.status == 200)
        await server.shutdown()

        #expect(log.lines.map(\.message) == ["ready", "request", "stopping", "stopped"])
        #expect(log.lines.map(\.level) == [.notice, .info, .notice, .notice])
        #expect(log.lines.first?.metadata["port"] == .stringConvertible(server.port))
        let request = try #require(log.lines.first { $0.message == "request" }).metadata
        #expect(request["request"] == "r1")
        #expect(request["status"] == .stringConvertible(200))
    }

    @Test(
        "a request line that is rejected gets an error in the form of the path's site (security 22)",
        arguments: [
            ("/v1/accounts:lookup?a=\u{E9}", "application/json", "INVALID_ARGUMENT"),
            ("/oauth2/token/\u{E9}", "application/json", "invalid_request"),
            ("/api/apps/\u{E9}", "application/json", "\"errorCode\""),
            ("/auth/action?oobCode=\u{E9}", "text/html", "This link does not work"),
            ("/__/auth/handler?apiKey=\u{E9}", "text/html", "You are not signed in"),
            ("\u{E9}", "text/plain", "The request target"),
        ]
    )
    func rejectedLine(_ target: String, _ type: String, _ text: String) async throws {
        let server = try await CardeaServer.startEmulator(port: 0, logger: .silent)
        let client = try RawClient(port: server.port)
        try await client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let response = try #require(try await client.response())
        #expect(response.status == 400)
        #expect(
            response["content-type"]?.hasPrefix(type) == true && response.body.contains(text),
            "\(response)"
        )
        await server.shutdown()
    }

    @Test(
        "a browser at a path without a page gets a small page, and a program an error in JSON",
        arguments: ["/", "/nowhere", "/auth/nowhere"]
    )
    func noPage(_ path: String) async throws {
        let directory = try TemporaryDirectory()
        var configuration = CardeaServer.Configuration()
        configuration.data = directory.path + "/data"
        configuration.port = 0
        let server = try await CardeaServer.start(configuration, logger: .silent)
        let client = try RawClient(port: server.port)
        let browser = "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8\r\nAccept-Language: de\r\n"
        try await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(browser)\r\n")
        let page = try #require(try await client.response())
        #expect(page.status == 404 && page["content-type"] == "text/html; charset=utf-8")
        #expect(page["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(page.body.contains("<h1>Hier ist keine Seite</h1>"), "\(page.body)")
        for accepted in ["", "Accept: */*\r\n", "Accept: application/json\r\n"] {
            try await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(accepted)\r\n")
            let response = try #require(try await client.response())
            #expect(response.status == 404 && !response.body.contains("<"), "\(response.body)")
        }
        await server.shutdown()
    }

    @Test(
        "a project that is named like a site has its issuer's documents",
        arguments: ["api", "auth", "oauth2", "emulator", "token"]
    )
    func projectsNamedLikeSites(_ project: String) async throws {
        let server = try await CardeaServer.startEmulator(port: 0, logger: .silent)
        let client = try RawClient(port: server.port)
        let requests = [
            "POST /v1/projects/\(project)/accounts HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer owner\r\nContent-Length: 2\r\n\r\n{}",
            "GET /\(project)/.well-known/openid-configuration HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ]
        for request in requests {
            try await client.send(request)
            let response = try #require(try await client.response())
            #expect(response.status == 200, "\(response.body)")
        }
        await server.shutdown()
    }

    @Test(
        "the files that browsers and crawlers ask each server for exist",
        arguments: [("/robots.txt", "Disallow: /"), ("/favicon.ico", "<svg")]
    )
    func commonFiles(_ path: String, _ content: String) async throws {
        let server = try await CardeaServer.startEmulator(port: 0, logger: .silent)
        let client = try RawClient(port: server.port)
        try await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let response = try #require(try await client.response())
        #expect(response.status == 200 && response.body.contains(content))
        await server.shutdown()
    }

    @Test("a second server on the same directory is rejected")
    func secondServerOn() async throws {
        let directory = "/tmp/cardea-embed-" + UUID().uuidString.prefix(13)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var configuration = CardeaServer.Configuration()
        configuration.data = directory
        configuration.port = 0
        configuration.logLevel = "error"

        let server = try await CardeaServer.start(configuration)
        let error = await #expect(throws: CardeaServer.StartError.self) {
            try await CardeaServer.start(configuration)
        }
        #expect(error?.code == .inUse)
        await server.shutdown()
    }

    @Test("an invalid configuration is rejected before anything is created")
    func invalidConfigurationRejected() async throws {
        var configuration = CardeaServer.Configuration()
        configuration.data = "/tmp/cardea-embed-" + UUID().uuidString.prefix(13)
        configuration.port = -1
        await #expect(throws: ConfigurationError("port must be from 0 to 65535")) {
            try await CardeaServer.start(configuration)
        }
        #expect(!FileManager.default.fileExists(atPath: configuration.data))
    }
}
