import Foundation
import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaLocks
import LoggingTestSupport
import Testing
import TransportTestSupport

/// Where a server listens.
@Suite("Listening")
struct ListenerTests {
    private func start(_ address: HTTPServer.Address) throws(HTTPServerError) -> HTTPServer {
        try HTTPServer.start(
            HTTPServer.Configuration(address: address, loops: 2, logger: .silent),
            responder: ClosureResponder(body: echo)
        )
    }

    private func temporaryPath() -> String { "/tmp/cardea-\(UUID().uuidString.prefix(8)).sock" }

    @Test("all loops share one port that the system chose")
    func allLoopsShare() async throws {
        let threads = Mutex<Set<UInt>>([])
        let respond: @Sendable (Request) async -> Response = { request in
            threads.withLock { _ = $0.insert(UInt(pthread_self())) }
            return await echo(request)
        }
        try await withServer(loops: 4, respond: respond) { server in
            #expect(server.port > 0)
            for _ in 0..<100 {
                let client = try RawClient(port: server.port)
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.response()?.status == 200)
            }
        }
        // One in 4^99 runs has them all on one.
        #expect((2...4).contains(threads.withLock { $0.count }))
    }

    @Test("a handler runs on its loop's thread from end to end")
    func handlerRunsLoop() async throws {
        let respond: @Sendable (Request) async -> Response = { _ in
            let before = pthread_self()
            await Task.detached {}.value
            await Task.yield()
            return .text("\(before == pthread_self())")
        }
        try await withServer(loops: 2, respond: respond) { server in
            let client = try RawClient(port: server.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.body == "true\n")
        }
    }

    @Test("a port in use is rejected, also if a server of the same kind uses it")
    func portTakenRejected() async throws {
        try await withServer(loops: 2) { server in
            let address = HTTPServer.Address.tcp(host: "127.0.0.1", port: server.port)
            #expect(throws: HTTPServerError.addressInUse("127.0.0.1:\(server.port)")) { try start(address) }
        }
    }

    @Test("a port can be used again at once")
    func portCanTaken() async throws {
        var port = 0
        try await withServer { server in
            port = server.port
            let client = try RawClient(port: port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            _ = try await client.rest()
        }
        try await withServer(address: .tcp(host: "127.0.0.1", port: port)) { #expect($0.port == port) }
    }

    @Test("a host without an address is rejected", arguments: ["no such host", "host.invalid", "256.0.0.1"])
    func hostWithoutAddress(host: String) {
        #expect(throws: HTTPServerError.addressNotFound(host)) { try start(.tcp(host: host, port: 0)) }
    }

    @Test("a port out of range is rejected", arguments: [-1, 65536])
    func portCannotRejected(port: Int) {
        #expect(throws: HTTPServerError.addressNotFound("127.0.0.1")) {
            try start(.tcp(host: "127.0.0.1", port: port))
        }
    }

    @Test("a socket in the file system is accessible only to its user, and is deleted with the server")
    func socketFileSystem() async throws {
        let path = temporaryPath()
        try await withServer(address: .unix(path: path), respond: { .text($0.remoteAddress) }) { server in
            #expect(server.port == 0)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let client = try RawClient(path: path)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.body == "unix\n")
            #expect(throws: HTTPServerError.addressInUse(path)) { try start(.unix(path: path)) }
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "a handler whose client closes a Unix socket is cancelled, and its response goes nowhere (security 25)"
    )
    func abandonedHandler() async throws {
        let (path, started) = (temporaryPath(), Gate())
        let wasCancelled = Mutex(false)
        let respond: @Sendable (Request) async -> Response = { request in
            started.open()
            do { try await Task.sleep(for: .seconds(3600)) } catch { wasCancelled.withLock { $0 = true } }
            return await echo(request)
        }
        try await withServer(address: .unix(path: path), respond: respond) { _ in
            let client = try RawClient(path: path)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            client.disconnect()
            let end = ContinuousClock.now + .seconds(30)
            while !wasCancelled.withLock({ $0 }), ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(wasCancelled.withLock { $0 })
        }
    }

    @Test("a socket of a process that has ended is replaced")
    func socketDeadProcess() async throws {
        let path = temporaryPath()
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        _ = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe bind(
                dead,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        close(dead)
        try await withServer(address: .unix(path: path)) { _ in
            let client = try RawClient(path: path)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response()?.status == 200)
        }
    }

    @Test(
        "a path that cannot name a socket is rejected",
        arguments: ["", "/tmp/" + String(repeating: "a", count: 200)]
    )
    func pathCannotSocket(path: String) {
        #expect(throws: HTTPServerError.addressNotFound(path)) { try start(.unix(path: path)) }
    }

    @Test("a missing directory is rejected")
    func directoryThereRejected() {
        #expect(throws: HTTPServerError.cannotListen("/nowhere/a.sock", errno: ENOENT)) {
            try start(.unix(path: "/nowhere/a.sock"))
        }
    }
}
