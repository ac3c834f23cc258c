import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLocks
import CardeaMetrics
import CardeaTelemetry
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

    @Test(arguments: [
        ("abc-1.2_Z", "abc-1.2_Z"),
        (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
        (String(repeating: "a", count: 65), "80000000000000f"),
        ("", "80000000000000f"),
        ("a b", "80000000000000f"),
        ("a\"}", "80000000000000f"),
        ("é", "80000000000000f"),
        (nil, "80000000000000f"),
    ])
    func `A request keeps its own ID if that is plain, and gets one otherwise`(own: String?, id: String) async
    {
        var request = Request(.get, "/")
        request.fields[.requestID] = own
        for isPending in [false, true] {
            let site = Echo(isPending: isPending).behind(RequestIdentifiers { 255 })
            let response = await site.respond(to: request)
            #expect(String(decoding: response.body, as: UTF8.self) == id)
            #expect(response.fields[.requestID] == id)
        }
    }

    @Test func `Log lines name their request; the access log holds the pattern and no secret (security 23)`()
        async
    {
        let lines = Lines()
        var router = Router()
        let logger = Logger(sink: lines)
        router.on(.post, "/users/{id}") { _, _ in
            logger.log(.warning, "odd")
            return .text("secret-body")
        }
        let log = router.behind(RequestIdentifiers { 0 }, monitor(logger))
        var request = Request(.post, "/users/secret-user", query: "key=secret-key")
        request.body = Array("secret-body".utf8)
        request.fields[.authorization] = "Bearer secret-token"
        request.fields[.requestID] = "r1"
        request.remoteAddress = "192.0.2.1"
        _ = await log.respond(to: request)
        let text = lines.text
        let start = "info request request=r1 method=POST route=/users/{id} status=200 microseconds="
        #expect(text.hasPrefix("warning odd request=r1\n" + start))
        #expect(text.hasSuffix(" bytes=12 remote=192.0.2.1"))
        #expect(!text.contains("secret"))
    }

    @Test(arguments: [
        ("GET", "/nothing-here", 404, "info request method=GET route=none status=404"),
        ("GET", "/broken", 500, "error request method=GET route=/broken status=500"),
        ("SECRET", "/broken", 405, "info request method=other route=/broken status=405"),
    ])
    func `Errors are in the access log, too`(method: String, path: String, status: Int, start: String) async {
        let lines = Lines()
        var router = Router()
        router.on(.get, "/broken") { _, _ in Response(status: 500) }
        let log = router.behind(monitor(Logger(sink: lines)))
        let response = await log.respond(to: Request(RequestMethod(rawValue: method), path))
        #expect(response.status == status)
        #expect(lines.text.hasPrefix(start))
    }

    @Test(arguments: [(false, nil), (true, "max-age=31536000")])
    func `Responses are neither sniffed nor stored by default`(isSecure: Bool, strictTransport: String?) async
    {
        let response = await Site(Echo()).respond(to: Request(.get, "/", isSecure: isSecure))
        #expect(response.fields["x-content-type-options"] == "nosniff")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields["strict-transport-security"] == strictTransport)
    }

    @Test func `A rejected request passes through the same middleware, and a page may read the response`()
        async
    {
        let lines = Lines()
        let site = Site(
            Echo(),
            crossOrigin: CrossOriginAccess(),
            middleware: [RequestIdentifiers { 255 }, monitor(Logger(sink: lines))]
        )
        var request = Request(.post, "/", fields: [.origin: "https://app.example", .requestID: "r1"])
        request.error = .bodyTooLarge
        let response = await site.respond(to: request)
        #expect(response.status == 413)
        #expect(response.body == Array("The body is too large.\n".utf8))
        #expect(response.fields[.requestID] == "r1")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields["access-control-allow-origin"] == "https://app.example")
        #expect(lines.text == "")
        var unread = Request(.post, "")
        unread.error = .timedOut
        #expect(await site.respond(to: unread).fields["access-control-allow-origin"] == nil)
    }

    @Test func `A rejected preflight does not get the fields of an accepted one`() async {
        let fields: HeaderFields = [.origin: "https://app.example", "access-control-request-method": "POST"]
        var request = Request(.options, "/", fields: fields)
        request.error = .headTooLarge
        let response = await Site(Echo(), crossOrigin: CrossOriginAccess()).respond(to: request)
        #expect(response.status == 431)
        #expect(response.fields["access-control-allow-methods"] == nil)
    }

    @Test func `A site without a CORS rule sends no CORS fields`() async {
        let request = Request(.get, "/", fields: [.origin: "https://app.example"])
        let response = await Site(Echo()).respond(to: request)
        #expect(!response.fields.contains { $0.name.description.hasPrefix("access-control-") })
    }

    @Test func `A site with pages sends its content security policy`() async {
        let site = Site(Echo(), security: SecurityHeaders(contentSecurityPolicy: "default-src 'self'"))
        let response = await site.respond(to: Request(.get, "/"))
        #expect(response.fields["content-security-policy"] == "default-src 'self'")
        #expect(await Site(Echo()).respond(to: Request(.get, "/")).fields["content-security-policy"] == nil)
    }

    @Test func `A handler may let its response be stored`() async {
        let published = Echo(response: Response(fields: [.cacheControl: "public, max-age=60"]))
        let response = await Site(published).respond(to: Request(.get, "/"))
        #expect(response.fields.values(of: .cacheControl) == ["public, max-age=60"])
    }
}

private func monitor(_ logger: Logger) -> RequestMonitor<ContinuousClock> {
    RequestMonitor(logger: logger, metrics: NoMetrics(), clock: ContinuousClock())
}

/// Keeps log lines as text.
private final class Lines: LogSink {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    func write(_ level: Logger.Level, _ message: StaticString, _ fields: [(StaticString, Logger.Value)]) {
        let shown = fields.map { name, value in
            switch value {
            case .string(let text): "\(name)=\(text)"
            case .integer(let number): "\(name)=\(number)"
            case .boolean(let flag): "\(name)=\(flag)"
            }
        }
        lines.withLock { $0.append("\(level.rawValue) \(message) \(shown.joined(separator: " "))") }
    }
}
