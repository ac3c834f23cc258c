import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing
import TransportTestSupport

@Suite("A body of another length than announced", .timeLimit(.minutes(10)))
struct ContentLengthTests {
    private func content(length: Int64) -> HTTPContent {
        .stream(length: length) { () throws(TransportError) in HTTPBytes(Data(repeating: 1, count: 10)) }
    }

    @Test("is never passed for whole", arguments: TransportUnderTest.all, [5, 15] as [Int64])
    func wrongLength(kind: TransportUnderTest, length: Int64) async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let (transport, request) = (kind.make(), try CardeaRequest(.post, server.url()))
        let error = await #expect(throws: TransportError.self) {
            try await transport.stream(request, sending: content(length: length))
        }
        #expect(error?.code == .invalidRequest)
    }

    /// A transport of an app, without streams.
    private struct Whole: HTTPTransport {
        func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
            CardeaResponse(status: 200)
        }
    }

    @Test("streamed content is not sent by a transport without streaming", arguments: [5, 15] as [Int64])
    func wholeRequests(length: Int64) async throws {
        let request = CardeaRequest(.post, try #require(URL(string: "http://localhost/")))
        let error = await #expect(throws: TransportError.self) {
            try await Whole().stream(request, sending: content(length: length))
        }
        #expect(error?.code == .invalidRequest && error?.mayHaveBeenReceived == false)
    }
}
