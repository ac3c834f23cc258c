import CardeaCryptography
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import CardeaProviders
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
        try await world.client.revoke(
            .code("the-code", redirectURI: nil, clientID: nil),
            of: id,
            in: world.scope
        )
        let items = try #require(provider.requests.last { $0.path == "/auth/revoke" }).formItems
        #expect(items["token"] == "the refresh token" && items["token_type_hint"] == "refresh_token")
        #expect(items["client_secret"]?.isEmpty == false)
        let naver = try await world.configure("naver.com")
        await #expect(throws: ProviderError.self) {
            try await world.client.revoke(.accessToken("a"), of: naver, in: world.scope)
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
            try await world.client.revoke(code, of: id, in: world.scope)
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
            try await world.client.revoke(foreign, of: id, in: world.scope)
        }
        #expect(provider.requests.count == count)
    }

    @Test("Yahoo: a token is revoked with HTTP Basic (U13)")
    func yahooRevocation() async throws {
        let (provider, world) = try await QuirkTests.world("api.login.yahoo.com")
        let id = try await world.configure("yahoo.com")
        provider.on("/oauth2/revoke") { _ in Response(status: 200) }
        try await world.client.revoke(.refreshToken("the refresh token"), of: id, in: world.scope)
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
        try await world.client.revoke(.refreshToken("r"), of: id, in: world.scope)
        #expect(provider.count("/revoke") == 1)
    }
}
