import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLogging
import Foundation
import Testing

@Suite("Router")
struct RouterTests {
    private static let routes: [(RequestMethod, String)] = [
        (.get, "/"),
        (.get, "/health/live"),
        (.post, "/v1/accounts:signUp"),
        (.post, "/v1/accounts:lookup"),
        (.post, "/v1/projects/{p}/accounts"),
        (.post, "/v1/projects/{p}/accounts:lookup"),
        (.get, "/v1/projects/{p}/accounts:batchGet"),
        (.post, "/v1/projects/{p}:createSessionCookie"),
        (.post, "/v1/projects/{p}/tenants/{t}:createSessionCookie"),
        (.get, "/v1/projects/{p}/tenants/{t}"),
        (.patch, "/v1/projects/{p}/tenants/{t}"),
        (.get, "/v1/projects/{p}/tenants/{t}/accounts:batchGet"),
        (.get, "/v1/projects/default/tenants/{t}/note"),
    ]

    /// Responds with what it was led to: the pattern's parameters in the body, the pattern in `route`.
    private var router: Router {
        var router = Router()
        for (method, pattern) in Self.routes {
            router.on(method, pattern) { _, parameters in
                let shown = ["p", "t"].compactMap { name in parameters[name].map { "\(name)=\($0)" } }
                return Response(body: Array(shown.joined(separator: " ").utf8))
            }
        }
        return router
    }

    @Test(
        "a path leads to the handler of the most exact pattern",
        arguments: [
            ("GET", "/", "/", ""),
            ("GET", "/health/live", "/health/live", ""),
            ("POST", "/v1/accounts:signUp", "/v1/accounts:signUp", ""),
            ("POST", "/v1/projects/a/accounts", "/v1/projects/{p}/accounts", "p=a"),
            ("POST", "/v1/projects/a/accounts:lookup", "/v1/projects/{p}/accounts:lookup", "p=a"),
            ("POST", "/v1/projects/a:createSessionCookie", "/v1/projects/{p}:createSessionCookie", "p=a"),
            (
                "POST", "/v1/projects/a/tenants/b:createSessionCookie",
                "/v1/projects/{p}/tenants/{t}:createSessionCookie", "p=a t=b"
            ),
            ("GET", "/v1/projects/a/tenants/b", "/v1/projects/{p}/tenants/{t}", "p=a t=b"),
            ("PATCH", "/v1/projects/a/tenants/b", "/v1/projects/{p}/tenants/{t}", "p=a t=b"),
            ("GET", "/v1/projects/a/tenants/b:c", "/v1/projects/{p}/tenants/{t}", "p=a t=b:c"),
            ("GET", "/v1/projects/a%2Fb/tenants/%E3%81%82", "/v1/projects/{p}/tenants/{t}", "p=a/b t=あ"),
            (
                "GET", "/v1/projects/a/tenants/b%3AcreateSessionCookie",
                "/v1/projects/{p}/tenants/{t}", "p=a t=b:createSessionCookie"
            ),
            (
                "GET", "/v1/projects/default/tenants/b/accounts:batchGet",
                "/v1/projects/{p}/tenants/{t}/accounts:batchGet", "p=default t=b"
            ),
            ("GET", "/v1/projects/default/tenants/b/note", "/v1/projects/default/tenants/{t}/note", "t=b"),
            ("HEAD", "/health/live", "/health/live", ""),
        ]
    )
    func pathLeadsHandler(
        method: String,
        path: String,
        route: String,
        parameters: String
    ) async {
        let response = await router.respond(to: Request(RequestMethod(rawValue: method), path))
        #expect(response.status == 200)
        #expect(response.route == route)
        #expect(String(decoding: response.body, as: UTF8.self) == parameters)
    }

    @Test(
        "a path of no route is not found (security L8)",
        arguments: [
            "", "health/live", "/health", "/health/live/", "//health/live", "/HEALTH/LIVE", "/v1/accounts:",
            "/v1/accounts:signup", "/v1/projects//accounts", "/v1/projects/:createSessionCookie",
            // A proxy's rule about a prefix holds for every spelling that is responded to.
            "/health/l%69ve", "/v1/accounts%3AsignUp", "/v1/%70rojects/a/accounts",
            "/v1/projects/a/%61ccounts",
            "/v1/projects/a/tenants/", "*",
        ]
    )
    func pathRouteFound(path: String) async {
        let response = await router.respond(to: Request(.get, path))
        #expect(response.status == 404)
        #expect(response.route == nil)
    }

    @Test(
        "a path or a query that cannot be decoded is rejected, whatever the route",
        arguments: [
            ("/v1/projects/%zz/accounts", nil), ("/v1/projects/%C3/accounts", nil), ("/health/live%", nil),
            ("/nowhere/%F0%9F", nil), ("/health/live", "%"), ("/health/live", "a=1&%"),
            ("/health/live", "a=%zz"),
            ("/health/live", "%C3=1"), ("/nowhere", "a=%ED%A0%80"),
        ]
    )
    func undecodable(path: String, query: String?) async {
        let request = Request(.get, path, query: query)
        let response = await router.respond(to: request)
        #expect(response.status == 400 && request.queryItems.isEmpty)
        #expect(String(decoding: response.body, as: UTF8.self).contains("cannot be decoded"))
    }

    @Test("a verb is cut off byte by byte, whatever character is before it (security L8)")
    func verbAfterPrepend() async {
        for mark in ["%D8%80", "%DB%9D", "%F0%91%82%BD", "%CC%81"] {
            let path = "/v1/projects/default\(mark):createSessionCookie"
            let response = await router.respond(to: Request(.post, path))
            let value = "p=default\(mark.removingPercentEncoding ?? "")"
            #expect(Array(value.utf8) == response.body, "\(mark)")
        }
    }

