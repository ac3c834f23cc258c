import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaURLSessionTransport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct URLRequestTests {
    @Test("a request is made from a URLRequest with all its parts")
    func parts() throws {
        let url = try #require(URL(string: "https://api.example.com/orders?page=2"))
        var original = URLRequest(url: url, timeoutInterval: 5)
        original.httpMethod = "PUT"
        original.httpBody = Data("{}".utf8)
        original.setValue("application/json", forHTTPHeaderField: "Content-Type")
        original.setValue("a", forHTTPHeaderField: "X-Client")
        let request = try CardeaRequest(original)
        #expect(request.method == .put && request.url == url && request.body == Data("{}".utf8))
        #expect(request.fields[.contentType] == "application/json" && request.fields["x-client"] == "a")
        #expect(request.timeout == .seconds(5))
    }

    @Test("a URLRequest without an address is rejected")
    func withoutAddress() throws {
        var original = URLRequest(url: URL(filePath: "/"))
        original.url = nil
        #expect(throws: TransportError.self) { try CardeaRequest(original) }
    }
}
