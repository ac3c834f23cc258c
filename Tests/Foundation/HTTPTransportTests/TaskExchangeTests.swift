import Foundation
import CardeaHTTPTransport
import Testing

@testable import CardeaURLSessionTransport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The end of an exchange over URLSession", .timeLimit(.minutes(10)))
struct TaskExchangeTests {
    private let url = URL(fileURLWithPath: "/")
    private let session = URLSession(configuration: .ephemeral)

    private func exchange() -> TaskExchange {
        TaskExchange(session.dataTask(with: URLRequest(url: url)), timeout: .seconds(30), of: .silence)
    }

    @Test(
        "a request that fails after its head was sent may have been received (R11)",
        arguments: URLSessionErrorTests.codes
    )
    func afterHead(code: URLError.Code) async throws {
        let exchange = exchange()
        let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        exchange.receive(try #require(head))
        let response = try await exchange.response()
        exchange.complete(URLError(code))
        let error = await #expect(throws: TransportError.self) { try await response.body.collected() }
        #expect(error?.code == .connectionLost && error?.mayHaveBeenReceived == true)
    }

    @Test("a request that fails after a part of its body was sent may have been received (R11)")
    func afterContent() async {
        let exchange = exchange()
        exchange.noteSent()
        exchange.complete(URLError(.notConnectedToInternet))
        let error = await #expect(throws: TransportError.self) { try await exchange.response() }
        #expect(error?.code == .connectionLost && error?.mayHaveBeenReceived == true)
    }

    @Test("a request that fails earlier was not received (R11)", arguments: URLSessionErrorTests.codes)
    func beforeThat(code: URLError.Code) async {
        let exchange = exchange()
        exchange.complete(URLError(code))
        let error = await #expect(throws: TransportError.self) { try await exchange.response() }
        #expect(error?.code == .cannotConnect && error?.mayHaveBeenReceived == false)
    }
}
