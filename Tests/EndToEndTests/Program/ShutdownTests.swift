import CurlTransport
import Foundation
import Glibc
import HTTPMessages
import HTTPTransport
import Testing

@Suite struct ShutdownTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func `A signal ends the server with exit code 0`(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        server.process.send(signal)
        #expect(await server.process.exitCode() == 0)
        #expect(server.process.output.contains(#""msg":"stopped""#))
    }

    @Test func `A request in flight is answered before the end, within 10 seconds`() async throws {
        let directory = try TemporaryDirectory()
        // A sign-up that takes its time, on one event loop, which takes connections in their order.
        let slow = ["PASSWORDS_MEMORY": "65536", "PASSWORDS_ITERATIONS": "2", "LIMITS_LOOPS": "1"]
        let server = try await ServerProcess.serve(
            try directory.file("data"),
            environment: Dictionary(uniqueKeysWithValues: slow.map { ("CARDEA_" + $0, $1) })
        )
        let transport = CurlTransport()
        let signedUp = Task.immediate {
            try await server.send(
                .post,
                "/v1/accounts:signUp?key=\(server.apiKey)",
                ["email": "ada@example.com", "password": "correct horse"],
                over: transport
            )
        }
        // It leaves after the sign-up, by the same thread: once it is answered, the sign-up is there too.
        #expect(try await server.send(.get, "/health/ready", over: transport).status == 200)
        let start = ContinuousClock.now
        server.process.send(SIGTERM)

        #expect(try await signedUp.value.status == 200)
        #expect(await server.process.exitCode() == 0)
        #expect(start.duration(to: .now) < .seconds(10))
        await #expect(throws: (any Error).self) { try await server.send(.get, "/health/live") }
    }

    @Test func `A reader of the log that goes away does not end the server`() async throws {
        let directory = try TemporaryDirectory()
        let log = Pipe()
        let process = try ChildProcess(
            Program.path,
            ["serve", "--data", try directory.file("data"), "--port", "0"],
            in: directory,
            output: log
        )
        var read = ""
        while !read.contains(#""msg":"ready""#) {
            read += String(decoding: log.fileHandleForReading.availableData, as: UTF8.self)
        }
        try log.fileHandleForReading.close()

        let address = try #require(read.firstMatch(of: #/ready at (http\S+)/#)?.1)
        let url = try #require(URL(string: address + "/health/live"))
        for _ in 0..<3 { #expect(try await CurlTransport().send(HTTPRequest(.get, url)).status == 200) }
        process.send(SIGTERM)
        #expect(await process.exitCode() == 0)
    }

    @Test func `A connection that is merely open does not hold the end up`() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        let transport = CurlTransport()
        #expect(try await server.send(.get, "/health/ready", over: transport).status == 200)
        let start = ContinuousClock.now
        #expect(await server.stop() == 0)
        #expect(start.duration(to: .now) < .seconds(8), "the drain's whole time was waited")
    }
}
