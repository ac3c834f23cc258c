import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing
import TransportTestSupport

@Suite("CurlTransport: streamed responses", .timeLimit(.minutes(10)))
struct StreamedResponseTests {
    let transport = CurlTransport()

    @Test("a streamed response is returned with its head; its pieces arrive unchanged")
    func pieces() async throws {
        let gate = Gate()
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nx-a: 1\r\nContent-Length: 6\r\n\r\n")
            for piece in ["ab", "cd", "ef"] {
                gate.wait()
                connection.write(piece)
            }
        }
        let response = try await transport.stream(CardeaRequest(.get, server.url()), sending: nil)
        #expect(response.status == 200 && response.fields["x-a"] == "1")
        var pieces = response.body.makeAsyncIterator()
        for piece in ["ab", "cd", "ef"] {
            gate.open()
            #expect(try await pieces.next() == Data(piece.utf8))
        }
        #expect(try await pieces.next() == nil)
        #expect(try await pieces.next() == nil)
    }

    @Test("interim responses and trailers are omitted")
    func interim() async throws {
        let server = try RawServer(
            responding: "HTTP/1.1 103 Early Hints\r\nx-early: 1\r\n\r\nHTTP/1.1 200 OK\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx-late: 1\r\n\r\n"
        )
        let response = try await transport.stream(CardeaRequest(.get, server.url()), sending: nil)
        #expect(response.status == 200)
        #expect(response.fields["x-early"] == nil && response.fields["x-late"] == nil)
        #expect(try await response.body.collected() == Data("ok".utf8))
    }

    @Test(
        "a response without a body ends at once",
        arguments: [
            ("GET", "204 No Content\r\n"), ("GET", "304 Not Modified\r\n"),
            ("HEAD", "200 OK\r\nContent-Length: 5\r\n"),
        ]
    )
    func noBody(method: String, head: String) async throws {
        let server = try RawServer(responding: "HTTP/1.1 \(head)\r\n")
        for _ in 0..<2 {
            let request = try CardeaRequest(RequestMethod(rawValue: method), server.url())
            let response = try await transport.stream(request, sending: nil)
            #expect(try await response.body.collected().isEmpty)
        }
        #expect(server.connections == 1)
    }

    @Test("an unread body stops the server; a later reader gets every byte")
    func backPressure() async throws {
        let whole = Data((0..<250).flatMap { [UInt8](repeating: UInt8($0), count: 60_000 + $0) })
        let sent = Mutex(0)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(whole.count)\r\n\r\n")
            for start in stride(from: 0, to: whole.count, by: 1 << 16) {
                connection.write(Array(whole[start..<min(start + 1 << 16, whole.count)]))
                sent.withLock { $0 = start }
            }
        }
        let response = try await transport.stream(CardeaRequest(.get, server.url()), sending: nil)
        // It has come to a halt when nothing has moved for a while.
        var before = -1
        while case let now = sent.withLock({ $0 }), now != before {
            before = now
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(before < whole.count / 2)
        var body = Data()
        for try await piece in response.body {
            #expect(!piece.isEmpty && piece.count <= 1 << 20)
            body += piece
        }
        #expect(body == whole)
    }

    @Test(
        "a slow reader causes no timeout; a silent server does, in the head and in the body",
        arguments: [false, true]
    )
    func silence(isInBody: Bool) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            if isInBody {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4194305\r\n\r\n")
                connection.write([UInt8](repeating: 1, count: 4 << 20))
            }
            connection.waitForClose()
        }
        let request = CardeaRequest(.get, try server.url(), timeout: .seconds(2))
        let error = await #expect(throws: TransportError.self) {
            let response = try await transport.stream(request, sending: nil)
            try await Task.sleep(for: .seconds(3))
            var count = 0
            for try await piece in response.body {
                count += piece.count
                if count == 4 << 20 { break }
            }
            #expect(count == 4 << 20)
            var rest = response.body.makeAsyncIterator()
            _ = try await rest.next()
        }
        #expect(error?.code == .timedOut && error?.mayHaveBeenReceived == true)
    }

    @Test("a body may take longer than the timeout if its pieces keep arriving")
    func longBody() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n")
            for _ in 0..<40 {
                Thread.sleep(forTimeInterval: 0.15)
                connection.write("x")
            }
        }
        let request = CardeaRequest(.get, try server.url(), timeout: .seconds(5))
        let response = try await transport.stream(request, sending: nil)
        #expect(try await response.body.collected().count == 40)
    }

    @Test(
        "a connection that closes in the body fails after the bytes before",
        arguments: [
            "Content-Length: 9\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n4\r\n",
        ]
    )
    func broken(text: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n" + text)
        }
        let response = try await transport.stream(CardeaRequest(.get, server.url()), sending: nil)
        var body = Data()
        let error = await #expect(throws: TransportError.self) {
            for try await piece in response.body { body += piece }
        }
        #expect(error?.code == .connectionLost && error?.mayHaveBeenReceived == true)
        #expect(body == Data("hello".utf8))
    }

    @Test("releasing the body, read or not, ends the exchange", arguments: [false, true])
    func lettingGo(isRead: Bool) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n")
            connection.waitForClose()
        }
        let transport = CurlTransport(.init(maximumConnections: 1))
        for _ in 0..<3 {
            let response = try await transport.stream(CardeaRequest(.get, server.url()), sending: nil)
            guard isRead else { continue }
            for try await _ in response.body { break }
        }
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("cancelling the task that reads ends the exchange")
    func cancelled() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n")
            connection.waitForClose()
        }
        let response = try await transport.stream(CardeaRequest(.get, server.url()), sending: nil)
        let (pieces, seen) = AsyncStream.makeStream(of: Data.self)
        let reading = Task { for try await piece in response.body { seen.yield(piece) } }
        for await _ in pieces { break }
        reading.cancel()
        let error = await #expect(throws: TransportError.self) { try await reading.value }
        #expect(error?.code == .cancelled)
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("cancelling the task that waits for the head ends the exchange")
    func cancelledBefore() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        let (transport, request) = (transport, CardeaRequest(.get, try server.url()))
        let task = Task { _ = try await transport.stream(request, sending: nil) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled && error?.mayHaveBeenReceived == true)
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("the transport is not released while a body is read")
    func lastReader() async throws {
        let gate = Gate()
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
            gate.wait()
            connection.write("ok")
            connection.waitForClose()
        }
        let body = try await CurlTransport().stream(CardeaRequest(.get, server.url()), sending: nil).body
        gate.open()
        #expect(try await body.collected() == Data("ok".utf8))
    }

    @Test("concurrent readers of one body get pieces or an error")
    func manyReaders() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1048576\r\n\r\n")
            connection.write([UInt8](repeating: 1, count: 1 << 20))
        }
        let body = try await transport.stream(CardeaRequest(.get, server.url()), sending: nil).body
        let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    var count = 0
                    do { for try await piece in body { count += piece.count } } catch {}
                    return count
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count <= 1 << 20)
    }

    @Test("a streamed response counts as running until it has been read")
    func place() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let single = CurlTransport(.init(maximumConnections: 1))
        for _ in 0..<50 {
            let response = try await single.stream(CardeaRequest(.get, server.url()), sending: nil)
            async let next = single.send(CardeaRequest(.get, server.url()))
            #expect(try await response.body.collected() == Data("ok".utf8))
            #expect(try await next.status == 200)
        }
        #expect(server.connections == 1)
    }
}
