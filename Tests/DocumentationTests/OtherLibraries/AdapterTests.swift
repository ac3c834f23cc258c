import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The documented adapters do what they are for, at stand-ins of the libraries that they adapt.
@Suite("Adapters for other HTTP libraries")
struct AdapterTests {
    private let refresher = ScriptedRefresher { _, _ in
        Credential(accessToken: Secret("second"), lifetime: .seconds(3600))
    }

    private func engine(
        _ transport: any HTTPTransport = ScriptedTransport(answers: [])
    ) async throws
        -> SessionEngine
    {
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [try #require(Origin("https://api.example.com"))]),
            refresher: refresher,
            store: InMemoryStore(),
            transport: transport,
            clock: ManualClock()
        )
        try await engine.adopt(
            Credential(accessToken: Secret("first"), refreshToken: Secret("r"), lifetime: .seconds(3600))
        )
        return engine
    }

    private func status(_ authorization: String?) -> Int { authorization == "Bearer second" ? 200 : 401 }

    @Test("Alamofire: twenty calls with a dead token, one renewal, and no token for other hosts")
    func alamofire() async throws {
        let session = Session(interceptor: SessionInterceptor(engine: try await engine())) { request in
            request.url?.host() == "api.example.com"
                ? status(request.value(forHTTPHeaderField: "Authorization"))
                : request.value(forHTTPHeaderField: "Authorization") == nil ? 204 : 500
        }
        let own = try #require(URL(string: "https://api.example.com/orders"))
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await session.request(own) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(statuses == [200])
        #expect(refresher.calls.count == 1)
        #expect(try await session.request(try #require(URL(string: "https://example.org/"))) == 204)
    }

    @Test("Alamofire: a back end that refuses even new tokens is asked twice, not for ever")
    func alamofireGivesUp() async throws {
        let session = Session(interceptor: SessionInterceptor(engine: try await engine())) { _ in 401 }
        let url = try #require(URL(string: "https://api.example.com/orders"))
        #expect(try await session.request(url) == 401)
        #expect(refresher.calls.count == 1)
    }

    @Test("Swift OpenAPI: sent again with the new token, unless the body can be had only once")
    func openAPI() async throws {
        let url = try #require(URL(string: "https://api.example.com"))
        for (body, expected) in [
            (HTTPBody?.none, HTTPTypes.HTTPResponse.Status.ok),
            (HTTPBody(iterationBehavior: .multiple), .ok),
            (HTTPBody(iterationBehavior: .single), .unauthorized),
        ] {
            let middleware = SessionMiddleware(engine: try await engine())
            let answer = try await middleware.intercept(
                HTTPTypes.HTTPRequest(),
                body: body,
                baseURL: url,
                operationID: "orders"
            ) { request, body, _ in
                let isFine = status(request.headerFields[.authorization]) == 200
                return (HTTPTypes.HTTPResponse(status: isFine ? .ok : .unauthorized), body)
            }
            #expect(answer.0.status == expected)
        }
        #expect(refresher.calls.count == 3)
    }

    @Test("R10 AsyncHTTPClient: the engine sees a 401 before anybody accepts it")
    func asyncHTTPClient() async throws {
        let client = HTTPClient { request in
            #expect(request.method == .RAW(value: "POST"))
            #expect(request.body == .bytes(Data("order".utf8)))
            let authorization = request.headers.first { $0.name == "authorization" }?.value
            return HTTPClientResponse(
                status: .init(code: UInt(status(authorization))),
                body: .init(bytes: Data(request.url.utf8))
            )
        }
        let engine = try await engine(AsyncHTTPClientTransport(client: client))
        let url = try #require(URL(string: "https://api.example.com/orders"))
        let answer = try await engine.data(for: HTTPRequest(.post, url, body: Data("order".utf8)))
        #expect(answer.status == 200)
        #expect(answer.body == Data("https://api.example.com/orders".utf8))
        #expect(refresher.calls.count == 1)
    }
}
