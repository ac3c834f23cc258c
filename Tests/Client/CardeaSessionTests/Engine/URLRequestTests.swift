import CardeaHTTPTransport
import CardeaSession
import CardeaTesting
import CardeaURLSessionTransport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The line by which an app with URLSession adopts the engine.
struct URLRequestTests {
    @Test("an engine sends a URLRequest with its token, and again with a new one after a 401")
    func replay() async throws {
        let backend = Backend()
        let fixture = Fixture(backend: backend)
        try await fixture.signIn()
        backend.expireAccessTokens()
        var urlRequest = URLRequest(url: Fixture.request("/orders").url)
        urlRequest.httpMethod = "PUT"
        urlRequest.httpBody = Data("{}".utf8)
        urlRequest.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let response = try await fixture.engine.data(for: CardeaRequest(urlRequest))
        #expect(response.status == 200)
        #expect(fixture.sentTokens == ["Bearer access-1", "Bearer access-2"])
        let sent = fixture.transport.requests
        #expect(
            sent.map(\.method) == [.put, .put] && sent.map(\.body) == [Data("{}".utf8), Data("{}".utf8)]
        )
        #expect(sent.allSatisfy { $0.fields[.contentType] == "application/json" })
    }

    @Test("a URLRequest whose body is a stream is rejected before it is sent")
    func stream() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        var urlRequest = URLRequest(url: Fixture.request().url)
        urlRequest.httpBodyStream = InputStream(data: Data("{}".utf8))
        await #expect(throws: TransportError.self) {
            try await fixture.engine.data(for: CardeaRequest(urlRequest))
        }
        #expect(fixture.transport.requests.isEmpty)
    }
}
