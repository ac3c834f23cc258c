import ChildProcesses
import Foundation
import CardeaHTTPRouting
import CardeaHTTPServing
import Glibc
import Testing
import TransportTestSupport

/// The way in which a connection ends: the client gets its last response, and the next client is not disturbed.
@Suite("Lingering")
struct LingeringTests {
    /// A request whose response waits for a gate, a malformed one, and more than the server reads at once.
    private static let requests =
        "GET /wait HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.11.1\r\n\r\n"
        + String(repeating: "a", count: 40_000)

    /// More than a client stores that reads nothing, and less than the server's system stores.
    private static let body = [UInt8](repeating: UInt8(ascii: "b"), count: 20_000)

    /// Handles no request before the gate opens.
    private static func respond(at gate: Gate) -> @Sendable (Request) async -> Response {
        { _ in
            await gate.wait()
            return Response(body: body)
        }
    }

    /// Waits until all connections are closed.
    private static func waitForEnd(of server: HTTPServer) async throws {
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("a client that has sent more than was read, and reads late, gets its responses whole")
    func clientReadsLate() async throws {
        let gate = Gate()
        try await withServer(respond: Self.respond(at: gate)) { server in
            let client = try RawClient(port: server.port, receiveBuffer: 4096)
            try await client.send(Self.requests)
            client.finishSending()
            gate.open()
            try await Self.waitForEnd(of: server)
            #expect(try await client.response()?.body.utf8.count == Self.body.count)
            #expect(try await client.response()?.status == 400)
            #expect(try await client.rest() == "")
        }
    }

    @Test("a client over TLS that has sent more than was read, and reads late, gets its responses whole")
    func clientReadsLateTLS() async throws {
        let directory = try TemporaryDirectory()
        let keyboard = Pipe()
        let script = """
            from socket import SHUT_WR, SO_RCVBUF, SOL_SOCKET, socket
            from ssl import _create_unverified_context
            from sys import argv, stdin
            plain = socket()
            plain.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
            plain.connect(("127.0.0.1", int(argv[1])))
            client = _create_unverified_context().wrap_socket(plain)
            client.sendall(argv[2].encode())
            # The method of SSLSocket would forget the session.
            socket.shutdown(client, SHUT_WR)
            print("sent", flush=True)
            stdin.readline()
            received = b""
            try:
                while part := client.recv(65536):
                    received += part
            except OSError:
                pass
            print("received", received.count(b"b" * 1000), received.count(b"HTTP/1.1 400 "))
            """
        let gate = Gate()
        try await withServer(certificate: TLSTests.certificate(), respond: Self.respond(at: gate)) { server in
            let client = try ChildProcess(
                "/usr/bin/env",
                ["python3", "-c", script, "\(server.port)", Self.requests],
                in: directory,
                keyboard: keyboard
            )
            while !client.output.contains("sent") {
                try #require(client.isRunning, "\(client.errors)")
                try await Task.sleep(for: .milliseconds(5))
            }
            gate.open()
            try await Self.waitForEnd(of: server)
            try keyboard.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
            _ = await client.exitCode()
            #expect(client.output == "sent\nreceived 20 1\n", "\(client.errors)")
        }
    }

    @Test("a client that sends without end after its last response is cut (security 25)")
    func clientSendsEndlessly() async throws {
        var limits = HTTPLimits()
        limits.lingerTimeout = .seconds(3600)
        limits.lingerBytes = 1 << 20
        try await withServer(limits: limits) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.11.1\r\n\r\n")
            let part = [UInt8](repeating: 0, count: 1 << 20)
            var isCut = false
            for _ in 0..<64 where !isCut { isCut = try await !client.send(part) }
            #expect(isCut)
            #expect(try await client.response()?.status == 400)
        }
    }

    @Test("a closed connection does not disturb the next while another process has its socket (security 25)")
    func socketElsewhere() async throws {
        try await withServer { server in
            let first = try RawClient(port: server.port)
            try await first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await first.response()?.status == 200)
            let copy = try InheritedSocket(connectedTo: UInt16(first.localPort))
            first.finishSending()
            try await Self.waitForEnd(of: server)
            // The former events of the socket came again and again.
            first.disconnect()
            shutdown(copy.descriptor, Int32(SHUT_RDWR))
            for _ in 0..<3 {
                let next = try RawClient(port: server.port)
                for _ in 0..<3 {
                    try await next.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(try await next.response()?.status == 200)
                }
                next.finishSending()
                try await Self.waitForEnd(of: server)
            }
            withExtendedLifetime(copy) {}
        }
    }

    @Test("a server ends although another process has its listening socket (security 25)")
    func listenerElsewhere() async throws {
        let gate = Gate()
        let started = Gate()
        let respond: @Sendable (Request) async -> Response = { request in
            started.open()
            await gate.wait()
            return await echo(request)
        }
        try await withServer(respond: respond) { server in
            let idle = try RawClient(port: server.port)
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            let copy = try InheritedSocket(listeningAt: UInt16(server.port))
            async let end: Void = server.shutdown(within: .seconds(3600))
            // Idle connections are closed after the listener.
            #expect(try await idle.rest() == "")
            // The server looked for late clients without end, at a closed descriptor.
            #expect(throws: RawClient.Broken.self) { try RawClient(port: server.port) }
            gate.open()
            #expect(try await client.response()?.body == "GET / - []\n")
            await end
            withExtendedLifetime(copy) {}
        }
    }

    @Test("the port of a server that has ended is free although another process has its listening socket")
    func portElsewhere() async throws {
        var (port, copy) = (0, InheritedSocket?.none)
        try await withServer { server in
            port = server.port
            copy = try InheritedSocket(listeningAt: UInt16(port))
        }
        #expect(throws: RawClient.Broken.self) { try RawClient(port: port) }
        try await withServer(address: .tcp(host: "127.0.0.1", port: port)) { #expect($0.port == port) }
        withExtendedLifetime(copy) {}
    }
}
