import APITestSupport
import CardeaAccountPages
import CardeaCryptography
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import LoggingTestSupport
import CardeaSecrets
import Testing

/// The responses to a browser that signs in by redirect.
@Suite("The addresses of a sign-in by redirect")
struct RedirectPageTests {
    @Test(
        "a redirect is stored nowhere, names its address nowhere, and allows no frame and no origin (security 7)",
        arguments: ["google.com", "apple.com"]
    )
    func headers(_ provider: String) async throws {
        let visit = try await Redirects()
        let state = try await visit.begin(provider)
        let started = await visit.open("/auth/start", "state=\(state)")
        let returned = await visit.open(
            "/auth/handler",
            "state=\(state)&code=a",
            cookie: started.cookies.first.map { String($0.prefix { $0 != ";" }) }
        )
        let failed = await visit.open("/auth/handler", "state=\(state)&code=a")
        #expect([started, returned, failed].map(\.status) == [303, 303, 400])
        #expect(started.fields["location"] == Redirects.provider)
        #expect(returned.fields["location"]?.hasPrefix(Redirects.app + "?code=") == true)
        for response in [started, returned, failed] {
            #expect(response.fields[.cacheControl] == "no-store")
            #expect(response.fields["referrer-policy"] == "no-referrer")
            #expect(response.fields[.contentTypeOptions] == "nosniff")
            let policy = response.fields[.contentSecurityPolicy] ?? ""
            #expect(policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(response.fields["access-control-allow-origin"] == nil)
        }
    }

    @Test(
        "the cookie is for one host over TLS, and goes with posts of other sites only if the provider posts (security 16)",
        arguments: [("google.com", "Lax"), ("apple.com", "None")]
    )
    func cookie(_ provider: String, _ sameSite: String) async throws {
        let visit = try await Redirects()
        let started = await visit.open("/auth/start", "state=\(try await visit.begin(provider))")
        #expect(started.cookies.count == 1)
        let cookie = started.cookies[0].split(separator: "; ").map(String.init)
        #expect(cookie[0].wholeMatch(of: #/__Host-cardea-redirect-[0-9a-f]{16}=[\w-]{43}/#) != nil)
        let flags = ["Path=/", "Secure", "HttpOnly", "SameSite=\(sameSite)", "Max-Age=900"]
        #expect(Array(cookie.dropFirst()) == flags)
    }

    @Test(
        "hostile parameters neither lead elsewhere nor appear in a page or a header (security 5, 7)",
        arguments: [
            "state=%0D%0Aset-cookie:a=b&code=a", "state=STATE&error=%0D%0Alocation:https://evil.example",
            "state=STATE&error=%22%3E%3Cscript%3E", "state=STATE&code=a&continueUri=https://evil.example",
            "state=STATE&code=a&redirect_uri=//evil.example",
            "state=%22%3E%3Cscript%3E&code=a&lang=%22%3E%3Cscript%3E",
        ]
    )
    func hostile(_ query: String) async throws {
        let visit = try await Redirects()
        let state = try await visit.begin("google.com")
        let started = await visit.open("/auth/start", "state=\(state)&continueUri=https://evil.example")
        #expect(started.fields["location"] == Redirects.provider)
        let response = await visit.open(
            "/auth/handler",
            query.replacing("STATE", with: state),
            cookie: started.cookies.first.map { String($0.prefix { $0 != ";" }) }
        )
        let location = response.fields["location"]
        #expect(location?.hasPrefix(Redirects.app + "?") ?? (response.status == 400))
        for text in response.fields.map(\.value) + [String(decoding: response.body, as: UTF8.self)] {
            #expect(!text.contains("evil.example") && !text.contains("<script") && !text.contains("\r"))
        }
    }

