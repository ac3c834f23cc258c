import BareServers
import Foundation

/// This server beside another build of it: both take turns in one run, for the machine's speed moves.
///
///     CARDEA_BENCH_BASELINE=/path/to/cardea make bench
struct SideBySide {
    private let baseline: URL
    private let rounds = 7

    /// - Returns: `nil` without a baseline in the environment.
    init?() {
        guard let path = ProcessInfo.processInfo.environment["CARDEA_BENCH_BASELINE"] else { return nil }
        baseline = URL(fileURLWithPath: path)
    }

    func run() async throws {
        let root = try temporaryDirectory()
        defer { try? FileManager.default.removeItem(at: root) }
        print(
            "\(baseline.path), and this: medians of \(rounds) rounds in turns; the ratio is the median of theirs"
        )
        try await plain(root)
        try handshakes(root)
    }

    private func plain(_ root: URL) async throws {
        let floor = try SelfProcess("floor")
        defer { floor.stop() }
        let bare = try RawLoad(port: floor.port, connections: 64)
        let contenders = [
            try await MeasuredServer(in: root.appending(path: "baseline"), program: baseline),
            try await MeasuredServer(in: root.appending(path: "this"), program: ServerUnderTest.program),
        ]
        defer { for contender in contenders { contender.server.stop() } }
        let atRest = contenders.map(\.server.figures.residentMemory)

        var (floors, prototypes): ([Double], [Double]) = ([], [])
        var (live, refresh, slowest, signIn) = (Pairs(), Pairs(), Pairs(), Pairs())
        for round in 0...rounds {
            // The first round warms up.
            let bareSample = try bare.run(20_000, of: floor.figures) { _, _ in ServerFigures.live }
            let prototypeSample = try RefreshChains.prototypeSample(10_000)
            let lives = try contenders.map { try $0.live() }
            let refreshes = try contenders.map { try $0.refresh() }
            var signIns: [Double] = []
            for contender in contenders { signIns.append(await contender.signIn()) }
            guard round > 0 else { continue }
            floors.append(bareSample.cpuMicroseconds)
            prototypes.append(prototypeSample.cpuMicroseconds)
            live.add(lives)
            refresh.add(refreshes.map(\.cpuMicroseconds))
            slowest.add(refreshes.map { $0.percentile(0.99) })
            signIn.add(signIns)
        }
        print("floor, µs of CPU" + String(format: "%42.1f", floors.sorted()[rounds / 2]))
        print("refresh prototype, µs of CPU" + String(format: "%30.1f", prototypes.sorted()[rounds / 2]))
        live.print("/health/live with its log line, µs of CPU", floors, "the floor")
        refresh.print("refresh, µs of CPU", prototypes, "the prototype")
        slowest.print("refresh at 64 connections, p99 in ms")
        signIn.print("sign-in, µs of CPU")
        Pairs(atRest).print("memory at rest, MB")
        Pairs(contenders.map(\.server.figures.residentMemory)).print("memory after the load, MB")
    }

    private func handshakes(_ root: URL) throws {
        let certificate = try SelfSignedCertificate(in: root)
        let servers = try [("baseline-tls", baseline), ("this-tls", ServerUnderTest.program)].map {
            name,
            program in
            try ServerUnderTest(in: root.appending(path: name), program: program, certificate.arguments)
        }
        defer { for server in servers { server.stop() } }
        for kind in Handshakes.all {
            var (cpu, rate, resumed) = (Pairs(), Pairs(), Pairs())
            for _ in 0..<(kind.roundTrip == 0 ? rounds : 3) {
                let results = try servers.map { try kind.run(against: $0) }
                cpu.add(results.map(\.cpuMicroseconds))
                rate.add(results.map(\.perSecond))
                resumed.add(results.map(\.percentResumed))
            }
            cpu.print("\(kind.name), µs of CPU")
            if kind.roundTrip == 0 { rate.print("\(kind.name), a second") }
            if kind.isResumed { resumed.print("\(kind.name), % that were") }
        }
    }
}

/// One of two servers, with loads that are ready to run.
private struct MeasuredServer {
    let server: ServerUnderTest
    private let requests: IdentityRequests
    private let chains: RefreshChains
    private let traffic: RawLoad

    init(in directory: URL, program: URL) async throws {
        server = try ServerUnderTest(in: directory, program: program)
        requests = IdentityRequests(server)
        chains = try await RefreshChains(64, at: server)
        traffic = try RawLoad(port: server.port, connections: 64)
        for caller in 0..<8 {
            guard await requests.signUp(email: "user\(caller)@example.com", password: "correct horse") else {
                throw BenchmarkError("a sign-up failed")
            }
        }
    }

    func live() throws -> Double {
        try traffic.run(20_000, of: server.figures) { _, _ in ServerFigures.live }.cpuMicroseconds
    }

    func refresh() throws -> Sample { try traffic.run(10_000, of: server.figures, chains.next) }

    func signIn() async -> Double {
        let requests = requests
        return await load(80, over: 8, of: server.figures) {
            await requests.signIn(email: "user\($0)@example.com", password: "correct horse")
        }.cpuMicroseconds
    }
}

/// The figures of both servers, round by round.
private struct Pairs {
    private var values: [(baseline: Double, this: Double)] = []

    init(_ values: [Double]? = nil) { if let values { add(values) } }

    mutating func add(_ pair: [Double]) { values.append((pair[0], pair[1])) }

    /// Prints the medians; with units, also as multiples of the unit of the same round.
    func print(_ name: String, _ units: [Double] = [], _ unit: String = "") {
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        var row = name.padding(toLength: 48, withPad: " ", startingAt: 0)
        row += String(
            format: "%10.1f %10.1f   × %.2f",
            median(values.map(\.baseline)),
            median(values.map(\.this)),
            median(values.map { $0.this / $0.baseline })
        )
        if !units.isEmpty {
            row += String(
                format: "   %.2f and %.2f × \(unit)",
                median(zip(values, units).map { $0.baseline / $1 }),
                median(zip(values, units).map { $0.this / $1 })
            )
        }
        Swift.print(row)
    }
}
