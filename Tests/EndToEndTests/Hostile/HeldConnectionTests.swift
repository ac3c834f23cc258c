import ChildProcesses
import Foundation
import Testing
import TransportTestSupport

/// Connections on which nothing useful happens cost the server memory within bounds, and no processor time.
@Suite struct HeldConnectionTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var overTLS = false
        let bytes: [UInt8]

        init(_ name: String, overTLS: Bool = false, _ text: String) {
            (testDescription, self.overTLS, bytes) = (name, overTLS, Array(text.utf8))
        }
    }

    private static let post = "POST / HTTP/1.1\r\nHost: a\r\n"
    private static let request = "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let letters = String(repeating: "a", count: 40_000)

    /// More in `make soak`, which has the time.
    private static let idleCount =
        ProcessInfo.processInfo.environment["CARDEA_SOAK_SECONDS"] == nil ? 500 : 9_900

    private static let attacks = [
        Attack("nothing", ""),
        Attack("half a head", "GET / HTTP/1.1\r\nHo"),
        Attack("half a body", post + "Content-Length: 60000\r\n\r\n" + letters),
        Attack("a body nobody sends", post + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n"),
        Attack("an endless chunk line", post + "Transfer-Encoding: chunked\r\n\r\n1;" + letters),
        Attack("half a chunk line", post + "Transfer-Encoding: chunked\r\n\r\n1;aaaa"),
        Attack("an endless trailer", post + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: " + letters),
        Attack("a request and half another", request + "GET / HT"),
        Attack("one byte of a handshake", overTLS: true, "\u{16}"),
        Attack("half a handshake", overTLS: true, "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}"),
        Attack("no handshake", overTLS: true, ""),
        Attack("no TLS", overTLS: true, request),
    ]

    @Test(
        "a held connection uses no processor time, and others are served beside it (security 25)",
        arguments: attacks
    )
    func held(attack: Attack) async throws {
        let attacked = try await AttackedServer.start(overTLS: attack.overTLS)
        let memory = attacked.server.process.residentBytes
        do {
            let held = try await attacked.connections(64, sending: attack.bytes)
            #expect(try await attacked.becomesIdle())
            #expect(attacked.server.process.residentBytes < memory + 32 << 20)
            #expect(try await attacked.servesOthers())
            withExtendedLifetime(held) {}
        }
        // The clients have gone.
        #expect(try await attacked.becomesIdle())
        #expect(try await attacked.servesOthers())
    }

    @Test("idle connections use no processor time, and little memory (security 25)")
    func idleConnectionsUse() async throws {
        let count = Self.idleCount
        let attacked = try await AttackedServer.start([
            "CARDEA_LIMITS_CONNECTIONS": "12000", "CARDEA_LIMITS_CONNECTIONS_PER_ADDRESS": "12000",
        ])
        let memory = attacked.server.process.residentBytes
        let held = try await attacked.connections(count, sending: Array(Self.request.utf8))
        for client in held { #expect(try await client.response()?.status == 200) }
        #expect(try await attacked.becomesIdle())
        let limit = memory + count * 4096 + 16 << 20
        #expect(Sanitizer.keepsFreedMemory || attacked.server.process.residentBytes < limit)
        #expect(try await attacked.servesOthers())
    }

    @Test(
        "a client that never reads is not read from, and costs little memory (security 25, security 26)",
        .disabled(if: Sanitizer.keepsFreedMemory)
    )
    func clientNeverReads() async throws {
        let attacked = try await AttackedServer.start()
        let memory = attacked.server.process.residentBytes
        let pipeline = Array(String(repeating: Self.request, count: 1_000).utf8)
        let held = try await attacked.connections(16, sending: pipeline, receiveBuffer: 4096)
        #expect(try await attacked.becomesIdle())
        #expect(attacked.server.process.residentBytes < memory + 32 << 20)
        #expect(try await attacked.servesOthers())
        withExtendedLifetime(held) {}
    }

    @Test("a client that sends a byte now and then costs one byte at a time (security 25)")
    func byteNowThen() async throws {
        let attacked = try await AttackedServer.start()
        let held = try await attacked.connections(64, sending: Array("GET /".utf8))
        let before = attacked.server.process.processorTime
        for _ in 0..<20 {
            for client in held { try await client.send("a") }
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(attacked.server.process.processorTime - before < .milliseconds(300))
        #expect(try await attacked.servesOthers())
    }

    @Test("a half-closed connection with an unfinished request ends at once (security 25)")
    func halfClosedConnection() async throws {
        let attacked = try await AttackedServer.start([
            "CARDEA_LIMITS_CONNECTIONS_PER_ADDRESS": "32", "CARDEA_LIMITS_HEADER_DEADLINE": "600",
            "CARDEA_LIMITS_BODY_DEADLINE": "600",
        ])
        let unfinished = Self.post + "Content-Length: 9\r\n\r\na"
        let held =
            try await attacked.connections(16, sending: Array("GET / HT".utf8))
            + attacked.connections(16, sending: Array(unfinished.utf8))
        for client in held { client.finishSending() }
        try await until("a place for others") { try await attacked.isServing }
        withExtendedLifetime(held) {}
    }
}
