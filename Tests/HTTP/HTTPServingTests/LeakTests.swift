import Foundation
import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaLocks
import Testing
import TransportTestSupport

/// A server returns all resources to the system.
@Suite("Leaks")
struct LeakTests {
    private final class Witness: Sendable {
        let gone: Mutex<Int>
        init(_ gone: Int = 0) { self.gone = Mutex(gone) }
    }

    /// Open descriptors of this process.
    private static var descriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    }

    /// Threads of this process that serve.
    private static var threads: Int {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { task in
                (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "http\n"
            }
        }
    }

    private static func serve(rounds: Int) async throws {
        for round in 0..<rounds {
            try await withServer(loops: 3) { server in
                let client = try RawClient(port: server.port)
                try await client.send(
                    "GET / HTTP/1.1\r\nHost: a\r\n" + (round.isMultiple(of: 2) ? "\r\n" : "")
                )
                if round.isMultiple(of: 2) { #expect(try await client.response()?.status == 200) }
            }
        }
    }

    @Test("servers that have ended leave no descriptors and no threads")
    func serversEndedLeave() async {
        // In a process of its own: the tests beside this one have descriptors and servers, too.
        await #expect(processExitsWith: .success) {
            try await Self.serve(rounds: 2)
            // The first sleeps open descriptors of the runtime's own, unless the machine delays a sleep past its end.
            for _ in 0..<3 { try await Task.sleep(for: .milliseconds(20)) }
            let before = try Self.descriptors
            try await Self.serve(rounds: 20)
            // The threads end right after the servers.
            for _ in 0..<3_000 where try Self.descriptors > before || Self.threads > 0 {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(try Self.descriptors <= before)
            #expect(try Self.threads == 0)
        }
    }

    @Test("clients over the limit get the reason, and use a limited number of descriptors (security 25)")
    func descriptorsOfRejected() async {
        await #expect(processExitsWith: .success) {
            var limits = HTTPLimits()
            limits.connectionsPerAddress = 3
            // Nothing ends by itself while the test counts.
            limits.headDeadline = .seconds(3600)
            limits.lingerTimeout = .seconds(3600)
            try await withServer(loops: 2, limits: limits) { [limits = limits as HTTPLimits] server in
                let admitted = try (0..<3).map { _ in try RawClient(port: server.port) }
                for _ in 0..<3_000 where server.openConnections < 3 {
                    try await Task.sleep(for: .milliseconds(10))
                }
                let before = try Self.descriptors
                let rejected = try (0..<200).map { _ in try RawClient(port: server.port) }
                for client in rejected { #expect(try await client.response()?.status == 503) }
                // The clients are in this process, too.
                #expect(try Self.descriptors <= before + rejected.count + limits.rejectionsPerAddress)
                #expect(server.openConnections == 3)
                withExtendedLifetime((admitted, rejected)) {}
            }
        }
    }

    @Test("a responder is released with its server")
    func responderLetGo() async throws {
        weak var watched: Witness?
        do {
            let witness = Witness()
            watched = witness
            try await withServer(
                loops: 2,
                respond: { request in
                    witness.gone.withLock { $0 += 1 }
                    return await echo(request)
                }
            ) { server in
                let client = try RawClient(port: server.port)
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.response()?.status == 200)
            }
        }
        // The threads release it right after the server has ended.
        while watched != nil { try await Task.sleep(for: .milliseconds(5)) }
    }
}
