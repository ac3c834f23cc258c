import Foundation

/// The cost of the server: refreshes against the cheapest request there is, over connections and table sizes.
struct ServerFigures {
    private let root: URL

    init() throws {
        root = try temporaryDirectory()
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
        try await TokenFigures(directory: root.appending(path: "tokens")).run()
        try await SignInFigures(directory: root.appending(path: "sign-ins")).run()
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
        let chains = try await RefreshChains(256, at: server)
        let floor = try SelfProcess("floor")
        defer { floor.stop() }
        let load = try RawLoad(port: server.port, connections: 64)
        let bare = try RawLoad(port: floor.port, connections: 64)
        _ = try load.run(5_000, of: server.figures, chains.next)

        // They take turns, so that all see the same machine.
        var rounds: [(floor: Sample, live: Sample, prototype: Sample, refresh: Sample)] = []
        for _ in 0..<5 {
            rounds.append(
                (
                    try bare.run(20_000, of: floor.figures) { _, _ in Self.live },
                    try load.run(20_000, of: server.figures) { _, _ in Self.live },
                    try RefreshChains.prototypeSample(20_000),
                    try load.run(20_000, of: server.figures, chains.next)
                )
            )
        }
        func row(_ name: String, _ samples: [Sample]) {
            print("  \(name) at  64: \(median(of: samples).row)")
        }
        row("floor       ", rounds.map(\.floor))
        row("/health/live", rounds.map(\.live))
        row("prototype   ", rounds.map(\.prototype))
        row("refresh     ", rounds.map(\.refresh))
        let ratios = [
            ("/health/live / floor", rounds.map { ($0.live, $0.floor) }),
            ("refresh / prototype", rounds.map { ($0.refresh, $0.prototype) }),
            ("refresh / floor", rounds.map { ($0.refresh, $0.floor) }),
        ]
        let texts = ratios.map { "\($0) " + String(format: "%.2f", Self.ratio($1)) }
        print("  CPU, medians of the rounds' ratios: " + texts.joined(separator: ", "))
        for connections in [1, 8, 256] {
            let load = try RawLoad(port: server.port, connections: connections)
            let sample = try load.run(connections == 1 ? 3_000 : 20_000, of: server.figures, chains.next)
            print(String(format: "  refresh      at %3d: ", connections) + sample.row)
        }
        print(String(format: "  memory under load %.1f MB", server.figures.residentMemory))
    }

    /// The cheapest request there is; each has a line in the access log.
    static let live = Array("GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)

    private static func ratio(_ pairs: [(Sample, Sample)]) -> Double {
        pairs.map { $0.cpuMicroseconds / $1.cpuMicroseconds }.sorted()[pairs.count / 2]
    }
}

/// A new directory for one run.
func temporaryDirectory() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "cardea-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
}
