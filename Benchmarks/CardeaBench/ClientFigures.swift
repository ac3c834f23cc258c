import CardeaSession
import CurlTransport
import Foundation
import Glibc
import Locks

/// What the session engine costs an app: attaching a good credential, and a thousand calls that find it expired.
struct ClientFigures {
    private let rounds = 9
    private let calls = 1_000

    func run() async throws {
        print("\nClient")
        try await attach()
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "cardea-bench-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: directory) }
        let server = try ServerUnderTest(in: directory)
        defer { server.stop() }
        try await expired(server)
    }

    private func attach() async throws {
        let url = try url("https://api.example.com/orders")
        let engine = try await engine(
            for: url,
            transport: CurlTransport(),
            lifetime: .seconds(3600),
            refreshes: Counter()
        )
        let count = 1_000_000
        var request = HTTPRequest(.get, url)
        let start = processorSeconds
        for _ in 0..<count { try await engine.authorize(&request) }
        let seconds = processorSeconds - start
        print(String(format: "  attach a good credential %15.0f ns", seconds / Double(count) * 1e9))
    }

    private func expired(_ server: ServerUnderTest) async throws {
        let url = server.base.appending(path: "health/live")
        let transport = CurlTransport(.init(maximumConnections: 64))
        var valid: [Double] = []
        var renewed: [Double] = []
        var refreshes = 0
        var answers = 0
        for _ in 0..<rounds {
            let good = try await engine(
                for: url,
                transport: transport,
                lifetime: .seconds(3600),
                refreshes: Counter()
            )
            valid.append(await call(good, url).seconds)
            let counter = Counter()
            let spent = try await engine(for: url, transport: transport, lifetime: .zero, refreshes: counter)
            let result = await call(spent, url)
            renewed.append(result.seconds)
            answers += result.answers
            refreshes += counter.value
        }
        let (floor, cost) = (valid.sorted()[rounds / 2], renewed.sorted()[rounds / 2])
        print(
            String(
                format: "  %d calls at once, CPU: valid %.1f ms, expired %.1f ms: × %.2f",
                calls,
                floor * 1e3,
                cost * 1e3,
                cost / floor
            )
        )
        print("  \(rounds) × expired: \(refreshes) refreshes, \(answers) answers")
    }

    /// Sends all calls at once.
    private func call(_ engine: SessionEngine, _ url: URL) async -> (seconds: Double, answers: Int) {
        let start = processorSeconds
        let answers = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<calls {
                group.addTask { (try? await engine.data(for: HTTPRequest(.get, url)).status) == 200 }
            }
            return await group.reduce(0) { $1 ? $0 + 1 : $0 }
        }
        return (processorSeconds - start, answers)
    }

    private func engine(
        for url: URL,
        transport: CurlTransport,
        lifetime: Duration,
        refreshes: Counter
    ) async throws -> SessionEngine {
        guard let origin = Origin(url) else { throw BenchmarkError("no origin") }
        let renewed = Credential(
            accessToken: Secret("renewed"),
            refreshToken: Secret("r2"),
            lifetime: .seconds(3600)
        )
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: ClosureRefresher { _, _ in
                refreshes.increment()
                return renewed
            },
            store: InMemoryStore(),
            transport: transport
        )
        try await engine.adopt(
            Credential(accessToken: Secret("first"), refreshToken: Secret("r1"), lifetime: lifetime)
        )
        return engine
    }

    private func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw BenchmarkError("no address") }
        return url
    }

    private var processorSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}

/// Counts from several tasks.
final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}
