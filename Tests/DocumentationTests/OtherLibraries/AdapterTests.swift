import CardeaSession
import CardeaTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The documented adapters do what they are for, at stand-ins of the libraries that they adapt.
@Suite("Adapters for other HTTP libraries")
struct AdapterTests {
    private let refresher = secondTokenRefresher()

    private func engine(_ classifier: ResponseRule = .standard) async throws -> SessionEngine {
        let origin = try #require(WebOrigin("https://api.example.com"))
        return try await .signedIn(
            SessionConfiguration(origins: [origin]),
            refresher,
            classifier: classifier
        )
    }

    private func status(_ authorization: String?) -> Int { authorization == "Bearer second" ? 200 : 401 }

    @Test("alamofire: twenty requests with an expired token cause one refresh, and other hosts get no token")
    func alamofire() async throws {
        let engine = try await engine()
        let session = Session(interceptor: SessionInterceptor(engine: engine)) { request in
            let authorization = request.value(forHTTPHeaderField: "Authorization")
            let isOwn = request.url?.host() == "api.example.com"
            let status = isOwn ? status(authorization) : authorization == nil ? 401 : 500
            return (status, Data())
        }
        let own = try #require(URL(string: "https://api.example.com/orders"))
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await session.request(own).validate(by: engine).validate { _, response, _ in
                        response.statusCode == 401 ? .failure(AFError(underlyingError: nil)) : .success(())
                    }
                    .status()
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(statuses == [200])
        #expect(refresher.calls.count == 1)
        let other = try #require(URL(string: "https://example.org/"))
        #expect(try await session.request(other).validate(by: engine).status() == 401)
    }

    @Test(
        "alamofire: a rejection is noticed though the app accepts every status, and in the body too (R10, X8)"
    )
    func alamofireValidation() async throws {
        let engine = try await engine(.bodyCode("rcode", expired: [30061]))
        let session = Session(interceptor: SessionInterceptor(engine: engine)) { request in
            let isFine = request.value(forHTTPHeaderField: "Authorization") == "Bearer second"
            return (
                isFine ? 201 : 200,
                Data(#"{"rcode":\#(isFine ? 0 : 30061)}"#.utf8)
            )
        }
        let url = try #require(URL(string: "https://api.example.com/orders"))
        let request = session.request(url).validate { _, _, _ in .success(()) }
        #expect(try await request.status() == 200)
        #expect(try await request.validate(by: engine).status() == 201)
        #expect(refresher.calls.count == 1)
    }

    @Test("alamofire: a back end that rejects even new tokens is asked twice, not for ever")
    func alamofireGivesUp() async throws {
        let engine = try await engine()
        let session = Session(interceptor: SessionInterceptor(engine: engine)) { _ in
            (401, Data())
        }
        let url = try #require(URL(string: "https://api.example.com/orders"))
        await #expect(throws: AFError.self) {
            try await session.request(url).validate(by: engine).status()
        }
        #expect(refresher.calls.count == 1)
    }

    /// The result for a caller of a generated client.
    private func openAPI(
        _ engine: SessionEngine,
        at server: String = "https://api.example.com/v1",
        body: HTTPBody? = nil,
        _ response: @escaping @Sendable (_ authorization: String?) -> HTTPTypes.HTTPResponse
    ) async throws -> Int {
        let authorization = try #require(HTTPField.Name("authorization"))
        var request = HTTPTypes.HTTPRequest()
        request.path = "/orders?page=2"
        let (head, _) = try await SessionMiddleware(engine: engine).intercept(
            request,
            body: body,
            baseURL: try #require(URL(string: server)),
            operationID: "orders"
        ) { request, body, _ in
            #expect(request.path == "/orders?page=2")
            return (response(request.headerFields[authorization]), body)
        }
        return head.status.code
    }

    @Test("Swift OpenAPI: sent again with the new token, unless the body can be had only once")
    func openAPI() async throws {
        for (body, expected) in [
            (HTTPBody?.none, 200), (HTTPBody(iterationBehavior: .multiple), 200),
            (HTTPBody(iterationBehavior: .single), 401),
        ] {
            let engine = try await engine()
            let outcome = try await openAPI(engine, body: body) {
                HTTPTypes.HTTPResponse(status: .init(code: status($0)))
            }
            #expect(outcome == expected)
            // Refreshed all the same, for the next request.
            #expect(try await engine.validCredential().accessToken == SessionSecret("second"))
        }
        #expect(refresher.calls.count == 3)
    }

    @Test("Swift OpenAPI: another server gets no token, and its 401 is its own business (R2)")
    func openAPIElsewhere() async throws {
        let outcome = try await openAPI(try await engine(), at: "https://example.org") {
            HTTPTypes.HTTPResponse(status: .init(code: $0 == nil ? 401 : 500))
        }
        #expect(outcome == 401 && refresher.calls.isEmpty)
    }

    @Test(
        "with Swift OpenAPI the engine's classifier decides, also by header fields, and an ended session is reported (X8)"
    )
    func openAPIClassifier() async throws {
        let engine = try await engine(.headerCode("x-code", expired: ["old"], signedOutElsewhere: ["other"]))
        let code = try #require(HTTPField.Name("X-Code"))
        let refreshed = try await openAPI(engine) { authorization in
            var response = HTTPTypes.HTTPResponse(status: .init(code: 200))
            if authorization != "Bearer second" { response.headerFields[code] = "old" }
            return response
        }
        #expect(refreshed == 200 && refresher.calls.count == 1)
        await #expect(throws: SessionError.self) {
            try await openAPI(engine) { _ in
                var response = HTTPTypes.HTTPResponse(status: .init(code: 200))
                response.headerFields[code] = "other"
                return response
            }
        }
        #expect(engine.state == .signedOut(.signedInElsewhere))
    }

    @Test("Swift OpenAPI: a back end that rejects even new tokens is asked twice, not for ever")
    func openAPIGivesUp() async throws {
        let outcome = try await openAPI(try await engine()) { _ in
            HTTPTypes.HTTPResponse(status: .init(code: 401))
        }
        #expect(outcome == 401 && refresher.calls.count == 1)
    }
}
