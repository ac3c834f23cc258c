import CardeaHTTPMessages
import CardeaHTTPTransport
import Foundation
import Testing

struct JSONMessageTests {
    private struct Order: Codable, Equatable {
        var orderNumber: Int
    }

    @Test("a request with a JSON value has its body and the content type")
    func request() throws {
        let url = try #require(URL(string: "https://api.example.com/orders"))
        let request = try CardeaRequest(.post, url, json: Order(orderNumber: 7))
        #expect(request.method == .post)
        #expect(request.fields[.contentType] == "application/json")
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"orderNumber":7}"#)
    }

    @Test("a response is read as JSON, by a decoder of the caller's choice")
    func response() throws {
        let camelCase = CardeaResponse(status: 200, body: Data(#"{"orderNumber":7}"#.utf8))
        #expect(try camelCase.json(Order.self) == Order(orderNumber: 7))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let snakeCase = CardeaResponse(status: 404, body: Data(#"{"order_number":7}"#.utf8))
        #expect(!snakeCase.isSuccess)
        #expect(try snakeCase.json(decoder: decoder) as Order == Order(orderNumber: 7))
        #expect(throws: DecodingError.self) { try snakeCase.json(Order.self) }
    }
}
