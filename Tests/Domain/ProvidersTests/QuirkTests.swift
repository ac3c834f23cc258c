import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import CardeaLocks
import CardeaProviders
import CardeaSecrets
import ProviderStandIns
import Testing

@Suite("Quirks of providers, by their definitions")
struct QuirkTests {
    /// A world in which the hosts of a provider are a stand-in.
    static func world(_ hosts: String...) async throws -> (StandIn, World) {
        let provider = try await StandIn()
        return (provider, try await World(replacing: hosts.map { "https://\($0)=\(provider.url)" }))
    }

    /// Goes through the whole flow up to the sign-in.
    private static func signIn(
        _ world: World,
        _ id: ProviderID,
        response: [(String, String)] = [],
        prepare: ([String: String]) -> Void = { _ in }
    ) async throws -> (asked: String, assertion: ProviderAssertion) {
        let browser = Browser(world)
        let begun = try await world.begin(id)
        let page = try await browser.open(begun.url)
        prepare(page.items)
        let items = [("code", "the-code"), ("state", page.items["state"] ?? "")] + response
        let back = try await browser.bring(items, at: "")
        let assertion = try await world.verify(.response(url: back, session: begun.sessionID, nonce: nil))
        return (page, assertion)
    }

    static func tokens(_ members: JSONValue = [:]) -> Response {
        var all: JSONValue = ["access_token": "the-access-token", "token_type": "Bearer", "expires_in": 3600]
        for (name, value) in members.object ?? [:] { all = all.with([name: value]) }
        return .json(all.text)
    }

