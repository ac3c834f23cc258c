import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing
import TransportTestSupport

@testable import CardeaCurlTransport

@Suite("CurlTransport: cancellation", .timeLimit(.minutes(10)))
struct CancellationTests {
    @Test("a cancelled task sends nothing")
    func cancelledBefore() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let (transport, request) = (CurlTransport(), CardeaRequest(.get, try server.url()))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await transport.send(request)
        }
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled && error?.mayHaveBeenReceived == false)
        #expect(server.requests.isEmpty)
    }

    @Test("a request cancelled after it was sent may have been received")
    func cancelledDuring() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        let (transport, request) = (CurlTransport(), CardeaRequest(.get, try server.url()))
        let task = Task { try await transport.send(request) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled && error?.mayHaveBeenReceived == true)
    }

    @Test("500 requests cancelled at different moments end, and other requests succeed")
    func races() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let (transport, request) = (CurlTransport(), CardeaRequest(.get, try server.url()))
        var responses = 0
        for index in 0..<500 {
            let task = Task { try await transport.send(request) }
            try await Task.sleep(for: .microseconds(index % 50 * 10))
            task.cancel()
            switch await task.result {
            case .success(let response):
                responses += 1
                #expect(response.body == Data("ok".utf8))
            case .failure(let error):
                #expect((error as? TransportError)?.code == .cancelled)
            }
        }
        #expect(try await transport.send(request).status == 200)
        #expect(responses < 500, "No request was cancelled in time, so nothing was tried")
    }

    @Test("concurrent requests, some cancelled, each get their own result")
    func mixed() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                guard let path = request.split(separator: " ").dropFirst().first else { return }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
            }
        }
        let transport = CurlTransport(.init(maximumConnections: 16))
        let requests = try (0..<300).map { CardeaRequest(.get, try server.url("/\($0)")) }
        await withTaskGroup(of: Void.self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask {
                    let task = Task { try await transport.send(request) }
                    if index.isMultiple(of: 3) { task.cancel() }
                    switch await task.result {
                    case .success(let response): #expect(response.body == Data("/\(index)".utf8))
                    case .failure(let error):
                        #expect((error as? TransportError)?.code == .cancelled && index.isMultiple(of: 3))
                    }
                }
            }
        }
    }

    @Test("the thread ends with the transport, and its connections are closed")
    func released() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var transport: CurlTransport? = CurlTransport()
        _ = try await transport?.send(CardeaRequest(.get, server.url()))
        weak let loop = transport?.exchanges
        transport = nil
        while loop != nil || server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("a transport that only a cancelled request refers to ends")
    func releasedInFlight() async throws {
        let server = try RawServer { $0.waitForClose() }
        var transport: CurlTransport? = CurlTransport()
        weak let loop = transport?.exchanges
        let request = CardeaRequest(.get, try server.url())
        let tasks = (0..<8).map { _ in Task { [transport] in try await transport?.send(request) } }
        transport = nil
        while server.openConnections < 8 { try await Task.sleep(for: .milliseconds(1)) }
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        while loop != nil || server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
}
