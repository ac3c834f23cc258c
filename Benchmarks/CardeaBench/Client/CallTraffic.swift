import BareServers
import CardeaCurlTransport
import Foundation

/// Keeps one client under calls of one kind, so that a profiler can be held against it.
struct CallTraffic {
    private let contender: Contender
    private let scenario: Scenario
    private let atOnce: Int
    /// A server that runs already, for profilers that cannot bear a child.
    private let base: URL?

    init(_ arguments: ArraySlice<String>) throws {
        let arguments = Array(arguments)
        guard arguments.count >= 3, let contender = Contender(rawValue: arguments[0]),
            let scenario = Scenario(rawValue: arguments[1]), let atOnce = Int(arguments[2])
        else { throw BenchmarkError("calls floor|engine valid|proactive|reactive COUNT [ADDRESS]") }
        base = arguments.count > 3 ? URL(string: arguments[3]) : nil
        (self.contender, self.scenario, self.atOnce) = (contender, scenario, atOnce)
    }

    @concurrent func run() async throws {
        if let base { return try await call(base) }
        let server = try SelfProcess(RespondingServer.command)
        defer { server.stop() }
        try await call(server.base)
    }

    private func call(_ base: URL) async throws {
        let comparison = Comparison(transport: CurlTransport(), base: base)
        for _ in 0..<5 {
            let cost = try await comparison.run(contender, scenario, atOnce)
            print("\(cost.cpu) µs of processor time a call, \(cost.wall) µs by the clock")
        }
    }
}
