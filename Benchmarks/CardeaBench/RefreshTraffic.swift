import Foundation

/// Keeps a server under refreshes alone, so that a profiler can be held against it.
struct RefreshTraffic {
    let rounds = 10

    func run() async throws {
        let directory = try temporaryDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let server = try ServerUnderTest(in: directory.appending(path: "data"))
        defer { server.stop() }
        let chains = try await RefreshChains(64, at: server)
        let load = try RawLoad(port: server.port, connections: 64)
        print("the server is process \(server.figures.identifier)")
        for _ in 0..<rounds {
            print(try load.run(20_000, of: server.figures, chains.next).row)
        }
    }
}
