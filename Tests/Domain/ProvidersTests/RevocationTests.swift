import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import CardeaProviders
import CardeaSecrets
import ProviderStandIns
import Testing

@Suite("Revocation of tokens at providers")
struct RevocationTests {
    @Test("Apple: a token is revoked with the signed secret (U13)")
    func appleRevocation() async throws {
        let (provider, world) = try await QuirkTests.world("appleid.apple.com")
        let key = try PrivateKey.generate(.es256)
        let id = try await world.configure("apple.com", secret: key.pem) {
            ($0.teamID, $0.keyID) = ("TEAM123456", "KEY1234567")
        }
        provider.on("/auth/revoke") { _ in Response(status: 200) }
        provider.on("/auth/token") { _ in QuirkTests.tokens(["refresh_token": "the refresh token"]) }
        try await world.revoke(.code("the-code", redirectURI: nil, clientID: nil), of: id)
        let items = try #require(provider.requests.last { $0.path == "/auth/revoke" }).formItems
        #expect(items["token"] == "the refresh token" && items["token_type_hint"] == "refresh_token")
        #expect(items["client_secret"]?.isEmpty == false)
        let microsoft = try await world.configure("microsoft.com")
        await #expect(throws: ProviderError.unsupported("Microsoft revokes no such tokens.")) {
            try await world.revoke(.accessToken("a"), of: microsoft)
        }
    }

    @Test("Apple: a code of a native app is exchanged and revoked under the ID of the app (U13)")
    func appleNativeRevocation() async throws {
        let (provider, world) = try await QuirkTests.world("appleid.apple.com")
        let key = try PrivateKey.generate(.es256)
        let id = try await world.configure("apple.com", secret: key.pem) {
            ($0.teamID, $0.keyID) = ("TEAM123456", "KEY1234567")
            $0.audiences = ["com.example.app", "com.example.other"]
        }
        provider.on("/auth/revoke") { _ in Response(status: 200) }
        provider.on("/auth/token") { _ in QuirkTests.tokens(["refresh_token": "the refresh token"]) }
        for (redirectURI, client, expected) in [
            (nil, nil, "com.example.app"), (nil, "com.example.other", "com.example.other"),
            ("https://app.example/back", nil, "cardea"),
        ] as [(String?, String?, String)] {
            let code = RevocableToken.code("the-code", redirectURI: redirectURI, clientID: client)
            try await world.revoke(code, of: id)
            for path in ["/auth/token", "/auth/revoke"] {
                let form = try #require(provider.requests.last { $0.path == path }).formItems
                let secret = try UnverifiedToken(try #require(form["client_secret"]).utf8)
                #expect(form["client_id"] == expected, "\(path)")
                #expect(try TokenClaims(secret.claims).string("sub") == expected)
            }
        }
        let count = provider.requests.count
        await #expect(throws: ProviderError.self) {
            let foreign = RevocableToken.code("the-code", redirectURI: nil, clientID: "com.foreign")
            try await world.revoke(foreign, of: id)
        }
        #expect(provider.requests.count == count)
    }

    @Test("Yahoo: a token is revoked with HTTP Basic (U13)")
    func yahooRevocation() async throws {
        let (provider, world) = try await QuirkTests.world("api.login.yahoo.com")
        let id = try await world.configure("yahoo.com")
        provider.on("/oauth2/revoke") { _ in Response(status: 200) }
        try await world.revoke(.refreshToken("the refresh token"), of: id)
        let request = try #require(provider.requests.last { $0.path == "/oauth2/revoke" })
        #expect(request.fields["authorization"]?.hasPrefix("Basic ") == true)
        #expect(
            request.formItems["token"] == "the refresh token" && request.formItems["client_secret"] == nil
        )
    }

    @Test("a token of a provider that was turned off is revoked (U13)")
    func disabledRevocation() async throws {
        let (provider, world) = try await QuirkTests.world("oauth2.googleapis.com")
        let id = try await world.configure("google.com") { $0.isEnabled = false }
        provider.on("/revoke") { _ in Response(status: 200) }
        try await world.revoke(.refreshToken("r"), of: id)
        #expect(provider.count("/revoke") == 1)
    }

    @Test("GitHub: the grant is deleted with HTTP Basic, and the token is in JSON (U13)")
    func gitHub() async throws {
        let (provider, world) = try await QuirkTests.world("api.github.com")
        let id = try await world.configure("github.com")
        let path = "/applications/cardea/grant"
        provider.on(path) { _ in Response(status: 204) }
        try await world.revoke(.accessToken("the-token"), of: id)
        let request = try #require(provider.requests.last)
        #expect(request.method == .delete && request.path == path)
        let basic = Base64.encode(Array("cardea:the%20secret%20of%20the%20client".utf8))
        #expect(request.fields[.authorization] == "Basic \(basic)")
        #expect(request.fields[.contentType] == "application/json")
        #expect(JSONValue(parsing: request.body) == ["access_token": "the-token"])
    }

    @Test("Facebook: the permissions are deleted by the token, with the proof of the client (U13)")
    func facebook() async throws {
        let (provider, world) = try await QuirkTests.world("graph.facebook.com")
        let id = try await world.configure("facebook.com")
        provider.on("/v23.0/me/permissions") { _ in .json(Array(#"{"success":true}"#.utf8)) }
        try await world.revoke(.accessToken("the-token"), of: id)
        let request = try #require(provider.requests.last)
        #expect(request.method == .delete && request.path == "/v23.0/me/permissions")
        #expect(request.bearerToken?.reveal() == "the-token" && request.body.isEmpty)
        let proof = HMACKey(Array("the secret of the client".utf8)).authenticate(Array("the-token".utf8))
        #expect(request.queryItems["appsecret_proof"] == Hexadecimal.encode(proof))
    }

    @Test("Kakao: the person is unlinked by the token (U13)")
    func kakao() async throws {
        let (provider, world) = try await QuirkTests.world("kapi.kakao.com")
        let id = try await world.configure("kakao.com")
        provider.on("/v1/user/unlink") { _ in .json(Array(#"{"id":123}"#.utf8)) }
        try await world.revoke(.accessToken("the-token"), of: id)
        let request = try #require(provider.requests.last)
        #expect(request.method == .post && request.bearerToken?.reveal() == "the-token")
    }

    @Test("Naver: the token is deleted at the token endpoint, and an error has status 200 (U13)")
    func naver() async throws {
        let (provider, world) = try await QuirkTests.world("nid.naver.com")
        let id = try await world.configure("naver.com")
        provider.on("/oauth2.0/token") { _ in .json(Array(#"{"result":"success"}"#.utf8)) }
        try await world.revoke(.accessToken("the-token"), of: id)
        let request = try #require(provider.requests.last)
        #expect(
            request.formItems == [
                "grant_type": "delete", "service_provider": "NAVER", "access_token": "the-token",
                "client_id": "cardea", "client_secret": "the secret of the client",
            ]
        )
        provider.on("/oauth2.0/token") { _ in .json(Array(#"{"error":"invalid_request"}"#.utf8)) }
        await #expect(
            throws: ProviderError.invalidCredential("The provider has not revoked the token: invalid_request")
        ) {
            try await world.revoke(.accessToken("the-token"), of: id)
        }
    }

    @Test("LinkedIn: an access token is revoked by a form, and a refresh token is not (U13)")
    func linkedIn() async throws {
        let (provider, world) = try await QuirkTests.world("www.linkedin.com")
        let id = try await world.configure("linkedin.com")
        provider.on("/oauth/v2/revoke") { _ in Response(status: 200) }
        try await world.revoke(.accessToken("the-token"), of: id)
        let items = try #require(provider.requests.last).formItems
        #expect(
            items == [
                "token": "the-token", "client_id": "cardea", "client_secret": "the secret of the client",
            ]
        )
        await #expect(throws: ProviderError.unsupported("LinkedIn revokes no such tokens.")) {
            try await world.revoke(.refreshToken("the refresh token"), of: id)
        }
    }

    @Test(
        "a token that the provider does not know is not revoked again; an outage or a wrong secret is (U13)",
        arguments: [
            ("kakao.com", 401, false), ("github.com", 404, false), ("github.com", 422, false),
            ("github.com", 401, true), ("github.com", 429, true), ("kakao.com", 503, true),
        ]
    )
    func rejected(_ name: String, _ status: Int, isTemporary: Bool) async throws {
        let (provider, world) = try await QuirkTests.world("kapi.kakao.com", "api.github.com")
        let id = try await world.configure(name)
        for path in ["/v1/user/unlink", "/applications/cardea/grant"] {
            provider.on(path) { _ in Response(status: status) }
        }
        do throws(ProviderError) {
            try await world.revoke(.accessToken("the-token"), of: id)
            Issue.record("the provider has rejected the request")
        } catch {
            switch error {
            case .unavailable: #expect(isTemporary)
            case .invalidCredential: #expect(!isTemporary)
            default: Issue.record("\(error)")
            }
        }
    }
}
