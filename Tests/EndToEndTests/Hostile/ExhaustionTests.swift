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
            #expect(try await attacked.becomesIdle())
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

    @Test(
        "clients that never read large responses cost bounded memory (security 26)",
        .disabled(if: Sanitizer.isPresent)
    )
    func clientsNeverRead() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let attacked = try AttackedServer(await .serve(data), in: directory)
        // The longest name and picture that a user can have.
        let name = String(repeating: "👨‍👩‍👧‍👦", count: 160)
        let picture = "https://example.com/" + String(repeating: "p", count: 2_000)
        let lines = (0..<1_000).map {
            #"{"id":"user\#($0)","displayName":"\#(name)","photoURL":"\#(picture)"}"#
        }
        let file = try directory.file("users.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(try await Program.run("user import \(file) --data \(data)").exitCode == 0)
        struct Administrator: Decodable { let token: String }
        let administrator = try await Program.run("administrator create lists --data \(data) --json")
            .json(Administrator.self)
        let request = """
            GET /v1/projects/default/accounts:batchGet?maxResults=1000 HTTP/1.1\r
            Host: a\r
            Authorization: Bearer \(administrator.token)\r
            \r

            """
        // Without this, the rest would prove nothing.
        let reader = try RawClient(port: attacked.port)
        try await reader.send(request)
        let response = try #require(try await reader.response())
        #expect(response.status == 200 && response.body.utf8.count > 5 << 20)

        let memory = attacked.server.process.residentBytes
        var held: [RawClient] = []
        for _ in 0..<24 {
            let client = try RawClient(port: attacked.port, receiveBuffer: 4096)
            try await client.send(request)
            held.append(client)
            // The line of the log comes when the response is made.
            let count = held.count + 1
            try await until("a response") {
                attacked.server.process.output.ranges(of: "accounts:batchGet").count >= count
            }
        }
        let isEvicted = attacked.server.process.output.contains("slow connection closed")
        #expect(isEvicted)
        #expect(try await attacked.becomesIdle())
        // All responses together have 144 MB.
        #expect(attacked.server.process.residentBytes < memory + 64 << 20)
        #expect(try await attacked.servesOthers())
        withExtendedLifetime(held) {}
    }
}
