@testable import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct RedirectTests {
    static let methods: [(Int, RequestMethod, RequestMethod, Bool)] = [
        (301, .post, .get, false), (302, .post, .get, false), (303, .post, .get, false),
        (303, .put, .get, false),
        (307, .post, .post, true), (308, .put, .put, true), (301, .put, .put, true),
        (303, .head, .head, true),
    ]

    @Test("the method and body of the next request (RFC 9110 §15.4)", arguments: methods)
    func method(status: Int, from: RequestMethod, to: RequestMethod, keepsBody: Bool) throws {
        var request = Fixture.request("/a/b", method: from)
        request.body = Data("x".utf8)
        request.fields[.contentType] = "text/plain"
        let next = try #require(
            try Redirect.next(
                after: CardeaResponse(status: status, fields: [.location: "../c?d"]),
                to: request
            )
        )
        #expect(next.url.absoluteString == "https://api.example.com/c?d")
        #expect(next.method == to)
        #expect((next.body != nil) == keepsBody)
        #expect((next.fields[.contentType] != nil) == keepsBody)
    }

    @Test(
        "where no request is sent",
        arguments: ["http://api.example.com/", "file:///etc/passwd", "https://a:b@api.example.com/"]
    )
    func rejected(location: String) {
        let response = CardeaResponse(status: 302, fields: [.location: location])
        #expect(throws: SessionError.self) { try Redirect.next(after: response, to: Fixture.request()) }
    }

    @Test("a redirect to another origin carries neither the token nor the app's credentials (R2, rule 12)")
    func crossOrigin() async throws {
        let fixture = Fixture(response: { (request, index) throws(TransportError) in
            guard index == 0 else { return CardeaResponse(status: 401) }
            return CardeaResponse(
                status: 302,
                fields: [.location: "https://api.example.com.evil.example/steal"]
            )
        })
        try await fixture.signIn()
        var request = Fixture.request()
        request.fields["cookie"] = "mine"
        #expect(try await fixture.engine.data(for: request).status == 401)
        #expect(fixture.sentTokens == ["Bearer access-1", nil])
        #expect(fixture.transport.requests.last?.fields["cookie"] == nil)
        #expect(fixture.refresher.calls.isEmpty)
    }

    @Test("a redirect back from another origin carries no token (R2, rule 12)")
    func wayBack() async throws {
        let fixture = Fixture(response: { (request, index) throws(TransportError) in
            let hops = ["https://evil.example/", "https://api.example.com/chosen"]
            guard index < hops.count else { return CardeaResponse(status: 401) }
            return CardeaResponse(status: 302, fields: [.location: hops[index]])
        })
        try await fixture.signIn()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 401)
        #expect(fixture.sentTokens == ["Bearer access-1", nil, nil])
        #expect(fixture.refresher.calls.isEmpty)
    }

    @Test("within the app's own hosts the token goes along")
    func sameOrigin() async throws {
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            response: { (request, index) throws(TransportError) in
                index == 0
                    ? CardeaResponse(status: 307, fields: [.location: "/new"]) : backend.response(request)
            }
        )
        try await fixture.signIn()
        let response = try await fixture.engine.data(for: Fixture.request("/old", method: .post))
        #expect(String(decoding: response.body, as: UTF8.self) == "access-1 /new")
    }

    @Test("a circle of redirects ends")
    func circle() async throws {
        let fixture = Fixture(response: { (_, _) throws(TransportError) in
            CardeaResponse(status: 302, fields: [.location: "/again"])
        })
        try await fixture.signIn()
        #expect(await failure { try await fixture.engine.data(for: Fixture.request()) }?.code == .badRedirect)
        #expect(fixture.transport.requests.count == 11)
        let options = RequestOptions(followsRedirects: false)
        #expect(try await fixture.engine.data(for: Fixture.request(), options: options).status == 302)
    }
}
