import CurlTransport
import Foundation

/// Keeps a server under refreshes alone, so that a profiler can be held against it.
struct RefreshTraffic {
    let rounds = 10

    func run() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "cardea-bench-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: directory) }
        let server = try ServerUnderTest(in: directory)
        defer { server.stop() }
        let requests = IdentityRequests(
            base: server.base,
            apiKey: server.apiKey,
            transport: CurlTransport(.init(maximumConnections: 64))
        )
        let chains = try await RefreshChains(64, with: requests)
        print("the server is process \(server.figures.identifier)")
        for _ in 0..<rounds {
            print(await load(20_000, over: 64, of: server.figures) { await chains.refresh($0) }.row)
        }
    }
}
