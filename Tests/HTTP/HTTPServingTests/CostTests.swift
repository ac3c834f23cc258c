import ChildProcesses
import Foundation
import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaLocks
import LoggingTestSupport
import Testing
import TransportTestSupport

/// Waiting costs nothing.
///
/// Each test has a process of its own, whose time, memory and descriptors it measures.
@Suite("Costs")
struct CostTests {
    private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    /// CPU time of this process.
    private static var cpu: Duration {
        var usage = rusage()
        _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    }

    /// Memory of this process, in bytes.
    private static var memory: Int {
        get throws {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[
                1
            ]
            return (Int(pages) ?? 0) * 4096
        }
    }

    @Test(
        "an unfinished handshake, head or chunk line costs no CPU time (security 25)",
        arguments: ["\u{16}", "GET", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;"]
    )
    func unfinishedHandshakeHead(sent: String) async throws {
        // Each of these kept a loop busy.
        await #expect(processExitsWith: .success) { [sent = sent as String] in
            let certificate = try await sent == "\u{16}" ? TLSTests.certificate() : nil
            try await withServer(certificate: certificate) { server in
                let clients = try (0..<16).map { _ in try RawClient(port: server.port) }
                for client in clients { try await client.send(sent) }
                try await Task.sleep(for: .milliseconds(200))
                let before = Self.cpu
                try await Task.sleep(for: .seconds(1))
                #expect(Self.cpu - before < .milliseconds(200))
                withExtendedLifetime(clients) {}
            }
        }
    }

    @Test("an idle connection keeps no buffer", .disabled(if: Sanitizer.keepsFreedMemory))
    func idleConnectionKeeps() async throws {
        await #expect(processExitsWith: .success) {
            let count = 2_000
            try #require(DescriptorLimit.raise(toHold: 2 * count) == 2 * count)
            var limits = HTTPLimits()
            limits.connectionsPerAddress = count
            try await withServer(loops: 2, limits: limits) { server in
                func open() async throws -> RawClient {
                    let client = try RawClient(port: server.port)
                    try await client.send(Self.request)
                    #expect(try await client.response()?.status == 200)
                    return client
                }
                var clients = [try await open()]
                let before = try Self.memory
                while clients.count < count { clients.append(try await open()) }
                // The clients are in this process, too.
                #expect(try Self.memory - before < count * 4096)
            }
        }
    }

    @Test("a server without descriptors closes connections, logs it, and recovers (security 25)")
    func serverWithoutDescriptors() async throws {
        // A loop without connections never accepted again.
        await #expect(processExitsWith: .success) {
            let log = LogRecorder()
            let server = try HTTPServer.start(
                .init(address: .tcp(host: "127.0.0.1", port: 0), loops: 2, logger: log.logger),
                responder: ClosureResponder(body: echo)
            )
            // The first sleeps open descriptors of the runtime's own, unless the machine delays a sleep past its end.
            // Without any, the runtime ends the process.
            for _ in 0..<3 { try await Task.sleep(for: .milliseconds(20)) }
            // Sockets of clients that will be many, while the server may have six more.
            var clients = (0..<40).map { _ in RawClient() }
            let highest =
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
                .max()
                ?? 0
            // Numbers below it may be free: the process has descriptors of the one that started it.
            while unsafe open("/dev/null", O_RDONLY) < highest {}
            var limit = rlimit()
            _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = rlim_t(highest + 8)
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

            var statuses: [Int?] = []
            for client in clients {
                try client.connect(port: server.port)
                try await client.send(Self.request)
                statuses.append(try await client.response()?.status)
            }
            #expect(statuses.contains(200))
            #expect(statuses.contains { $0 != 200 })
            #expect(log.lines.contains { $0.message.hasPrefix("out of file descriptors") })
            clients = []
            // Connections of before may be closed after the next has come.
            for _ in 0..<40 {
                var status: Int?
                while status != 200 {
                    let client = try RawClient(port: server.port)
                    try await client.send(Self.request)
                    status = try await client.response()?.status
                }
            }
            await server.shutdown(within: .zero)
        }
    }
}
