import APITestSupport
import CardeaAccountPages
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("The pages that Google's JavaScript SDK opens")
struct JavaScriptSDKPageTests {
    @Test(
        "only the listed origins may show the frame (security 5)",
        arguments: [
            (
                ["https://app.example", "http://localhost:5000"],
                "https://app.example http://localhost:5000 https://id.example"
            ),
            ([], "https://id.example"),
        ] as [([String], String)]
    )
    func frame(_ origins: [String], _ ancestors: String) async throws {
        let pages = try await SDKPages(origins)
        for path in ["/__/auth/iframe", "/emulator/auth/iframe"] {
            let page = await pages.get(path, [("apiKey", "demo-key"), ("appName", "[DEFAULT]")])
            let policy = page.fields[.contentSecurityPolicy] ?? ""
            #expect(page.status == 200 && policy.hasSuffix("; frame-ancestors \(ancestors)"), "\(policy)")
            #expect(policy.contains("script-src 'self' https://apis.google.com;"), "\(policy)")
            #expect(!policy.contains("unsafe"))
        }
    }

    @Test("the list * allows the pages for every site only in an emulator (security 5)")
    func everyOrigin() async throws {
        let handler = [("apiKey", "demo-key"), ("authType", "x"), ("redirectUrl", "https://evil.example/")]
        for origins in [["*"], ["https://app.example", "*"]] {
            let server = try await SDKPages(origins)
            for (path, items) in [
                ("/__/auth/iframe", [("apiKey", "demo-key")]), ("/__/auth/handler", handler),
            ] {
                let page = await server.get(path, items)
                #expect(page.status == 400 && !page.text.contains("<script"), "\(page.text)")
                #expect(page.fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            }
            let emulator = try await SDKPages(origins, allowsEveryOrigin: true)
            let frame = await emulator.get("/__/auth/iframe", [("apiKey", "demo-key")])
            #expect(frame.fields[.contentSecurityPolicy]?.hasSuffix("; frame-ancestors *") == true)
            #expect(await emulator.get("/__/auth/handler", handler).status == 200)
        }
    }

    @Test("no origin may show the frame of an unknown API key (security 5)")
    func unknownKey() async throws {
        let pages = try await SDKPages(["*"], allowsEveryOrigin: true)
        for items in [[], [("apiKey", "no-key")]] {
            let page = await pages.get("/__/auth/iframe", items)
            #expect(page.status == 400 && !page.text.contains("<script"), "\(page.text)")
            #expect(page.fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
        }
    }

    @Test(
        "the handler begins nothing for an origin that is not listed (security 5)",
        arguments: [
            ("https://app.example/page?a=b#c", true), ("https://app.example", true),
            ("https://id.example/x", true), ("https://app.example:8443/", false),
            ("http://app.example/", false), ("https://evil.example/", false),
            ("https://app.example@evil.example/", false), ("https://app.example.evil.example/", false),
            ("javascript:alert(1)", false), ("//app.example/", false), ("", false), (nil, false),
        ] as [(String?, Bool)]
    )
    func handler(_ url: String?, _ isAllowed: Bool) async throws {
        let pages = try await SDKPages(["https://app.example"])
        for path in ["/__/auth/handler", "/emulator/auth/handler"] {
            var items = [
                ("apiKey", "demo-key"), ("authType", "signInViaPopup"), ("providerId", "google.com"),
            ]
            if let url { items.append(("redirectUrl", url)) }
            let page = await pages.get(path, items)
            #expect(page.status == (isAllowed ? 200 : 400), "\(page.text)")
            #expect(page.text.contains("<script src=\"/__/auth/handler.js\">") == isAllowed)
            #expect(page.fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            #expect(page.fields["referrer-policy"] == "no-referrer")
        }
    }

    @Test("a page repeats nothing of its address (security 7)")
    func noEcho() async throws {
        let pages = try await SDKPages(["https://app.example"])
        let text = "</script><script>alert(1)</script>"
        for path in ["/__/auth/handler", "/__/auth/iframe"] {
            let page = await pages.get(
                path,
                [
                    ("apiKey", "demo-key"), ("appName", text), ("authType", text), ("providerId", text),
                    ("redirectUrl", "https://app.example/"), ("code", text), ("state", text),
                ]
            )
            #expect(page.status == 200 && !page.text.contains("alert"), "\(page.text)")
        }
    }

    @Test("the scripts are those of the server")
    func scripts() async throws {
        let pages = try await SDKPages([])
        for path in ["/__/auth/handler.js", "/__/auth/iframe.js"] {
            let script = await pages.get(path, [])
            #expect(script.status == 200 && script.fields[.contentType]?.hasPrefix("text/javascript") == true)
        }
    }

    @Test("the emulator's page that replaces a provider keeps its path")
    func emulatorPage() {
        func serves(_ path: String, _ query: String? = nil) -> Bool {
            JavaScriptSDKPages.serves(Request(.get, path, query: query))
        }
        #expect(serves("/emulator/auth/handler", "apiKey=a&authType=signInViaPopup"))
        #expect(!serves("/emulator/auth/handler", "providerId=google.com&continueUri=http://127.0.0.1/"))
        #expect(serves("/__/auth/handler") && serves("/__/auth/iframe") && serves("/emulator/auth/iframe"))
        #expect(!serves("/__/auth/") && !serves("/v1/token"))
    }
}

/// The pages of a server whose project lists origins.
private struct SDKPages {
    private let site: Site

    init(_ origins: [String], allowsEveryOrigin: Bool = false) async throws {
        var policy = Policy()
        policy.codes.continueOrigins = origins
        let server = try await APIServer(policy: policy)
        var router = Router()
        JavaScriptSDKPages(
            access: DirectoryAccess(projects: server.projects),
            projects: server.projects,
            allowsEveryOrigin: allowsEveryOrigin
        )
        .register(on: &router)
        site = Site(router, security: AccountPages.security)
    }

    func get(_ path: String, _ items: [(String, String)]) async -> Response {
        let query = FormCoding.encode(items.map { (name: $0.0, value: $0.1) })
        return await site.respond(to: Request(.get, path, query: query))
    }
}

extension Response {
    fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}