    @Test(
        "a wrong method gets the list of the methods that exist",
        arguments: [
            ("GET", "/v1/accounts:signUp", 405, "OPTIONS, POST"),
            ("DELETE", "/v1/projects/a/tenants/b", 405, "GET, HEAD, OPTIONS, PATCH"),
            ("get", "/health/live", 405, "GET, HEAD, OPTIONS"),
            ("OPTIONS", "/health/live", 204, "GET, HEAD, OPTIONS"),
        ]
    )
    func anotherMethodTold(
        method: String,
        path: String,
        status: Int,
        allow: String
    ) async {
        let response = await router.respond(to: Request(RequestMethod(rawValue: method), path))
        #expect(response.status == status)
        #expect(response.fields["allow"] == allow)
    }

    @Test(
        "errors are plain text by default",
        arguments: [
            (Router.Failure.notFound, 404, "Not Found\n"),
            (.methodNotAllowed, 405, "Method Not Allowed\n"),
            (.rejected(.headTooLarge), 431, "The header fields are too large.\n"),
        ]
    )
    func errorsPlainText(failure: Router.Failure, status: Int, body: String) {
        let response = Router.plainError(Request(.get, "/"), failure)
        #expect(response.status == status)
        #expect(response.body == Array(body.utf8))
    }

    @Test("errors have the router's form")
    func errorsFormRouter() async {
        var router = Router { request, failure in
            .json(Array("\(request.path) \(failure)".utf8), status: failure == .notFound ? 404 : 405)
        }
        router.on(.get, "/a") { _, _ in Response() }
        let missing = await router.respond(to: Request(.get, "/b"))
        let wrong = await router.respond(to: Request(.post, "/a"))
        #expect(missing.body == Array("/b notFound".utf8))
        #expect(wrong.body == Array("/a methodNotAllowed".utf8))
        #expect(wrong.fields["allow"] == "GET, HEAD, OPTIONS")
        var request = Request(.post, "/a")
        request.error = .bodyTooLarge
        let rejected = await router.respond(to: request)
        #expect(String(decoding: rejected.body, as: UTF8.self).hasPrefix("/a rejected("))
    }

    @Test("the limit of a body is the operation's, also behind middleware")
    func limitBodyOperation() {
        var router = Router()
        router.on(.post, "/batch/{p}", bodySize: .large) { _, _ in Response() }
        router.on(.post, "/one") { _, _ in Response() }
        let outermost = Site(
            router,
            crossOrigin: CrossOriginAccess(),
            middleware: [RequestIdentifiers { 1 }]
        )
        #expect(outermost.bodySize(of: Request(.post, "/batch/a")) == .large)
        for request in [Request(.put, "/batch/a"), Request(.post, "/one"), Request(.post, "/none")] {
            #expect(outermost.bodySize(of: request) == .ordinary)
        }
    }

    @Test(
        "a request is handled by the first site with a prefix of its path",
        arguments: [
            ("/auth/sign-in", "pages"), ("/auth/", "pages"), ("/auth", "rest"), ("/Auth/x", "rest"),
            ("/oauth2/token", "oauth"), ("/token", "oauth"), ("/v1/token", "rest"), ("/", "rest"),
            ("", "rest"), ("/auth/deep/nothing", "deep"),
        ]
    )
    func sitesPrefixes(path: String, expected: String) async {
        func site(_ name: String, _ prefixes: [String] = []) -> Site {
            Site(Router { _, _ in .text(name, status: 404) }, prefixes: prefixes)
        }
        let sites = Sites(
            [
                site("deep", ["/auth/deep/"]), site("pages", ["/auth/"]),
                site("oauth", ["/oauth2/", "/token"]),
            ],
            rest: site("rest")
        )
        #expect(await sites.respond(to: Request(.get, path)).body == Array("\(expected)\n".utf8))
    }

    @Test("a path that only equals a route by canonical equivalence is not found")
    func equalTextPath() async {
        var router = Router()
        router.on(.get, "/K") { _, _ in Response() }
        #expect(await router.respond(to: Request(.get, "/K")).status == 200)
        #expect(await router.respond(to: Request(.get, "/\u{212A}")).status == 404)
    }

    @Test("the server as a whole can be asked for its options")
    func serverWholeCan() async {
        #expect(await router.respond(to: Request(.options, "*")).status == 204)
        #expect(await router.respond(to: Request(.get, "*")).status == 404)
    }

    @Test("a path with many segments is rejected after few comparisons")
    func pathManySegments() async {
        let path = String(repeating: "/a", count: 4000)
        #expect(await router.respond(to: Request(.get, path)).status == 404)
    }

    @Test(
        "a body with a content coding is rejected with what the server reads instead (security 22)",
        arguments: [
            ("POST", ["gzip"], 415), ("POST", ["br"], 415), ("PATCH", ["GZIP"], 415),
            ("POST", ["identity", "gzip"], 415), ("POST", ["gzip, identity"], 415),
            ("POST", ["identity"], 200), ("POST", ["Identity"], 200), ("POST", [""], 200), ("POST", [], 200),
            ("GET", ["gzip"], 200),
        ]
    )
    func contentCoding(method: String, codings: [String], status: Int) async {
        let path = method == "POST" ? "/v1/accounts:signUp" : "/v1/projects/a/tenants/b"
        var request = Request(RequestMethod(rawValue: method), path, body: Array("{}".utf8))
        for coding in codings { request.fields.append("content-encoding", coding) }
        let response = await router.respond(to: request)
        #expect(response.status == status)
        #expect(response.fields["accept-encoding"] == (status == 415 ? "identity" : nil))
        request.body = []
        #expect(await router.respond(to: request).status == 200)
    }
}
