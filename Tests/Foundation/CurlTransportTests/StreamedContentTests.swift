import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing
import TransportTestSupport

@Suite("CurlTransport: streamed request bodies", .timeLimit(.minutes(10)))
struct StreamedContentTests {
    let transport = CurlTransport()

    /// A server that reads content however it is framed, and responds with its size.
    private func sizeServer() throws -> RawServer {
        try RawServer { connection in
            while let head = connection.readHead() {
                if head.contains("Expect: 100-continue") { connection.write("HTTP/1.1 100 Continue\r\n\r\n") }
                let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) }
                guard let body = length.map(connection.read) ?? connection.readChunks() else { return }
                let text =
                    "\(length == nil ? "chunked" : "whole") \(body.count) \(body.reduce(0) { ($0 &* 31 &+ Int($1)) % 65521 })"
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            }
        }
    }

    private func response(to content: HTTPContent, _ method: RequestMethod = .post) async throws -> String {
        let server = try sizeServer()
        let response = try await transport.stream(CardeaRequest(method, server.url()), sending: content)
        return String(decoding: try await response.body.collected(), as: UTF8.self)
    }

    private func sum(_ data: Data) -> Int { data.reduce(0) { ($0 &* 31 &+ Int($1)) % 65521 } }

    private func content(_ data: Data, length: Int64?, pieceSize: Int) -> HTTPContent {
        .stream(length: length) { () throws(TransportError) in
            let offset = Mutex(0)
            return HTTPBytes { () throws(TransportError) in
                let start = offset.withLock { offset in
                    defer { offset = min(offset + pieceSize, data.count) }
                    return offset
                }
                return start < data.count ? data[start..<min(start + pieceSize, data.count)] : nil
            }
        }
    }

    @Test(
        "content of known length has Content-Length, other content is chunked",
        arguments: [1, 65536, 1_200_000],
        [5000, 65536, 1 << 20]
    )
    func framing(size: Int, pieceSize: Int) async throws {
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) })
        let whole = try await response(to: content(data, length: Int64(size), pieceSize: pieceSize))
        #expect(whole == "whole \(size) \(sum(data))")
        let chunked = try await response(to: content(data, length: nil, pieceSize: pieceSize), .put)
        #expect(chunked == "chunked \(size) \(sum(data))")
    }

    @Test("an empty body is sent", arguments: [0, nil] as [Int64?])
    func empty(length: Int64?) async throws {
        let text = try await response(to: content(Data(), length: length, pieceSize: 1))
        #expect(text == (length == nil ? "chunked 0 0" : "whole 0 0"))
    }

    @Test("a file is sent twice over one connection")
    func file() async throws {
        let data = Data((0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 >> 5) })
        let file = URL.temporaryDirectory.appending(path: "upload-\(UInt64.random(in: 0 ... .max))")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (content, server) = (try HTTPContent.file(file), try sizeServer())
        for _ in 0..<2 {
            let response = try await transport.stream(CardeaRequest(.put, server.url()), sending: content)
            let text = String(decoding: try await response.body.collected(), as: UTF8.self)
            #expect(text == "whole \(data.count) \(sum(data))")
        }
        #expect(server.connections == 1)
    }

    @Test("a body is read no faster than it is sent")
    func backPressure() async throws {
        let gate = Gate()
        let read = Mutex(0)
        let server = try RawServer { connection in
            _ = connection.readHead()
            gate.wait()
            guard connection.readChunks() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let count = 64 << 20
        let content = HTTPContent.stream { () throws(TransportError) in
            HTTPBytes { () throws(TransportError) in
                let soFar = read.withLock { read in
                    read += 1 << 16
                    return read
                }
                return soFar <= count ? Data(repeating: 1, count: 1 << 16) : nil
            }
        }
        let (transport, request) = (transport, CardeaRequest(.post, try server.url()))
        let sending = Task { try await transport.stream(request, sending: content).status }
        var before = -1
        while case let now = read.withLock({ $0 }), now != before || now == 0 {
            before = now
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(before < count / 2)
        gate.open()
        #expect(try await sending.value == 200)
    }

    @Test("an early response is returned, and the body is not opened")
    func earlyResponse() async throws {
        let server = try RawServer { connection in
            while let head = connection.readHead() {
                #expect(head.contains("Expect: 100-continue"))
                connection.write(
                    "HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"
                )
                return
            }
        }
        let isOpened = Mutex(false)
        let content = HTTPContent.stream(length: 10 << 20) { () throws(TransportError) in
            isOpened.withLock { $0 = true }
            return HTTPBytes(Data(repeating: 0, count: 10 << 20))
        }
        let response = try await transport.stream(CardeaRequest(.post, server.url()), sending: content)
        #expect(response.status == 401)
        #expect(try await response.body.collected() == Data("no".utf8))
        #expect(!isOpened.withLock { $0 })
    }

    @Test(
        "the body is sent without asking after the server rejects the expectation",
        arguments: [RequestMethod.post, .put]
    )
    func expectationFailed(method: RequestMethod) async throws {
        let server = try RawServer { connection in
            while let head = connection.readHead() {
                if head.contains("Expect: 100-continue") {
                    connection.write("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n")
                } else {
                    guard let body = connection.readChunks() else { return }
                    connection.write("HTTP/1.1 200 OK\r\nx-size: \(body.count)\r\nContent-Length: 0\r\n\r\n")
                }
            }
        }
        let content = content(Data(repeating: 1, count: 70_000), length: nil, pieceSize: 1000)
        let response = try await transport.stream(CardeaRequest(method, server.url()), sending: content)
        #expect(response.status == 200 && response.fields["x-size"] == "70000")
    }

    @Test("a small body is sent without asking")
    func noExpectation() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        _ = try await transport.stream(CardeaRequest(.post, server.url()), sending: .data(Data("x".utf8)))
        #expect(try #require(server.requests.first).contains("Expect") == false)
        #expect(try #require(server.requests.first).hasSuffix("\r\n\r\nx"))
    }

    @Test("a body of another length than announced is an error", arguments: [5, 15] as [Int64])
    func wrongLength(length: Int64) async throws {
        let server = try sizeServer()
        let content = content(Data(repeating: 1, count: 10), length: length, pieceSize: 10)
        let error = await #expect(throws: TransportError.self) {
            try await transport.stream(CardeaRequest(.post, server.url()), sending: content)
        }
        #expect(error?.code == .invalidRequest && error?.mayHaveBeenReceived == true)
    }

    @Test("an error of the body is the request's error")
    func failure() async throws {
        let server = try sizeServer()
        let content = HTTPContent.stream { () throws(TransportError) in
            let isFirst = Mutex(true)
            return HTTPBytes { () throws(TransportError) in
                let first = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                guard first else {
                    throw TransportError(.other, mayHaveBeenReceived: false, description: "no more")
                }
                return Data("a".utf8)
            }
        }
        let error = await #expect(throws: TransportError.self) {
            try await transport.stream(CardeaRequest(.post, server.url()), sending: content)
        }
        #expect(error?.description == "no more" && error?.mayHaveBeenReceived == true)
    }

    @Test("a slow request body causes no timeout of the server")
    func slowContent() async throws {
        let server = try sizeServer()
        let content = HTTPContent.stream(length: 1) { () throws(TransportError) in
            HTTPBytes { () throws(TransportError) in
                try? await Task.sleep(for: .seconds(3))
                return Data("a".utf8)
            }
        }
        let request = CardeaRequest(.post, try server.url(), timeout: .seconds(2))
        #expect(try await transport.stream(request, sending: content).status == 200)
    }

    @Test("a cancelled request stops reading its body and releases it")
    func cancelled() async throws {
        let server = try sizeServer()
        let isReading = Mutex(false)
        let isCancelled = Mutex(false)
        let content = HTTPContent.stream { () throws(TransportError) in
            HTTPBytes { () throws(TransportError) in
                isReading.withLock { $0 = true }
                try? await Task.sleep(for: .seconds(3600))
                isCancelled.withLock { $0 = Task.isCancelled }
                return nil
            }
        }
        let (transport, request) = (transport, CardeaRequest(.post, try server.url()))
        let task = Task { try await transport.stream(request, sending: content).status }
        while !isReading.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        while !isCancelled.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("both bodies are streamed at the same time")
    func bothWays() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 100 Continue\r\n\r\n")
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while let chunk = connection.readChunk(), !chunk.isEmpty {
                connection.write("\(String(chunk.count, radix: 16))\r\n")
                connection.write(chunk)
                connection.write("\r\n")
            }
            connection.write("0\r\n\r\n")
        }
        let (questions, ask) = AsyncStream.makeStream(of: Data.self)
        let content = HTTPContent.once(
            HTTPBytes { () throws(TransportError) in
                var iterator = questions.makeAsyncIterator()
                return await iterator.next()
            }
        )
        let response = try await transport.stream(CardeaRequest(.post, server.url()), sending: content)
        var responses = response.body.makeAsyncIterator()
        for question in ["one", "two", "three"] {
            ask.yield(Data(question.utf8))
            #expect(try await responses.next() == Data(question.utf8))
        }
        ask.finish()
        #expect(try await responses.next() == nil)
    }
}
