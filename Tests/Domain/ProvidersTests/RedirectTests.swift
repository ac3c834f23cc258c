import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaProviders
import CardeaSecrets
import ProviderStandIns
import Testing

@Suite("Sign-in by redirect")
struct RedirectTests {
    /// A provider that exchanges the code `the-code` for tokens with the nonce of the request.
    static func exchanging(_ world: World) async throws -> StandIn {
        let provider = try await StandIn()
        provider.on("/token") { request in
            let form = request.formItems
            guard form["code"] == "the-code" else {
                return .json(Array(#"{"error":"invalid_grant"}"#.utf8), status: 400)
            }
            let nonce = provider.lastNonce.withLock { $0 }
            let claims = world.claims(of: provider.url).with(["nonce": .string(nonce)])
            let token = (try? provider.sign(claims)) ?? ""
            return .json(
                ([
                    "access_token": "the-access-token", "refresh_token": "the refresh token",
                    "id_token": .string(token), "expires_in": 3600, "token_type": "Bearer",
                ] as JSONValue).text
            )
        }
        return provider
    }

    @Test("a redirect signs in: state, nonce, PKCE and client authentication are right (U6, security 16)")
    func whole() async throws {
        let world = try await World()
        let provider = try await Self.exchanging(world)
        let id = try await world.configure(provider)
        let browser = Browser(world)
        let begun = try await world.begin(id)
        #expect(begun.url.hasPrefix("https://id.example/auth/start?state="))
        let page = try await browser.open(begun.url)
        #expect(page.hasPrefix("\(provider.url)/authorize?"))
        let asked = page.items
        #expect(asked["client_id"] == "cardea" && asked["response_type"] == "code")
        #expect(asked["redirect_uri"] == "https://id.example/auth/handler/oidc.acme")
        #expect(asked["scope"] == "openid profile email" && asked["code_challenge_method"] == "S256")
        provider.lastNonce.withLock { $0 = asked["nonce"] ?? "" }
        let back = try await browser.bring([("code", "the-code"), ("state", asked["state"] ?? "")])
        #expect(back.hasPrefix(World.app + "?code="))
        #expect(!back.contains("the-code"), "the app does not get the code of the provider")
        let assertion = try await world.verify(.response(url: back, session: begun.sessionID, nonce: nil))
        #expect(assertion.subject == "248289761001" && assertion.tokens.refreshToken == "the refresh token")
        let exchange = try #require(provider.requests.last { $0.path == "/token" })
        let form = exchange.formItems
        #expect(form["redirect_uri"] == asked["redirect_uri"])
        let challenge = Base64URL.encode(SHA256.hash((form["code_verifier"] ?? "").utf8))
        #expect(challenge == asked["code_challenge"])
        let secret = Base64.encode(Array("cardea:the%20secret%20of%20the%20client".utf8))
        #expect(exchange.fields[.authorization] == "Basic \(secret)")
        let twice = await world.error(.response(url: back, session: begun.sessionID, nonce: nil))
        #expect(twice == .invalidState, "the response is good for one sign-in")
    }

    @Test("a response with another session ID, state or code signs no user in (security 3, 16)")
    func bound() async throws {
        let world = try await World()
        let provider = try await Self.exchanging(world)
        let id = try await world.configure(provider)
        let (mine, other) = (try await world.begin(id), try await world.begin(id))
        let browser = Browser(world)
        let state = try await browser.open(mine.url).items["state"] ?? ""
        let back = try await browser.bring([("code", "the-code"), ("state", state)])
        for (url, session) in [
            (back, other.sessionID), (back, nil), (back, ""), (back + "x", mine.sessionID),
            (World.app + "?code=guess&state=\(state)", mine.sessionID),
            (World.app + "?code=\(back.items["code"] ?? "")", mine.sessionID),
            (World.app + "?state=\(state)", mine.sessionID), (World.app, mine.sessionID),
            (back + "&state=\(state)", mine.sessionID), (back + "&code=a", mine.sessionID),
        ] as [(String, Secret?)] {
            #expect(await world.error(.response(url: url, session: session, nonce: nil)) == .invalidState)
        }
    }

    @Test("a response without the browser's cookie, or in another browser, is rejected (security 16)")
    func browserBinding() async throws {
        let world = try await World()
        let id = try await world.configure(try await Self.exchanging(world))
        let begun = try await world.begin(id)
        let (browser, other) = (Browser(world), Browser(world))
        let state = try await browser.open(begun.url).items["state"] ?? ""
        await #expect(throws: RedirectError.invalidState) { try await other.open(begun.url) }
        let response = [("code", "the-code"), ("state", state)]
        await #expect(throws: RedirectError.invalidState) { try await other.bring(response) }
        // The same browser may open the address again.
        _ = try await browser.open(begun.url)
        _ = try await browser.bring(response)
        await #expect(throws: RedirectError.invalidState) { try await browser.bring(response) }
        await #expect(throws: RedirectError.invalidState) { try await browser.open(begun.url) }
    }

    @Test(
        "a response without state, with two of a kind, or without code and error is rejected (security 16)",
        arguments: [
            [("code", "the-code")], [("state", "STATE")], [], [("code", ""), ("state", "STATE")],
            [("code", "the-code"), ("state", "")], [("code", "the-code"), ("state", "unknown")],
            [("code", "the-code"), ("state", "STATE"), ("state", "STATE")],
            [("code", "the-code"), ("code", "another"), ("state", "STATE")],
        ] as [[(String, String)]]
    )
    func malformed(_ items: [(String, String)]) async throws {
        let world = try await World()
        let id = try await world.configure(try await Self.exchanging(world))
        let browser = Browser(world)
        let state = try await browser.open(try await world.begin(id).url).items["state"] ?? ""
        let response = items.map { ($0.0, $0.1 == "STATE" ? state : $0.1) }
        await #expect(throws: RedirectError.invalidState) { try await browser.bring(response) }
    }

    @Test("a response at the address of another provider is rejected (mix-up, security 3)")
    func mixUp() async throws {
        let world = try await World()
        let id = try await world.configure(try await Self.exchanging(world))
        let browser = Browser(world)
        let state = try await browser.open(try await world.begin(id).url).items["state"] ?? ""
        for suffix in ["", "/oidc.evil", "/google.com"] {
            await #expect(throws: RedirectError.invalidState) {
                try await browser.bring([("code", "the-code"), ("state", state)], at: suffix)
            }
        }
        _ = try await browser.bring([("code", "the-code"), ("state", state)])
    }

    @Test(
        "a response that names another issuer, or none though the provider always does, is rejected (RFC 9207)"
    )
    func issuerOfResponse() async throws {
        let world = try await World()
        let provider = try await Self.exchanging(world)
        let metadata = provider.metadata.with(["authorization_response_iss_parameter_supported": true])
        provider.on("/.well-known/openid-configuration") { _ in .json(metadata.text) }
        let id = try await world.configure(provider)
        let browser = Browser(world)
        let state = try await browser.open(try await world.begin(id).url).items["state"] ?? ""
        let response = [("code", "the-code"), ("state", state)]
        await #expect(throws: RedirectError.invalidState) { try await browser.bring(response) }
        await #expect(throws: RedirectError.invalidState) {
            try await browser.bring(response + [("iss", "https://evil.example")])
        }
        _ = try await browser.bring(response + [("iss", provider.url)])
    }

