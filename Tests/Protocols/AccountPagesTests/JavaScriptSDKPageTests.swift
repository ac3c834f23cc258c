import APITestSupport
import CardeaAccountPages
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSettings
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
            #expect(page.text.contains("<script src=\"/__/auth/handler.js\" ") == isAllowed)
            #expect(page.fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            #expect(page.fields["referrer-policy"] == "no-referrer")
        }
    }

    @Test("a page escapes what it hands to its script (security 7)")
    func escaped() async throws {
        let pages = try await SDKPages(["https://app.example"])
        let text = "\"></script><script>alert(1)</script>"
        for path in ["/__/auth/handler", "/__/auth/iframe"] {
            let page = await pages.get(
                path,
                [
                    ("apiKey", "demo-key"), ("appName", text), ("authType", text), ("providerId", text),
                    ("redirectUrl", "https://app.example/"), ("code", text), ("state", text),
                ]
            )
            #expect(page.status == 200 && !page.text.contains("<script>"), "\(page.text)")
            #expect(page.parameters["appName"]?.string == text, "\(page.text)")
        }
    }

    @Test("the script gets the API key, the app and the tenant that the server has judged (security 5)")
    func judged() async throws {
        let pages = try await SDKPages(["https://app.example"], tenants: ["blue": []])
        let frame = await pages.get(
            "/__/auth/iframe",
            [("apiKey", "demo-key"), ("appName", "a"), ("tid", "blue")]
        )
        #expect(frame.parameters == ["apiKey": "demo-key", "appName": "a"])
        let items = [
            ("apiKey", "demo-key"), ("appName", "a"), ("authType", "signInViaPopup"),
            ("providerId", "google.com"),
            ("redirectUrl", "https://id.example/"), ("tid", "blue"),
        ]
        let handler = await pages.get("/__/auth/handler", items)
        for (name, value) in items { #expect(handler.parameters[name]?.string == value, "\(handler.text)") }
        #expect(handler.parameters.count == items.count)
        for path in ["/__/auth/handler.js", "/__/auth/iframe.js"] {
            let script = await pages.get(path, []).text
            #expect(!script.contains("URLSearchParams") && !script.contains("location.search"))
        }
    }

    @Test(
        "a page is not shown for names that the server and a browser could read differently (security 5)",
        arguments: [
            // U+212A is canonically equal to K.
            ("api%E2%84%AAey=demo-key&apiKey=no-key", 400), ("api%E2%84%AAey=no-key&apiKey=demo-key", 200),
            ("apiKey=demo-key&apiKey=demo-key", 400), ("apiKey=demo-key&apiKey=no-key", 400),
            ("apiKey=demo-key&appName=a&appName=b", 400), ("apiKey=demo-key&appName=a&x=1&x=1", 400),
            ("apiKey=demo-key&%", 400), ("apiKey=demo-key&appName=%zz", 400), ("api%4Bey=demo-key", 200),
        ]
    )
    func ambiguous(_ query: String, _ status: Int) async throws {
        let pages = try await SDKPages(["https://app.example"])
        let signIn = "&authType=signInViaRedirect&redirectUrl=https%3A%2F%2Fapp.example%2F"
        for (path, query) in [("/__/auth/iframe", query), ("/__/auth/handler", query + signIn)] {
            let page = await pages.get(path, query: query)
            #expect(page.status == status && page.text.contains("<script") == (status == 200), "\(page.text)")
        }
    }

    @Test("the handler leads nowhere if a part of its address cannot be decoded (security 5)")
    func undecodable() async throws {
        let query =
            "authType=signInViaRedirect&apiKey=x&providerId=x.y&redirectUrl=https%3A%2F%2Fevil.example&%"
        let page = try await SDKPages(["https://app.example"]).get("/__/auth/handler", query: query)
        #expect(page.status == 400 && !page.text.contains("<script"), "\(page.text)")
    }

    @Test("the site of a tenant shows no frame: the frame has the sign-ins of the whole project (security 5)")
    func tenantSite() async throws {
        let pages = try await SDKPages(["https://app.example"], tenants: ["blue": ["https://blue.example"]])
        for tenant in ["blue", "no-tenant", ""] {
            let frame = await pages.get("/__/auth/iframe", [("apiKey", "demo-key"), ("tid", tenant)])
            let ancestors = "; frame-ancestors https://app.example https://id.example"
            #expect(frame.fields[.contentSecurityPolicy]?.hasSuffix(ancestors) == true)
        }
    }

    @Test("a tenant that does not exist is an error of the request")
    func unknownTenant() async throws {
        let pages = try await SDKPages(["https://app.example"], tenants: ["blue": ["https://blue.example"]])
        let items = [("apiKey", "demo-key"), ("authType", "x"), ("redirectUrl", "https://blue.example/")]
        #expect(await pages.get("/__/auth/handler", items + [("tid", "blue")]).status == 200)
        #expect(await pages.get("/__/auth/handler", items + [("tid", "no-tenant")]).status == 400)
        #expect(await pages.get("/__/auth/handler", items).status == 400)
    }

    @Test("the scripts are those of the server")
    func scripts() async throws {
        let pages = try await SDKPages([])
        for path in ["/__/auth/handler.js", "/__/auth/iframe.js"] {
            let script = await pages.get(path, [])
            #expect(script.status == 200 && script.fields[.contentType]?.hasPrefix("text/javascript") == true)
        }
    }

    @Test("a request without authType at the emulator's path gets the page instead of a provider")
    func emulatorPage() async throws {
        let pages = try await SDKPages([], providerPage: { _, _ in .text("choose an account") })
        let chosen = await pages.get("/emulator/auth/handler", [("providerId", "google.com")])
        #expect(chosen.text == "choose an account\n")
        let begun = await pages.get("/emulator/auth/handler", [("apiKey", "a"), ("authType", "x")])
        #expect(begun.status == 400 && begun.text.contains("codes.continueOrigins"))
        let server = try await SDKPages([])
        #expect(await server.get("/emulator/auth/handler", [("providerId", "google.com")]).status == 404)
    }
}