    @Test(
        "GitHub: the address comes from a second request, the primary verified one, and is not trusted (U15)"
    )
    func gitHub() async throws {
        let (provider, world) = try await Self.world("github.com", "api.github.com")
        let id = try await world.configure("github.com")
        provider.on("/login/oauth/access_token") { _ in Self.tokens() }
        provider.on("/user") { _ in
            .json(Array(#"{"id":583231,"login":"ada","name":null,"email":"shown@example.com"}"#.utf8))
        }
        provider.on("/user/emails") { request in
            guard request.bearerToken?.reveal() == "the-access-token" else { return Response(status: 401) }
            return .json(
                Array(
                    #"""
                    [{"email":"new@example.com","primary":false,"verified":false},
                    {"email":"old@example.com","primary":false,"verified":true},
                    {"email":"ada@example.com","primary":true,"verified":true}]
                    """#.utf8
                )
            )
        }
        let (asked, assertion) = try await Self.signIn(world, id)
        #expect(asked.items["scope"] == "read:user user:email" && asked.items["code_challenge"] != nil)
        #expect(asked.items["nonce"] == nil)
        #expect(assertion.subject == "583231" && assertion.email == "ada@example.com")
        #expect(!assertion.isEmailTrusted)
        #expect(assertion.profile.displayName == "ada" && assertion.profile.screenName == "ada")
        try await world.configure("github.com") { $0.emailDomains = ["example.com"] }
        #expect(try await Self.signIn(world, id).assertion.isEmailTrusted, "GitHub has verified it")
    }

    @Test("GitHub: an access token of another client is rejected (security 3)")
    func gitHubAudience() async throws {
        let (provider, world) = try await Self.world("github.com", "api.github.com")
        let id = try await world.configure("github.com")
        provider.on("/user") { _ in .json(Array(#"{"id":1,"login":"ada"}"#.utf8)) }
        provider.on("/user/emails") { _ in .json(Array("[]".utf8)) }
        provider.on("/applications/cardea/token") { request in
            guard request.fields[.authorization]?.hasPrefix("Basic ") == true else {
                return Response(status: 401)
            }
            let token = JSONValue(parsing: request.body)?["access_token"]?.string
            guard let token, token != "unknown" else { return Response(status: 404) }
            return .json(Array(#"{"app":{"client_id":"\#(token == "mine" ? "cardea" : "another")"}}"#.utf8))
        }
        #expect(await world.error(.accessToken("mine", of: id, secret: nil)) == nil)
        #expect(await world.error(.accessToken("theirs", of: id, secret: nil)) != nil)
        #expect(await world.error(.accessToken("unknown", of: id, secret: nil)) != nil)
    }

    @Test(
        "Apple: the secret is a signed JWT, the response a form, and the name comes with the first sign-in alone"
    )
    func apple() async throws {
        let (provider, world) = try await Self.world("appleid.apple.com")
        let key = try PrivateKey.generate(.es256)
        let id = try await world.configure("apple.com", secret: key.pem) {
            ($0.teamID, $0.keyID, $0.audiences) = ("TEAM123456", "KEY1234567", ["com.example.app"])
        }
        provider.on("/auth/keys") { request in await provider.keysResponse(request) }
        let nonce = provider.lastNonce
        provider.on("/auth/token") { _ in
            let claims = world.claims(of: "https://appleid.apple.com").with([
                "nonce": .string(nonce.withLock { $0 }), "email_verified": "true", "name": nil,
                "email": "x1@privaterelay.appleid.com",
            ])
            return Self.tokens(["id_token": .string((try? provider.sign(claims)) ?? "")])
        }
        let user = #"{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"forged@example.com"}"#
        let (asked, assertion) = try await Self.signIn(world, id, response: [("user", user)]) { items in
            nonce.withLock { $0 = items["nonce"] ?? "" }
        }
        #expect(asked.items["response_mode"] == "form_post" && asked.items["code_challenge"] == nil)
        #expect(assertion.profile.displayName == "Ada Lovelace" && assertion.profile.firstName == "Ada")
        #expect(assertion.email == "x1@privaterelay.appleid.com", "the address of the form is not signed")
        #expect(assertion.isEmailTrusted)
        #expect(assertion.assertedAt == nil, "the token came for the code, just now")
        let later = try await Self.signIn(world, id) { items in nonce.withLock { $0 = items["nonce"] ?? "" } }
        #expect(later.assertion.profile.displayName == nil)

        let form = try #require(provider.requests.last { $0.path == "/auth/token" }).formItems
        let secret = try #require(form["client_secret"])
        let token = try UnverifiedToken(secret.utf8)
        #expect(token.isSigned(by: key.publicKey) && token.keyID == "KEY1234567")
        let claims = try TokenClaims(token.claims)
        #expect(claims.string("iss") == "TEAM123456" && claims.string("sub") == "cardea")
        #expect(claims.string("aud") == "https://appleid.apple.com")
    }

    @Test("X: no address, the profile is one level down, and the client uses HTTP Basic")
    func x() async throws {
        let (provider, world) = try await Self.world("x.com", "api.x.com")
        let id = try await world.configure("twitter.com")
        provider.on("/2/oauth2/token") { request in
            request.fields[.authorization]?.hasPrefix("Basic ") == true
                ? Self.tokens() : Response(status: 401)
        }
        provider.on("/2/users/me") { _ in
            .json(Array(#"{"data":{"id":"2244994945","name":"Ada L.","username":"ada"}}"#.utf8))
        }
        let (asked, assertion) = try await Self.signIn(world, id)
        #expect(
            asked.items["code_challenge_method"] == "S256" && asked.items["scope"] == "users.read tweet.read"
        )
        #expect(assertion.subject == "2244994945" && assertion.email == nil && !assertion.isEmailTrusted)
        #expect(assertion.profile.screenName == "ada" && assertion.profile.displayName == "Ada L.")
        guard case .unsupported = await world.error(.accessToken("a", of: id, secret: nil)) else {
            Issue.record("X does not tell whom a token was issued to")
            return
        }
    }

    @Test("WeChat: other names of parameters, errors with status 200, unionid before openid")
    func weChat() async throws {
        let (provider, world) = try await Self.world("open.weixin.qq.com", "api.weixin.qq.com")
        let id = try await world.configure("wechat.com")
        provider.on("/sns/oauth2/access_token") { request in
            guard request.queryItems["appid"] == "cardea", request.queryItems["code"] == "the-code",
                request.queryItems["secret"] == "the secret of the client"
            else { return .json(Array(#"{"errcode":40029,"errmsg":"invalid code"}"#.utf8)) }
            return Self.tokens(["openid": "open-1", "unionid": "union-1"])
        }
        provider.on("/sns/userinfo") { request in
            guard request.queryItems["openid"] == "open-1",
                request.queryItems["access_token"] == "the-access-token"
            else { return .json(Array(#"{"errcode":40003,"errmsg":"invalid openid"}"#.utf8)) }
            return .json(Array(#"{"openid":"open-1","unionid":"union-1","nickname":"小艾"}"#.utf8))
        }
        let (asked, assertion) = try await Self.signIn(world, id)
        #expect(asked.hasSuffix("#wechat_redirect") && asked.items["appid"] == "cardea")
        #expect(asked.items["client_id"] == nil && asked.items["code_challenge"] == nil)
        #expect(assertion.subject == "union-1" && assertion.profile.displayName == "小艾")
        let browser = Browser(world)
        let begun = try await world.begin(id)
        let state = try await browser.open(begun.url).items["state"] ?? ""
        let back = try await browser.bring([("code", "wrong"), ("state", state)], at: "")
        guard
            case .invalidCredential = await world.error(
                .response(url: back, session: begun.sessionID, nonce: nil)
            )
        else {
            Issue.record("an error with status 200 is an error")
            return
        }
    }

    @Test(
        "Facebook: an access token counts if the debug endpoint names the client, and no address is verified"
    )
    func facebook() async throws {
        let (provider, world) = try await Self.world("graph.facebook.com", "www.facebook.com")
        let id = try await world.configure("facebook.com") { $0.emailDomains = ["gmail.com"] }
        provider.on("/debug_token") { request in
            guard request.queryItems["access_token"] == "cardea|the secret of the client" else {
                return Response(status: 400)
            }
            let mine = request.queryItems["input_token"] == "mine"
            let ended = request.queryItems["input_token"] == "ended"
            let client = mine || ended ? "cardea" : "another"
            return .json(Array(#"{"data":{"app_id":"\#(client)","is_valid":\#(!ended)}}"#.utf8))
        }
        provider.on("/v23.0/me") { _ in
            .json(
                Array(
                    #"{"id":"10","name":"Ada","email":"ada@gmail.com","picture":{"data":{"url":"https://a.example/p"}}}"#
                        .utf8
                )
            )
        }
        let assertion = try await world.verify(.accessToken("mine", of: id, secret: nil))
        #expect(assertion.email == "ada@gmail.com" && !assertion.isEmailTrusted)
        #expect(assertion.profile.photoURL == "https://a.example/p")
        #expect(await world.error(.accessToken("theirs", of: id, secret: nil)) != nil)
        #expect(await world.error(.accessToken("ended", of: id, secret: nil)) != nil)
    }

    @Test(
        "LINE: a token of the code flow is signed under the channel secret, and under no other key (security 14)"
    )
    func line() async throws {
        let (provider, world) = try await Self.world("access.line.me", "api.line.me")
        let id = try await world.configure("line.me") { $0.emailDomains = ["example.com"] }
        provider.on("/oauth2/v2.1/certs") { request in await provider.keysResponse(request) }
        func token(_ secret: String) -> String {
            let head = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
            let text = head + "." + Base64URL.encode(world.claims(of: "https://access.line.me").text)
            return text + "." + Base64URL.encode(HMACKey(Array(secret.utf8)).authenticate(Array(text.utf8)))
        }
        let assertion = try await world.verify(idToken: token("the secret of the client"), of: id)
        #expect(assertion.email == "ada@example.com" && !assertion.isEmailTrusted)
        #expect(await world.error(idToken: token(try provider.publicKey("first").pem), of: id) != nil)
        #expect(await world.error(idToken: token(""), of: id) != nil)
    }

    @Test("Naver: the exchange repeats the state, and the profile is one level down")
    func naver() async throws {
        let (provider, world) = try await Self.world("nid.naver.com", "openapi.naver.com")
        let id = try await world.configure("naver.com")
        provider.on("/oauth2.0/token") { request in
            request.form?.contains { $0.name == "state" && !$0.value.isEmpty } == true
                ? Self.tokens(["expires_in": "3600"]) : Response(status: 400)
        }
        provider.on("/v1/nid/me") { _ in
            .json(
                Array(
                    #"{"resultcode":"00","message":"success","response":{"id":"n1","email":"ada@naver.com","nickname":"에이다"}}"#
                        .utf8
                )
            )
        }
        let assertion = try await Self.signIn(world, id).assertion
        #expect(assertion.subject == "n1" && assertion.profile.nickName == "에이다")
        #expect(assertion.tokens.lifetime == .seconds(3600) && !assertion.isEmailTrusted)
    }
}
