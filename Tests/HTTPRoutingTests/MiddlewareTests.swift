import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLocks
import CardeaTelemetry
import Testing

@Suite("Middleware")
struct MiddlewareTests {
    /// Answers with the request's id in the body.
    private struct Echo: Responder {
        var response = Response()

        func respond(to request: Request) async -> Response {
            var response = response
            response.body = Array(request.id.utf8)
            return response
        }
    }

    @Test(arguments: [
        ("abc-1.2_Z", "abc-1.2_Z"),
        (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
        (String(repeating: "a", count: 65), "80000000000000ff"),
        ("", "80000000000000ff"),
        ("a b", "80000000000000ff"),
        ("a\"}", "80000000000000ff"),
        ("é", "80000000000000ff"),
        (nil, "80000000000000ff"),
    ])
    func `A request keeps its own id if it is plain, and gets one else`(own: String?, id: String) async {
        var request = Request(.get, "/")
        request.fields[.requestID] = own
        let response = await RequestIdentifiers(Echo(), random: { 255 }).respond(to: request)
        #expect(String(decoding: response.body, as: UTF8.self) == id)
        #expect(response.fields[.requestID] == id)
    }

    @Test func `Lines name their request; the access log holds the pattern and no secret (security row 23)`()
        async
    {
        let lines = Lines()
        var router = Router()
        let logger = Logger(sink: lines)
        router.on(.post, "/users/{id}") { _, _ in
            logger.log(.warning, "odd")
            return .text("secret-body")
        }
        let log = RequestIdentifiers(AccessLog(router, logger: logger, clock: ContinuousClock())) { 0 }
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
    func `Failures are logged too`(method: String, path: String, status: Int, start: String) async {
        let lines = Lines()
        var router = Router()
        router.on(.get, "/broken") { _, _ in Response(status: 500) }
        let log = AccessLog(router, logger: Logger(sink: lines), clock: ContinuousClock())
        let response = await log.respond(to: Request(HTTPMethod(rawValue: method), path))
        #expect(response.status == status)
        #expect(lines.text.hasPrefix(start))
    }

    @Test(arguments: [(false, nil), (true, "max-age=31536000")])
    func `Answers are neither sniffed nor stored`(isSecure: Bool, strictTransport: String?) async {
        let response = await SecurityFields(Echo()).respond(to: Request(.get, "/", isSecure: isSecure))
        #expect(response.fields["x-content-type-options"] == "nosniff")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields["strict-transport-security"] == strictTransport)
    }

    @Test func `A refusal has the fields of every answer, and a page may read it`() {
        let logged = AccessLog(Echo(), logger: Logger(sink: NullLogSink()), clock: ContinuousClock())
        let site = RequestIdentifiers(SecurityFields(CrossOriginAccess(logged))) { 255 }
        let request = Request(.post, "/", fields: [.origin: "https://app.example", .requestID: "r1"])
        let response = site.refuse(request, .bodyTooLarge)
        #expect(response.status == 413)
        #expect(response.body == Array("The body is too large.\n".utf8))
        #expect(response.fields[.requestID] == "r1")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields["access-control-allow-origin"] == "https://app.example")
        #expect(site.refuse(Request(.post, ""), .timedOut).fields["access-control-allow-origin"] == nil)
    }

    @Test func `A handler may let its answer be stored`() async {
        let published = Echo(response: Response(fields: [.cacheControl: "public, max-age=60"]))
        let response = await SecurityFields(published).respond(to: Request(.get, "/"))
        #expect(response.fields.values(of: .cacheControl) == ["public, max-age=60"])
    }
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
