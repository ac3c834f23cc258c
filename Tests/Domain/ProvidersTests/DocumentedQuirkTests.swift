import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaProviders
import ProviderStandIns
import Testing

@Suite("Points in which the documentation of providers differs from the standards")
struct DocumentedQuirkTests {
    /// A world in which the hosts of a provider are paths of a stand-in.
    private static func world(_ provider: StandInProvider) async throws -> (StandIn, World, ProviderID) {
        let standIn = try await StandIn()
        let world = try await World(replacing: standIn.replacements(of: [provider]))
        return (standIn, world, try await world.configure(provider.id))
    }

    /// Goes through the whole flow up to the sign-in.
    private static func signIn(_ world: World, _ id: ProviderID) async throws -> ProviderAssertion {
        let browser = Browser(world)
        let begun = try await world.begin(id)
        let page = try await browser.open(begun.url)
        let items = [("code", "the-code"), ("state", page.items["state"] ?? "")]
        let back = try await browser.bring(items, at: "")
        return try await world.verify(.response(url: back, session: begun.sessionID, nonce: nil))
    }

    private static func onToken(_ standIn: StandIn, _ url: String, _ response: JSONValue) {
        standIn.on(StandIn.path(url)) { _ in .json(response.text) }
    }

    @Test(
        "Facebook: the access token has a proof under the client's secret, and a rejected token is no outage"
    )
    func facebookProof() async throws {
        let (standIn, world, id) = try await Self.world(.facebook)
        let tokenURL = "https://graph.facebook.com/v23.0/oauth/access_token"
        Self.onToken(standIn, tokenURL, ["access_token": "the-token"])
        let proof = HMACKey(Array("the secret of the client".utf8)).authenticate(Array("the-token".utf8))
        standIn.on(StandIn.path("https://graph.facebook.com/v23.0/me")) { request in
            guard request.queryItems["appsecret_proof"] == Hexadecimal.encode(proof) else {
                return .json(
                    Array(#"{"error":{"type":"GraphMethodException","code":100}}"#.utf8),
                    status: 400
                )
            }
            return .json(Array(#"{"id":"10","name":"Ada"}"#.utf8))
        }
        #expect(try await Self.signIn(world, id).subject == "10")
        Self.onToken(standIn, tokenURL, ["access_token": "another-token"])
        await #expect(throws: ProviderError.invalidCredential("The provider has rejected the access token."))
        {
            try await Self.signIn(world, id)
        }
    }

    @Test(
        "the app gets access_denied for a person who declines, in whatever words a provider says it (U6)",
        arguments: [
            ("google.com", ["error": "access_denied"], "access_denied"),
            ("apple.com", ["error": "user_cancelled_authorize"], "access_denied"),
            ("linkedin.com", ["error": "user_cancelled_login"], "access_denied"),
            ("linkedin.com", ["error": "user_cancelled_authorize"], "access_denied"),
            ("wechat.com", [:], "access_denied"), ("apple.com", [:], nil), ("apple.com", ["code": ""], nil),
            ("google.com", ["error": "user_cancelled_login"], "user_cancelled_login"),
            ("apple.com", ["error": "invalid_request"], "invalid_request"),
        ] as [(String, [String: String], String?)]
    )
    func declined(_ name: String, _ response: [String: String], _ error: String?) async throws {
        let world = try await World()
        // Apple alone reads the secret: as a key.
        let id = try await world.configure(name, secret: PrivateKey.generate(.es256).pem) {
            if name == "apple.com" { ($0.teamID, $0.keyID) = ("TEAM123456", "KEY1234567") }
        }
        let browser = Browser(world)
        let page = try await browser.open(world.begin(id).url)
        let items = response.map { ($0.key, $0.value) } + [("state", page.items["state"] ?? "")]
        guard let error else {
            await #expect(throws: RedirectError.invalidState) { try await browser.bring(items, at: "") }
            return
        }
        let back = try await browser.bring(items, at: "").items
        #expect(back["error"] == error && back["code"] == nil)
    }

    @Test("LINE: access tokens are revoked by a parameter of its own, and refresh tokens are not (U13)")
    func lineRevocation() async throws {
        let (standIn, world, id) = try await Self.world(.line)
        let revocation = StandIn.path("https://api.line.me/oauth2/v2.1/revoke")
        standIn.on(revocation) { request in
            Response(status: request.formItems["access_token"] == nil ? 400 : 200)
        }
        try await world.revoke(.accessToken("the-token"), of: id)
        let items = try #require(standIn.requests.last { $0.path == revocation }).formItems
        #expect(items["access_token"] == "the-token" && items["client_id"] == "cardea")
        #expect(items["client_secret"] == "the secret of the client" && items["token"] == nil)
        do throws(ProviderError) {
            try await world.revoke(.refreshToken("a"), of: id)
            Issue.record("LINE revokes no refresh tokens")
        } catch {
            guard case .unsupported = error else {
                Issue.record("\(error)")
                return
            }
        }
        let tokens: JSONValue = ["access_token": "of the code", "refresh_token": "not this one"]
        Self.onToken(standIn, "https://api.line.me/oauth2/v2.1/token", tokens)
        try await world.revoke(.code("the-code", redirectURI: nil, clientID: nil), of: id)
        #expect(standIn.requests.last { $0.path == revocation }?.formItems["access_token"] == "of the code")
    }

    @Test(
        "Kakao: an address counts as verified by both of its flags, and may be missing",
        arguments: [
            (["email": "a@kakao.example", "is_email_valid": true, "is_email_verified": true], true),
            (["email": "a@kakao.example", "is_email_valid": false, "is_email_verified": true], false),
            (["email": "a@kakao.example", "is_email_valid": true, "is_email_verified": false], false),
            (["email": "a@kakao.example"], false), (["email_needs_agreement": true], false),
        ] as [(JSONValue, Bool)]
    )
    func kakaoEmail(_ account: JSONValue, _ isVerified: Bool) async throws {
        let (standIn, world, id) = try await Self.world(.kakao)
        try await world.configure("kakao.com") { $0.emailDomains = ["kakao.example"] }
        Self.onToken(standIn, "https://kauth.kakao.com/oauth/token", ["access_token": "the-token"])
        let profile: JSONValue = ["id": 42, "kakao_account": account]
        standIn.on(StandIn.path("https://kapi.kakao.com/v2/user/me")) { _ in .json(profile.text) }
        let assertion = try await Self.signIn(world, id)
        #expect(assertion.subject == "42" && assertion.email == account["email"]?.string)
        #expect(assertion.isEmailTrusted == isVerified)
    }

    @Test("Microsoft: an ID token is five minutes younger than it says")
    func microsoftIssueTime() async throws {
        let (standIn, world, id) = try await Self.world(.microsoft)
        let tenant = "11111111-2222-3333-4444-555555555555"
        standIn.on(StandIn.path("https://login.microsoftonline.com/common/discovery/v2.0/keys")) { request in
            await standIn.keysResponse(request)
        }
        let claims = world.claims(of: "https://login.microsoftonline.com/\(tenant)/v2.0").with([
            "tid": .string(tenant), "iat": .integer(world.clock.now().seconds - 300),
        ])
        let assertion = try await world.verify(idToken: standIn.sign(claims), of: id)
        #expect(assertion.assertedAt == world.clock.now())
    }

    @Test("Microsoft as an OpenID provider of a project: an ID token is five minutes younger, too")
    func entraIssueTime() async throws {
        let standIn = try await StandIn()
        let world = try await World(replacing: ["https://login.microsoftonline.com=\(standIn.url)"])
        let path = "/11111111-2222-3333-4444-555555555555/v2.0"
        let issuer = "https://login.microsoftonline.com\(path)"
        let metadata = standIn.metadata.with(["issuer": .string(issuer)])
        standIn.on("\(path)/.well-known/openid-configuration") { _ in .json(metadata.text) }
        let id = try await world.configure("oidc.entra") { $0.issuer = issuer }
        let claims = world.claims(of: issuer).with(["iat": .integer(world.clock.now().seconds - 300)])
        let assertion = try await world.verify(idToken: standIn.sign(claims), of: id)
        #expect(assertion.assertedAt == world.clock.now())
    }

    @Test("Kakao: no scope is requested, but those that the project adds, with commas between them")
    func kakaoScopes() async throws {
        let (_, world, id) = try await Self.world(.kakao)
        let plain = try await Browser(world).open(world.begin(id).url).items
        #expect(plain["scope"] == nil && plain["code_challenge"] != nil)
        try await world.configure("kakao.com") { $0.scopes = ["account_email", "birthday"] }
        let more = try await Browser(world).open(world.begin(id).url).items
        #expect(more["scope"] == "account_email,birthday")
    }

    @Test(
        "Microsoft: a tenant's address is trusted only if the tenant owns the domain (security 1)",
        arguments: [
            ([:], false, false), (["xms_edov": true], false, true), (["xms_edov": 1], false, true),
            (["xms_edov": "1"], false, true), (["xms_edov": false], false, false),
            (["xms_edov": 0], false, false), ([:], true, true),
        ] as [(JSONValue, Bool, Bool)]
    )
    func microsoft(_ claims: JSONValue, isPinned: Bool, isTrusted: Bool) async throws {
        let (standIn, world, _) = try await Self.world(.microsoft)
        let tenant = "11111111-2222-3333-4444-555555555555"
        let issuer = "https://login.microsoftonline.com/\(tenant)/v2.0"
        let id = try await world.configure("microsoft.com") {
            $0.emailDomains = ["acme.example"]
            if isPinned { $0.issuer = issuer }
        }
        standIn.on(StandIn.path("https://login.microsoftonline.com/common/discovery/v2.0/keys")) { request in
            await standIn.keysResponse(request)
        }
        var all = world.claims(of: issuer).with([
            "tid": .string(tenant), "email": "victim@acme.example", "email_verified": nil,
        ])
        for (name, value) in claims.object ?? [:] { all = all.with([name: value]) }
        let assertion = try await world.verify(idToken: standIn.sign(all), of: id)
        #expect(assertion.email == "victim@acme.example")
        #expect(assertion.isEmailTrusted == isTrusted)
    }
}
