import Foundation
import Testing
import TransportTestSupport

/// The limits of connections and descriptors, and the memory that connections take.
@Suite struct ConnectionLimitTests {
    private static let request = Array("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n".utf8)

    @Test(
        "clients behind a trusted proxy do not share the limit of one address (security 21, security 25)",
        arguments: [("127.0.0.0/8", 8), ("192.0.2.1", 3)]
    )
    func trustedProxy(proxies: String, served: Int) async throws {
        let attacked = try await AttackedServer.start([
            "CARDEA_TRUSTED_PROXIES": proxies, "CARDEA_LIMITS_CONNECTIONS_PER_ADDRESS": "3",
        ])
        let held = try await attacked.connections(8, sending: Self.request)
        var statuses: [Int?] = []
        for client in held { statuses.append(try await client.response()?.status) }
        #expect(statuses.count { $0 == 200 } == served)
        #expect(statuses.count { $0 == 503 } == held.count - served)
    }

    /// Starts a server below a limit of open files, as `ulimit` takes it.
    private func server(ulimit: String, in directory: TemporaryDirectory) async throws -> ChildProcess {
        try await RunningServer.start(
            "/bin/bash",
            ["-c", "ulimit \(ulimit); exec \"$0\" \"$@\"", Program.path]
                + ["serve", "--data", directory.file("data"), "--port", "0"]
        ).process
    }

    /// The soft and the hard limit of a process.
    private func limits(of process: ChildProcess) throws -> [Int] {
        let text = try String(contentsOfFile: "/proc/\(process.identifier)/limits", encoding: .utf8)
        let match = try #require(text.firstMatch(of: #/Max open files +(\d+) +(\d+)/#))
        return [match.1, match.2].compactMap { Int($0) }
    }

    @Test("a low soft limit of open files is raised, without a warning (security 25)")
    func softLimit() async throws {
        let directory = try TemporaryDirectory()
        let process = try await server(ulimit: "-Sn 256", in: directory)
        let limits = try limits(of: process)
        // The connections of `limits.connections`, and what the server itself needs.
        let needed = 8192 + 128
        #expect(limits[0] == min(needed, limits[1]))
        #expect(process.output.contains("the limit of open files") == (limits[1] < needed))
    }

    @Test("a low hard limit of open files is a warning that says how many connections fit (security 25)")
    func hardLimit() async throws {
        let directory = try TemporaryDirectory()
        let process = try await server(ulimit: "-n 512", in: directory)
        #expect(try limits(of: process) == [512, 512])
        let lines = process.output.split(separator: "\n")
        let line = try #require(lines.first { $0.contains("the limit of open files is too low") })
        #expect(line.contains(#""level":"warning""#) && line.contains("LimitNOFILE"))
        #expect(line.contains(#""connections":8192"#) && line.contains(#""fitting":384"#), "\(line)")
    }

    @Test(
        "a connection at rest takes about 1 KB of memory, or 16 KB with TLS (security 25)",
        .disabled(if: Sanitizer.isPresent),
        arguments: [(false, 1), (true, 16)]
    )
    func memoryAtRest(isSecure: Bool, kibibytes: Int) async throws {
        let count = 2_000
        let attacked = try await AttackedServer.start(
            overTLS: isSecure,
            [
                "CARDEA_LIMITS_CONNECTIONS": "12000", "CARDEA_LIMITS_CONNECTIONS_PER_ADDRESS": "12000",
                "CARDEA_LIMITS_IDLE_TIMEOUT": "600",
            ]
        )
        func clients() async throws -> ChildProcess {
            let process = try ChildProcess(
                "/usr/bin/python3",
                [PythonClients.path(of: "held_connections.py"), "\(attacked.port)", "\(count)"]
                    + (isSecure ? ["tls"] : []),
                in: try TemporaryDirectory()
            )
            try await until("open connections") { process.output.contains("open") || !process.isRunning }
            #expect(process.isRunning, "\(process.errors)")
            return process
        }
        // The first fill what the server's allocator and tables have once.
        let first = try await clients()
        let before = attacked.server.process.residentBytes
        let second = try await clients()
        let each = (attacked.server.process.residentBytes - before) / count
        // The allocator takes pages, and not single connections.
        #expect(each <= 2 * kibibytes << 10, "\(each) bytes")
        withExtendedLifetime((first, second)) {}
    }
}
