import Foundation
import CardeaHTTPMessages
import Testing
import TransportTestSupport

/// Shortages while the server runs: descriptors, the log's reader, memory.
@Suite struct ExhaustionTests {
    @Test("a server out of descriptors can be managed, and recovers when connections end (security 25)")
    func serverOutDescriptors()
        async throws
    {
        let directory = try TemporaryDirectory()
        let started = try await RunningServer.start(
            "/bin/bash",
            ["-c", #"ulimit -n 64; exec "$0" "$@""#, Program.path]
                + ["serve", "--data", directory.file("data"), "--port", "0"]
        )
        let attacked = try AttackedServer(
            ServerProcess(process: started.process, url: started.url, apiKey: started.apiKey),
            in: directory
        )
        for _ in 0..<3 {
            let request = Array("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
            let held = try await attacked.connections(100, sending: request)
            #expect(try await attacked.idleLoad() < 0.1)
            // The operator still reaches it.
            let data = try directory.file("data")
            let keys = try await Program.run("project show --data \(data) --json")
            #expect(keys.exitCode == 0)
            withExtendedLifetime(held) {}
        }
        for _ in 0..<20 {
            try await until("a response") { try await attacked.isServing }
        }
    }

    @Test("a reader of the log that stalls does not stop the server (security 29)")
    func readerLogStalls() async throws {
        let directory = try TemporaryDirectory()
        let server = try PipedServer(in: directory)
        let port = try #require(
            server.firstLines.firstMatch(of: #/"url":"http:[^"]+:(\d+)"/#).flatMap { Int($0.1) }
        )
        // Each request has a line of some 200 bytes; a pipe takes 64 KiB.
        let client = try RawClient(port: port)
        for _ in 0..<2_000 {
            try await client.send("GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.status == 404)
        }
        let reader = Task.detached { try server.log.fileHandleForReading.readToEnd() }
        server.process.send(SIGTERM)
        #expect(await server.process.exitCode() == 0)
        let rest = String(decoding: try await reader.value ?? Data(), as: UTF8.self)
        #expect(rest.contains(#""msg":"stopped""#))
    }

    @Test("clients that never read large responses cost bounded memory (security 26)")
    func clientsNeverRead() async throws {
        let attacked = try await AttackedServer.start()
        let memory = attacked.server.process.residentBytes
        let names = (0..<95_000).map { "\"\($0)\":0" }.joined(separator: ",")
        let head = "POST /v1/accounts:signUp?key=\(attacked.server.apiKey) HTTP/1.1\r\nHost: a\r\n"
        let body = "{\(names)}"
        let message =
            head + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
        let held = try await attacked.connections(48, sending: Array(message.utf8), receiveBuffer: 4096)
        #expect(try await attacked.becomesIdle())
        #expect(attacked.server.process.residentBytes < memory + 128 << 20)
        #expect(try await attacked.servesOthers())
        withExtendedLifetime(held) {}
    }
}
