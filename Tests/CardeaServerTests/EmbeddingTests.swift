import CardeaServer
import Foundation
import Testing

@Suite struct EmbeddingTests {
    @Test func `A server runs inside another program, and starts again where it stopped`() async throws {
        let directory = "/tmp/cardea-embed-" + UUID().uuidString.prefix(13)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var configuration = CardeaServer.Configuration()
        configuration.data = directory
        configuration.port = 0
        configuration.logLevel = "error"

        var greetings: [String] = []
        for _ in 0..<2 {
            let server = try await CardeaServer.start(configuration) { greetings.append($0) }
            #expect(server.port > 0)
            #expect(server.url == "http://127.0.0.1:\(server.port)")
            await server.shutdown()
        }
        let keys = greetings.map { $0.split(separator: "\n").first { $0.hasPrefix("API key:") } }
        #expect(keys[0] != nil)
        #expect(keys[0] == keys[1])
    }

    @Test func `Two servers on one directory: the second is refused`() async throws {
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

    @Test func `A configuration that could not work is refused before anything is made`() async throws {
        var configuration = CardeaServer.Configuration()
        configuration.data = "/tmp/cardea-embed-" + UUID().uuidString.prefix(13)
        configuration.port = -1
        await #expect(throws: ConfigurationError("port must be from 0 to 65535")) {
            try await CardeaServer.start(configuration)
        }
        #expect(!FileManager.default.fileExists(atPath: configuration.data))
    }
}
