import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaMetrics
import CardeaLogging
import LoggingTestSupport
import Testing

@Suite("Middleware")
struct MiddlewareTests {
    /// Responds with the request's ID in the body, at once or in a task.
    private struct Echo: Responder {
        var response = Response()
        var isPending = false

        func handle(_ request: Request) -> FutureResponse {
            if let error = request.error { return .ready(.text(error.reason, status: error.status)) }
            var response = response
            response.body = Array(request.id.utf8)
            return isPending ? .pending { [response] in response } : .ready(response)
        }
    }

    @Test(
        "a request keeps its own ID if the ID is plain, and gets a new one otherwise",
        arguments: [
            ("abc-1.2_Z", "abc-1.2_Z"),
            (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
            (String(repeating: "a", count: 65), "80000000000000f"),
            ("", "80000000000000f"),
            ("a b", "80000000000000f"),
            ("a\"}", "80000000000000f"),
            ("é", "80000000000000f"),
            (nil, "80000000000000f"),
        ]
    )
    func requestID(own: String?, id: String) async {
        var request = Request(.get, "/")
        request.fields[.requestID] = own
        for isPending in [false, true] {
            let site = Echo(isPending: isPending).behind(RequestIdentifiers { 255 })
            let response = await site.respond(to: request)
            #expect(String(decoding: response.body, as: UTF8.self) == id)
            #expect(response.fields[.requestID] == id)
        }
    }

    @Test(
        "a log line has the request's ID; the access log has the pattern of the route and no secret (security 23)"
    )
    func logLines() async {
        let log = LogRecorder()
        let logger = log.logger(metadataProvider: RequestIdentifiers.metadataProvider)
        var router = Router()
        router.on(.post, "/users/{id}") { _, _ in
            logger.warning("odd")
            return .text("secret-body")
        }
        let site = router.behind(RequestIdentifiers { 0 }, monitor(logger))
        var request = Request(.post, "/users/secret-user", query: "key=secret-key")
        request.body = Array("secret-body".utf8)
        request.fields[.authorization] = "Bearer secret-token"
        request.fields[.requestID] = "r1"
        request.remoteAddress = "192.0.2.1"
        _ = await site.respond(to: request)
        #expect(log.lines.map(\.message) == ["odd", "request"])
        #expect(log.lines.map(\.level) == [.warning, .info])
        #expect(log.lines[0].metadata == ["request": "r1"])
        var access = log.lines[1].metadata
        #expect(access.removeValue(forKey: "microseconds") != nil)
        #expect(
            access == [
                "request": "r1", "method": "POST", "route": "/users/{id}", "status": .stringConvertible(200),
                "bytes": .stringConvertible(12), "remote": "192.0.2.1",
            ]
        )
    }

    @Test(
        "a response with an error is in the access log",
        arguments: [
            ("GET", "/nothing-here", 404, .info, "GET", "none"),
            ("GET", "/broken", 500, .error, "GET", "/broken"),
            ("SECRET", "/broken", 405, .info, "other", "/broken"),
        ] as [(String, String, Int, Logger.Level, Logger.MetadataValue, Logger.MetadataValue)]
    )
    func errors(
        method: String,
        path: String,
        status: Int,
        level: Logger.Level,
        named: Logger.MetadataValue,
        route: Logger.MetadataValue
    ) async {
        let log = LogRecorder()
        var router = Router()
        router.on(.get, "/broken") { _, _ in Response(status: 500) }
        let site = router.behind(monitor(log.logger))
        let response = await site.respond(to: Request(RequestMethod(rawValue: method), path))
        #expect(response.status == status)
        #expect(log.lines.map(\.level) == [level])
        #expect(log.lines.first?.metadata["method"] == named)
        #expect(log.lines.first?.metadata["route"] == route)
        #expect(log.lines.first?.metadata["status"] == .stringConvertible(status))
        // A wrong prefix of a proxy is seen in the path.
        #expect(log.lines.first?.metadata["path"] == (status == 404 ? .string(path) : nil))
    }

    @Test("a long path without a route is cut in the log")
    func longPath() async {
        let log = LogRecorder()
        let site = Router().behind(monitor(log.logger))
        _ = await site.respond(to: Request(.get, "/" + String(repeating: "é", count: 500)))
        guard case .string(let path) = log.lines.first?.metadata["path"] else {
            Issue.record("no path")
            return
        }
        #expect((100...220).contains(path.utf8.count))
    }

    @Test(
        "a response forbids sniffing and storing by default",
        arguments: [(false, nil), (true, "max-age=31536000")]
    )
    func protectiveFields(isSecure: Bool, strictTransport: String?) async {
        let response = await Site(Echo()).respond(to: Request(.get, "/", isSecure: isSecure))
        #expect(response.fields["x-content-type-options"] == "nosniff")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields["strict-transport-security"] == strictTransport)
    }

    @Test("a rejected request passes through the same middleware, and a page may read the response")
    func rejectedRequest()
        async
    {
        let log = LogRecorder()
        let site = Site(
            Echo(),
            crossOrigin: CrossOriginAccess(),
            middleware: [RequestIdentifiers { 255 }, monitor(log.logger)]
        )
        var request = Request(.post, "/", fields: [.origin: "https://app.example", .requestID: "r1"])
        request.error = .bodyTooLarge
        let response = await site.respond(to: request)
        #expect(response.status == 413)
        #expect(response.body == Array("The body is too large.\n".utf8))
        #expect(response.fields[.requestID] == "r1")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields["access-control-allow-origin"] == "https://app.example")
        #expect(log.lines.isEmpty)
        var unread = Request(.post, "")
        unread.error = .timedOut
        #expect(await site.respond(to: unread).fields["access-control-allow-origin"] == nil)
    }

    @Test("a rejected preflight does not get the fields of an accepted one")
    func rejectedPreflight() async {
        let fields: HeaderFields = [.origin: "https://app.example", "access-control-request-method": "POST"]
        var request = Request(.options, "/", fields: fields)
        request.error = .headTooLarge
        let response = await Site(Echo(), crossOrigin: CrossOriginAccess()).respond(to: request)
        #expect(response.status == 431)
        #expect(response.fields["access-control-allow-methods"] == nil)
    }

    @Test("a site without a CORS rule sends no CORS fields")
    func noCORS() async {
        let request = Request(.get, "/", fields: [.origin: "https://app.example"])
        let response = await Site(Echo()).respond(to: request)
        #expect(!response.fields.contains { $0.name.description.hasPrefix("access-control-") })
    }

    @Test("a site with pages sends its content security policy")
    func contentSecurityPolicy() async {
        let site = Site(Echo(), security: SecurityHeaders(contentSecurityPolicy: "default-src 'self'"))
        let response = await site.respond(to: Request(.get, "/"))
        #expect(response.fields["content-security-policy"] == "default-src 'self'")
        #expect(await Site(Echo()).respond(to: Request(.get, "/")).fields["content-security-policy"] == nil)
    }

    @Test("a handler may let its response be stored")
    func storedResponse() async {
        let published = Echo(response: Response(fields: [.cacheControl: "public, max-age=60"]))
        let response = await Site(published).respond(to: Request(.get, "/"))
        #expect(response.fields.values(of: .cacheControl) == ["public, max-age=60"])
    }
}

private func monitor(_ logger: Logger) -> RequestMonitor<ContinuousClock> {
    RequestMonitor(logger: logger, metrics: NOOPMetricsHandler(), clock: ContinuousClock())
}
