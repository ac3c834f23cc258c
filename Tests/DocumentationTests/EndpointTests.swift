import CardeaServer
import CardeaSession
import Foundation
import Testing

/// The endpoints on the page are those of a server.
@Suite("Endpoints")
struct EndpointTests {
    @Test("each endpoint on the page exists (K14)")
    func endpoints() async throws {
        let page = try Page("Sources/CardeaServer/CardeaServer.docc/Endpoints.md")
        let endpoints = page.text.matches(of: /`(GET|POST) (\/[^`]+)`/).map { ($0.1, $0.2) }
            .filter { !$0.1.hasPrefix("/emulator/") }
        #expect(endpoints.count > 15)

        let directory = FileManager.default.temporaryDirectory.appending(
            path: "cardea-\(UUID().uuidString.prefix(8))"
        )
        defer { try? FileManager.default.removeItem(at: directory) }
        var configuration = CardeaServer.Configuration()
        configuration.data = directory.path
        configuration.port = 0
        configuration.logLevel = "error"
        let server = try await CardeaServer.start(configuration)
        let transport = SystemTransport()
        for (method, path) in endpoints {
            let target = "http://127.0.0.1:\(server.port)\(path.replacing("{project}", with: "default"))"
            let request = CardeaRequest(
                RequestMethod(rawValue: String(method)),
                try #require(URL(string: target)),
                body: method == "POST" ? Data("{}".utf8) : nil
            )
            let answer = try await transport.send(request)
            #expect(answer.status != 404 && answer.status != 405, "\(method) \(path)")
        }
        await server.shutdown()
    }
}