    @Test("a redirect ends after fifteen minutes (security 16)")
    func expiry() async throws {
        let world = try await World()
        let id = try await world.configure(try await Self.exchanging(world))
        let (early, late) = (try await world.begin(id), try await world.begin(id))
        let browser = Browser(world)
        let state = try await browser.open(early.url).items["state"] ?? ""
        world.clock.advance(.minutes(15))
        await #expect(throws: RedirectError.expired) { try await browser.open(late.url) }
        await #expect(throws: RedirectError.expired) {
            try await browser.bring([("code", "the-code"), ("state", state)])
        }
    }

    @Test("of a hundred sign-ins with one response, one succeeds (security 18)")
    func replay() async throws {
        let world = try await World()
        let provider = try await Self.exchanging(world)
        let id = try await world.configure(provider)
        let browser = Browser(world)
        let begun = try await world.begin(id)
        let asked = try await browser.open(begun.url).items
        provider.lastNonce.withLock { $0 = asked["nonce"] ?? "" }
        let response = [("code", "the-code"), ("state", asked["state"] ?? "")]
        let backs = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<100 { group.addTask { try? await browser.bring(response) } }
            return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
        #expect(backs.count == 1, "a state is used once")
        let back = try #require(backs.first)
        let errors = await withTaskGroup(of: ProviderError?.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await world.error(.response(url: back, session: begun.sessionID, nonce: nil))
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.filter { $0 == nil }.count == 1)
        #expect(errors.filter { $0 == .invalidState }.count == 99)
        #expect(provider.count("/token") == 1)
    }

    @Test("a person who cancels comes back to the app, which gets the provider's error")
    func cancelled() async throws {
        let world = try await World()
        let id = try await world.configure(try await Self.exchanging(world))
        let begun = try await world.begin(id)
        let browser = Browser(world)
        let state = try await browser.open(begun.url).items["state"] ?? ""
        let back = try await browser.bring([("error", "access_denied"), ("state", state)])
        #expect(back.items["error"] == "access_denied" && back.items["code"] == nil)
        #expect(
            await world.error(.response(url: back, session: begun.sessionID, nonce: nil))
                == .rejectedByProvider("access_denied")
        )
    }

    @Test("an error of the provider is passed on as a code alone (security 31)")
    func hostileError() async throws {
        let world = try await World()
        let id = try await world.configure(try await Self.exchanging(world))
        let browser = Browser(world)
        let state = try await browser.open(try await world.begin(id).url).items["state"] ?? ""
        let back = try await browser.bring([("error", "<script>alert(1)</script>"), ("state", state)])
        #expect(back.items["error"] == "server_error")
    }

    @Test(
        "a redirect leads to listed URLs alone, character by character (security 5)",
        arguments: [
            (World.app, true), ("http://127.0.0.1:49152/back", true), ("http://127.0.0.1/back", true),
            ("com.example.app:/back", true), ("https://app.example/back/", false),
            ("https://app.example/back?next=https://evil.example", false), ("https://app.example", false),
            ("https://APP.example/back", false), ("https://app.example:443/back", false),
            ("https://app.example.evil.example/back", false),
            ("https://app.example@evil.example/back", false),
            ("//app.example/back", false), ("https:/app.example/back", false),
            ("https:\\\\app.example\\back", false), ("https://app.example/back#x", false),
            ("https://app.example/%62ack", false), ("https://app.example/x/../back", false),
            ("http://app.example/back", false), ("javascript:alert(1)//https://app.example/back", false),
            ("data:text/html,x", false), ("com.example.app:/back/x", false), ("", false),
            ("http://127.0.0.1:80x/back", false), ("http://127.0.0.1:1@evil.example/back", false),
            ("http://localhost/back", false), ("http://127.0.0.1.evil.example/back", false),
            ("https://app.example/back\n", false), (" https://app.example/back", false),
        ]
    )
    func redirectURLs(_ url: String, _ isAllowed: Bool) async throws {
        let world = try await World()
        let id = try await world.configure(try await Self.exchanging(world))
        #expect(await world.beginError(id, at: url) == (isAllowed ? nil : .redirectURLNotAllowed))
    }

    @Test("an app adds parameters for the provider, but none of the flow (security 5)")
    func parameters() async throws {
        let world = try await World()
        let id = try await world.configure(try await Self.exchanging(world))
        let names = [
            "prompt", "login_hint", "redirect_uri", "state", "nonce", "client_id", "scope", "response_mode",
        ]
        let begun = try await world.redirects.begin(
            id,
            continueURL: World.app,
            scopes: ["calendar", "email"],
            parameters: names.map { (name: $0, value: "injected&x=1") },
            .unlimited,
            by: world.caller
        )
        let asked = try await Browser(world).open(begun.url).items
        #expect(asked["prompt"] == "injected&x=1" && asked["login_hint"] == "injected&x=1")
        for name in names.dropFirst(2) { #expect(asked[name] != "injected&x=1") }
        #expect(asked["scope"] == "openid profile email calendar" && asked["x"] == nil)
    }

    @Test("a network begins a limited number of redirects, and delays no other (security 34)")
    func limit() async throws {
        let world = try await World()
        let id = try await world.configure(try await Self.exchanging(world))
        for _ in 0..<600 { #expect(await world.beginError(id) == nil) }
        guard case .service(.tooManyAttempts) = await world.beginError(id) else {
            Issue.record("the limit is 600")
            return
        }
        let other = Caller(world.scope, remoteAddress: "198.51.100.7")
        _ = try await world.redirects.begin(id, continueURL: World.app, .unlimited, by: other)
        world.clock.advance(.seconds(2))
        #expect(await world.beginError(id) == nil)
    }

    @Test("nothing of a redirect is stored in plain text but the URL of the app (security 24)")
    func stored() async throws {
        let world = try await World()
        let id = try await world.configure(try await Self.exchanging(world))
        let begun = try await world.begin(id)
        let asked = try await Browser(world).open(begun.url).items
        let hash = SHA256.hash((asked["state"] ?? "").utf8)
        let row = try #require(try await world.store.read(.providerRedirect(hash)))
        let text = String(decoding: row.sealed, as: UTF8.self)
        #expect(!text.contains(asked["nonce"] ?? "") && !text.contains("verifier"))
        #expect(row.sessionHash == SHA256.hash(begun.sessionID.utf8))
    }
}