/// The pages of a server whose project lists origins.
private struct SDKPages {
    private let site: Site

    /// The tenants have origins of their own; an empty list means those of the project.
    init(
        _ origins: [String],
        tenants: [String: [String]] = [:],
        allowsEveryOrigin: Bool = false,
        providerPage: Router.Handler? = nil
    ) async throws {
        var policy = Policy()
        policy.codes.continueOrigins = origins
        let server = try await APIServer(policy: policy)
        for (tenant, origins) in tenants {
            var overrides = PolicyOverrides()
            if !origins.isEmpty {
                try overrides.set(.list(origins), for: "codes.continueOrigins")
            }
            _ = try await server.projects.createTenant(
                in: server.project.id,
                id: TenantID(rawValue: tenant),
                overrides: overrides,
                by: .server
            )
        }
        site = server.pages(allowsEveryOrigin: allowsEveryOrigin, providerPage: providerPage)
    }

    func get(_ path: String, _ items: [(String, String)]) async -> Response {
        await get(path, query: FormCoding.encode(items.map { (name: $0.0, value: $0.1) }))
    }

    func get(_ path: String, query: String) async -> Response {
        await site.respond(to: Request(.get, path, query: query))
    }
}

extension Response {
    fileprivate var text: String { String(decoding: body, as: UTF8.self) }

    /// The parameters that the page hands to its script.
    fileprivate var parameters: JSONObject {
        guard let data = text.firstMatch(of: #/ data-parameters="([^"]*)"></script>/#)?.1 else { return [:] }
        let escapes = [
            ("&quot;", "\""), ("&#34;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&amp;", "&"),
        ]
        let json = escapes.reduce(String(data)) { $0.replacing($1.0, with: $1.1) }
        return (try? JSONValue(reading: Array(json.utf8)))?.object ?? [:]
    }
}
