import CurlTransport
import Foundation
import Glibc
import HTTPMessages
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
        // A sign-up that takes its time: the request is on its way for long enough to be found there.
        let server = try await ServerProcess.serve(
            try directory.file("data"),
            environment: ["CARDEA_PASSWORDS_MEMORY": "131072", "CARDEA_PASSWORDS_ITERATIONS": "6"]
        )
        let transport = CurlTransport()
        async let signedUp = server.send(
            .post,
            "/v1/accounts:signUp?key=\(server.apiKey)",
            ["email": "ada@example.com", "password": "correct horse"],
            over: transport
        )
        // They leave after the sign-up, on the same thread: once they are answered, it is there too.
        for _ in 0..<20 { _ = try await server.send(.get, "/health/ready", over: transport) }
        let start = ContinuousClock.now
        server.process.send(SIGTERM)

        #expect(try await signedUp.status == 200)
        #expect(await server.process.exitCode() == 0)
        #expect(start.duration(to: .now) < .seconds(10))
        await #expect(throws: (any Error).self) { try await server.send(.get, "/health/live") }
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