    @Test(
        "an error of a provider without a state, or in another browser, gets a page that leads back to the app (U6)",
        arguments: ["error=access_denied", "error=%22%3E%3Cscript%3E", "state=STATE&error=access_denied"]
    )
    func declined(_ query: String) async throws {
        let visit = try await Redirects()
        let state = try await visit.begin("google.com")
        _ = await visit.open("/auth/start", "state=\(state)")
        let response = await visit.open("/auth/handler", query.replacing("STATE", with: state))
        let page = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == 400 && response.fields["location"] == nil)
        #expect(page.contains("You did not finish the sign-in at the provider"), "\(page)")
        #expect(!page.contains("access_denied") && !page.contains("<script"))
        let other = await visit.open("/auth/handler", "code=a")
        #expect(String(decoding: other.body, as: UTF8.self).contains("Finish in this browser"))
    }

    @Test("a HEAD request does not consume a redirect of the browser (security 16)")
    func head() async throws {
        let visit = try await Redirects()
        let state = try await visit.begin("google.com")
        let looked = await visit.open("/auth/start", "state=\(state)", method: .head)
        #expect(looked.status == 405 && looked.cookies.isEmpty)
        #expect(await visit.open("/auth/start", "state=\(state)").status == 303)
    }

    @Test("redirects of another site do not fill a browser with cookies (security 20)")
    func cookies() async throws {
        let visit = try await Redirects()
        var kept: [String: String] = [:]
        for _ in 0..<100 {
            let response = await visit.open(
                "/auth/start",
                "state=\(try await visit.begin("apple.com"))",
                cookie: (["other=1"] + kept.map { "\($0.key)=\($0.value)" }).joined(separator: "; ")
            )
            #expect(response.status == 303)
            for cookie in response.cookies {
                let pair = cookie.prefix { $0 != ";" }.split(separator: "=", omittingEmptySubsequences: false)
                kept[String(pair[0])] = cookie.contains("Max-Age=0") ? nil : String(pair[1])
                #expect(cookie.contains("SameSite=None"), "a browser ignores others if another site is shown")
            }
            #expect((1...17).contains(kept.count))
        }
    }
}

/// The pages of a server with two providers.
private struct Redirects {
    static let app = "https://app.example/back"
    static let provider = "https://provider.example/authorize"

    /// A provider that needs no network.
    private struct Authorizer: ProviderAuthorizer {
        func authorizationURL(
            _ request: AuthorizationRequest,
            at provider: ActiveProvider,
            _ place: ProviderPlace
        ) async throws(ProviderError) -> AuthorizationURL { AuthorizationURL(Redirects.provider) }
    }

    private let server: APIServer
    private let flow: RedirectFlow
    private let site: Site

    init() async throws {
        var policy = Policy()
        policy.providers.redirectURLs = [Self.app]
        server = try await APIServer(policy: policy)
        flow = RedirectFlow(projects: server.projects, authorizer: Authorizer(), logger: .silent)
        let administration = ProviderAdministration(projects: server.projects)
        for provider in ["google.com", "apple.com"] {
            let id = try #require(ProviderID(rawValue: provider))
            let secret =
                provider == "apple.com" ? try PrivateKey.generate(.es256).pem : "the secret of the client"
            _ = try await administration.set(
                id,
                in: UserPool(project: server.project.id),
                secret: .set(Secret(secret)),
                by: .server
            ) { configuration in
                configuration.clientID = "cardea"
                if provider == "apple.com" { (configuration.teamID, configuration.keyID) = ("TEAM", "KEY") }
            }
        }
        site = server.pages(redirects: flow)
    }

    /// Begins a redirect as an app does.
    ///
    /// - Returns: The state.
    func begin(_ provider: String) async throws -> String {
        let begun = try await flow.begin(
            try #require(ProviderID(rawValue: provider)),
            continueURL: Self.app,
            .unlimited,
            by: Caller(RequestScope(project: server.project), remoteAddress: "192.0.2.1")
        )
        return String(begun.url.dropFirst("https://id.example/auth/start?state=".count))
    }

    func open(
        _ path: String,
        _ query: String,
        cookie: String? = nil,
        method: RequestMethod = .get
    ) async -> Response {
        var request = Request(method, path, query: query, fields: [.origin: "https://evil.example"])
        if let cookie { request.fields.append(.cookie, cookie) }
        return await site.respond(to: request)
    }
}

extension Response {
    fileprivate var cookies: [String] { fields.values(of: .setCookie) }
}
