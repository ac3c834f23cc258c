import CurlTransport
import Foundation

/// What the server costs: refreshes against the cheapest request there is, over connections and table sizes.
struct ServerFigures {
    private let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "cardea-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    func run() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try start()
        try await refreshes(in: root.appending(path: "small"), title: "1,000 sessions", sessions: 1_000)
        try await refreshes(
            in: root.appending(path: "large"),
            title: "1,000,000 sessions",
            sessions: 1_000_000
        )
        try await PasswordFigures(directory: root.appending(path: "passwords")).run()
    }

    /// Start to ready, on a new directory and on one that is there already, and memory at rest.
    private func start() throws {
        print("Start")
        let directory = root.appending(path: "start")
        var times: [Double] = []
        for _ in 0..<7 {
            let server = try ServerUnderTest(in: directory)
            times.append(server.secondsToReady * 1_000)
            if times.count == 7 {
                print(String(format: "  memory at rest %26.1f MB", server.figures.residentMemory))
            }
            server.stop()
        }
        let first = times.removeFirst()
        print(String(format: "  to ready, first start %19.0f ms", first))
        print(String(format: "  to ready, median of the others %10.0f ms", times.sorted()[times.count / 2]))
    }

    private func refreshes(in directory: URL, title: String, sessions: Int) async throws {
        print("\nPOST /v1/token, ES256, durable; \(title) in the database")
        try Filler(directory: directory).fill(sessions)
        let server = try ServerUnderTest(in: directory)
        defer { server.stop() }
        let transport = CurlTransport(.init(maximumConnections: 256))
        let requests = IdentityRequests(base: server.base, apiKey: server.apiKey, transport: transport)
        let chains = try await RefreshChains(256, with: requests)
        _ = await load(5_000, over: 64, of: server.figures) { await chains.refresh($0) }

        // The two take turns, so that both see the same machine.
        var live: [Sample] = []
        var refresh: [Sample] = []
        for _ in 0..<5 {
            live.append(await load(20_000, over: 64, of: server.figures) { _ in await requests.isLive() })
            refresh.append(await load(20_000, over: 64, of: server.figures) { await chains.refresh($0) })
        }
        let (floor, cost) = (median(of: live), median(of: refresh))
        print("  /health/live at  64: \(floor.row)")
        print("  refresh      at  64: \(cost.row)")
        print(String(format: "  refresh / live, CPU: %.2f", cost.cpuMicroseconds / floor.cpuMicroseconds))
        for connections in [1, 8, 256] {
            let total = connections == 1 ? 3_000 : 20_000
            let sample = await load(total, over: connections, of: server.figures) { await chains.refresh($0) }
            print(String(format: "  refresh      at %3d: ", connections) + sample.row)
        }
        print(String(format: "  memory under load %.1f MB", server.figures.residentMemory))
    }
}
