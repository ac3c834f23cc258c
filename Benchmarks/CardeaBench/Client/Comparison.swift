import BareServers
import Foundation
import Glibc
import CardeaHTTPMessages
import CardeaHTTPTransport

/// The engine against the floor, over one transport: they take turns, so that both see the same machine.
struct Comparison {
    /// The cost of one request in a run, in microseconds.
    struct Cost {
        var cpu: Double
        var wall: Double
    }

    let transport: any HTTPTransport
    let base: URL
    private let calls = 1_000

    /// Prints a row for every state of the token and number of calls.
    ///
    /// - Parameter pairs: How many runs of each are compared.
    /// - Throws: `BenchmarkError` when a response is missing, or a refresh was one too many.
    func run(_ pairs: Int) async throws {
        print("                      processor time, µs a call        by the clock, µs a call")
        print("  token   at once      floor   engine      ×         floor   engine      ×")
        for scenario in Scenario.allCases {
            for atOnce in [1, 100, 1_000] { try await compare(scenario, atOnce, pairs) }
        }
    }

    private func compare(_ scenario: Scenario, _ atOnce: Int, _ pairs: Int) async throws {
        var costs: [(floor: Cost, engine: Cost)] = []
        for pair in 0...pairs {
            let floorFirst = pair.isMultiple(of: 2)
            let first = try await run(floorFirst ? .floor : .engine, scenario, atOnce)
            let second = try await run(floorFirst ? .engine : .floor, scenario, atOnce)
            // The first pair warms up.
            if pair > 0 { costs.append(floorFirst ? (first, second) : (second, first)) }
        }
        let name = scenario.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
        print("  \(name)" + String(format: "%5d", atOnce) + row(costs, \.cpu) + "    " + row(costs, \.wall))
    }

    private func row(_ costs: [(floor: Cost, engine: Cost)], _ cost: KeyPath<Cost, Double>) -> String {
        String(
            format: "   %8.1f %8.1f  × %4.2f",
            median(costs.map { $0.floor[keyPath: cost] }),
            median(costs.map { $0.engine[keyPath: cost] }),
            median(costs.map { $0.engine[keyPath: cost] / $0.floor[keyPath: cost] })
        )
    }

    /// Sends a thousand calls, so many at once, each lot when the one before has its responses.
    func run(_ contender: Contender, _ scenario: Scenario, _ atOnce: Int) async throws -> Cost {
        let clock = AdjustableClock()
        let endpoint = TokenEndpoint(base, transport)
        let call = try await contender.caller(base, transport, endpoint, clock)
        let requests = (0..<calls / atOnce).map { round in
            CardeaRequest(.get, base.appending(path: "\(scenario.oldestToken(in: round))"))
        }
        let (cpu, start) = (Glibc.clock(), ContinuousClock.now)
        var responses = 0
        for request in requests {
            clock.advance(by: scenario.passing)
            responses += await Self.send(request, atOnce, by: call)
        }
        let wall = Double((ContinuousClock.now - start).nanoseconds) / 1e3
        let used = Double(Glibc.clock() - cpu) / Double(CLOCKS_PER_SEC) * 1e6
        guard responses == calls, endpoint.refreshes == requests.count * scenario.refreshes else {
            throw BenchmarkError("\(responses) responses of \(calls), \(endpoint.refreshes) refreshes")
        }
        return Cost(cpu: used / Double(calls), wall: wall / Double(calls))
    }

    private static func send(_ request: CardeaRequest, _ count: Int, by call: @escaping Caller) async -> Int {
        guard count > 1 else { return await call(request) ? 1 : 0 }
        return await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count { group.addTask { await call(request) } }
            return await group.reduce(0) { $1 ? $0 + 1 : $0 }
        }
    }
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
