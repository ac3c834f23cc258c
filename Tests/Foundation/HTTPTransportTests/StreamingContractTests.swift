import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing
import TransportTestSupport

@Suite("The contract of transports: streams", .timeLimit(.minutes(10)))
struct StreamingContractTests {
    @Test(
        "the response is returned with its head, and its pieces as they arrive",
        arguments: TransportUnderTest.all
    )
    func pieces(kind: TransportUnderTest) async throws {
        let gate = Gate()
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 4\r\n\r\n"
            )
            for piece in ["ab", "cd"] {
                gate.wait()
                connection.write(piece)
            }
        }
        let response = try await kind.make().stream(CardeaRequest(.get, server.url()), sending: nil)
        var pieces = response.body.makeAsyncIterator()
        for piece in ["ab", "cd"] {
            gate.open()
            #expect(try await pieces.next() == Data(piece.utf8))
        }
        #expect(try await pieces.next() == nil)
    }

    @Test(
        "a server waits while the stream is not read, and the stream is complete afterwards",
        arguments: TransportUnderTest.sound
    )
    func backPressure(kind: TransportUnderTest) async throws {
        let (server, sent) = try largeServer()
        let response = try await kind.make().stream(CardeaRequest(.get, server.url()), sending: nil)
        #expect(try await stillness(of: sent) < large.count / 2)
        #expect(try await response.body.collected() == large)
    }

    @Test("a slow reader gets the whole body, and of one request", arguments: TransportUnderTest.all)
    func slowReader(kind: TransportUnderTest) async throws {
        let gate = Gate()
        let (server, sent) = try largeServer { gate.wait() }
        let response = try await kind.make().stream(CardeaRequest(.get, server.url()), sending: nil)
        var (pieces, body) = (response.body.makeAsyncIterator(), Data())
        // Each time there is more than is kept, and more to come.
        for _ in 0..<large.count >> 23 {
            gate.open()
            _ = try await stillness(of: sent)
            body += try #require(try await pieces.next())
        }
        gate.open()
        while let piece = try await pieces.next() { body += piece }
        #expect(body == large)
        #expect(server.requests.count == 1)
    }

    /// More than the system keeps for a connection.
    private let large = Data((0..<250).flatMap { [UInt8](repeating: UInt8($0), count: 120_000 + $0) })

    /// A server of `large`, and how much of it could be sent so far.
    private func largeServer(_ pause: @escaping @Sendable () -> Void = {}) throws -> (RawServer, Count) {
        let (large, sent) = (large, Count())
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(large.count)\r\n\r\n")
            for start in stride(from: 0, to: large.count, by: 1 << 16) {
                if start.isMultiple(of: 1 << 23) { pause() }
                connection.write(Array(large[start..<min(start + 1 << 16, large.count)]))
                sent.value.withLock { $0 = start }
            }
        }
        return (server, sent)
    }

    private final class Count: Sendable {
        let value = Mutex(0)
    }

    /// A count that has stopped to grow.
    private func stillness(of count: Count) async throws -> Int {
        var before = -1
        while case let now = count.value.withLock({ $0 }), now != before {
            before = now
            try await Task.sleep(for: .milliseconds(200))
        }
        return before
    }

    @Test(
        "a connection that breaks in the body fails after the received pieces",
        arguments: TransportUnderTest.all
    )
    func broken(kind: TransportUnderTest) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
        }
        let response = try await kind.make().stream(CardeaRequest(.get, server.url()), sending: nil)
        var body = Data()
        let error = await #expect(throws: TransportError.self) {
            for try await piece in response.body { body += piece }
        }
        #expect(error?.code == .connectionLost && error?.mayHaveBeenReceived == true)
        #expect(body == Data("hello".utf8))
    }

    @Test(
        "a server that falls silent in the head or in the body",
        arguments: TransportUnderTest.all,
        [false, true]
    )
    func silence(kind: TransportUnderTest, isInBody: Bool) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            if isInBody { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel") }
            connection.waitForClose()
        }
        let (transport, request) = (kind.make(), CardeaRequest(.get, try server.url(), timeout: .seconds(1)))
        let error = await #expect(throws: TransportError.self) {
            _ = try await transport.stream(request, sending: nil).body.collected()
        }
        #expect(error?.code == .timedOut && error?.mayHaveBeenReceived == true)
    }

    @Test("letting go of the body ends the exchange", arguments: TransportUnderTest.sound)
    func lettingGo(kind: TransportUnderTest) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n")
            connection.waitForClose()
        }
        let transport = kind.make()
        _ = try await transport.stream(CardeaRequest(.get, server.url()), sending: nil)
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    enum Source: CaseIterable { case data, file, known, unknown }

    @Test("sends content from anywhere, whole", arguments: TransportUnderTest.all, Source.allCases)
    func contents(kind: TransportUnderTest, source: Source) async throws {
        let server = try RawServer { connection in
            while let head = connection.readHead() {
                if head.contains("Expect: 100-continue") { connection.write("HTTP/1.1 100 Continue\r\n\r\n") }
                let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) }
                guard let body = length.map(connection.read) ?? connection.readChunks() else { return }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
                connection.write(body)
            }
        }
        let data = Data((0..<30).flatMap { [UInt8](repeating: UInt8($0), count: 50_000 + $0) })
        let file = URL.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let content: HTTPContent =
            switch source {
            case .data: .data(data)
            case .file: try .file(file)
            case .known: .stream(length: Int64(data.count)) { () throws(TransportError) in HTTPBytes(data) }
            case .unknown: .once(HTTPBytes(data))
            }
        let response = try await kind.make().stream(CardeaRequest(.put, server.url()), sending: content)
        #expect(response.status == 200)
        #expect(try await response.body.collected() == data)
    }

    @Test(
        "a file that is gone or has changed is an error, not half an upload",
        arguments: TransportUnderTest.all
    )
    func changedFile(kind: TransportUnderTest) async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let file = URL.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")
        try Data("hello".utf8).write(to: file)
        let content = try HTTPContent.file(file)
        let (transport, request) = (kind.make(), try CardeaRequest(.put, server.url()))
        for change in [
            { try Data("hell".utf8).write(to: file) }, { try FileManager.default.removeItem(at: file) },
        ] {
            try change()
            let error = await #expect(throws: TransportError.self) {
                _ = try await transport.stream(request, sending: content)
            }
            #expect(error?.code == .invalidRequest)
        }
        #expect(throws: TransportError.self) { try HTTPContent.file(file) }
        #expect(throws: TransportError.self) { try HTTPContent.file(URL.temporaryDirectory) }
    }
}
