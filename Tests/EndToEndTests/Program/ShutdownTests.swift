import CardeaCurlTransport
import ChildProcesses
import Foundation
import Glibc
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

@Suite struct ShutdownTests {
    @Test("a signal ends the server with exit code 0", arguments: [SIGTERM, SIGINT])
    func signalEndsServer(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        server.process.send(signal)
        #expect(await server.process.exitCode() == 0)
        #expect(server.process.output.contains(#""msg":"stopped""#))
    }

    /// Sends the head of a request, waits for the server to ask for its body, and then for a word to send that too.
    private static let halfRequest = #"""
        exec 3<>"/dev/tcp/127.0.0.1/$0"
        printf 'POST /v1/accounts:signUp?key=%s HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' "$1" >&3
        printf 'Content-Length: 2\r\nExpect: 100-continue\r\n\r\n' >&3
        read -r line <&3
        echo "$line"
        read -r word
        printf '{}' >&3
        cat <&3
        """#

    @Test(
        "a request in progress gets its response before the end, also if the signal comes twice",
        arguments: [[SIGTERM], [SIGTERM, SIGTERM], [SIGTERM, SIGINT, SIGTERM]]
    )
    func requestFlightResponded(signals: [Int32]) async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(
            try directory.file("data"),
            environment: ["CARDEA_LIMITS_DRAIN": "120"]
        )
        let keyboard = Pipe()
        let client = try ChildProcess(
            "/bin/bash",
            ["-c", Self.halfRequest, "\(try #require(server.url.port))", server.apiKey],
            in: directory,
            keyboard: keyboard
        )
        try await until("a request in flight") { client.output.contains("100 Continue") }

        for signal in signals {
            server.process.send(signal)
            try await until("the server to stop") { server.process.output.contains(#""msg":"stopping""#) }
        }
        try keyboard.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))

        #expect(await client.exitCode() == 0)
        #expect(client.output.contains("HTTP/1.1 200") && client.output.contains("refreshToken"))
        #expect(await server.process.exitCode() == 0)
    }

    @Test("a signal that comes more than a second after the first ends the server at once")
    func laterSignal() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(
            try directory.file("data"),
            environment: ["CARDEA_LIMITS_DRAIN": "120"]
        )
        let keyboard = Pipe()
        let client = try ChildProcess(
            "/bin/bash",
            ["-c", Self.halfRequest, "\(try #require(server.url.port))", server.apiKey],
            in: directory,
            keyboard: keyboard
        )
        try await until("a request in flight") { client.output.contains("100 Continue") }
        server.process.send(SIGTERM)
        try await until("the end of the server") {
            server.process.send(SIGTERM)
            return !server.process.isRunning
        }
        #expect(await server.process.exitCode() == 128 + SIGTERM)
        // At its end the client would finish the request.
        withExtendedLifetime(keyboard) {}
    }

    @Test("a reader of the log that goes away does not end the server")
    func readerLogGoes() async throws {
        let directory = try TemporaryDirectory()
        let server = try PipedServer(in: directory)
        try server.log.fileHandleForReading.close()

        let address = try #require(server.firstLines.firstMatch(of: #/"msg":"greeting","url":"([^"]+)"/#)?.1)
        let url = try #require(URL(string: address + "/health/live"))
        for _ in 0..<3 { #expect(try await CurlTransport().send(CardeaRequest(.get, url)).status == 200) }
        server.process.send(SIGTERM)
        #expect(await server.process.exitCode() == 0)
    }

    @Test("an idle connection does not delay the shutdown")
    func connectionMerelyOpen() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(
            try directory.file("data"),
            environment: ["CARDEA_LIMITS_DRAIN": "120"]
        )
        let transport = CurlTransport()
        #expect(try await server.send(.get, "/health/ready", over: transport).status == 200)
        let start = ContinuousClock.now
        #expect(await server.stop() == 0)
        #expect(start.duration(to: .now) < .seconds(60), "the drain's whole time was waited")
    }
}
