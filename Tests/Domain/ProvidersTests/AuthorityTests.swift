import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import ProviderStandIns
import Testing

@Suite("Authorities for e-mail addresses")
struct AuthorityTests {
    @Test(
        "an address is trusted by the strict rule of its provider (U15, security 1)",
        arguments: [
            ("google.com", ["email": "a@gmail.com"], true), ("google.com", ["email": "a@example.com"], false),
            ("google.com", ["email": "a@acme.example", "hd": "acme.example"], true),
            ("google.com", ["email": "a@other.example", "hd": "acme.example"], false),
            ("google.com", ["email": "a@gmail.com", "email_verified": false], false),
            ("google.com", ["email": "a@gmail.com", "email_verified": 1], false),
            ("google.com", ["email": "a@gmail.com", "email_verified": "1"], false),
            ("google.com", ["email": "a@gmail.com", "email_verified": "true"], true),
            ("google.com", ["email": "a@gmail.com.evil.example"], false),
            ("yahoo.com", ["email": "a@yahoo.com"], true), ("yahoo.com", ["email": "a@gmail.com"], false),
            ("microsoft.com", ["email": "a@outlook.com"], true),
            ("microsoft.com", ["email": "a@hotmail.com"], true),
            (
                "microsoft.com", ["email": "a@outlook.com", "tid": "11111111-2222-3333-4444-555555555555"],
                false
            ),
            ("microsoft.com", ["email": "victim@acme.example"], false),
            ("kakao.com", ["email": "a@kakao.com"], false), ("linkedin.com", ["email": "a@gmail.com"], false),
        ] as [(String, [String: JSONValue?], Bool)]
    )
    func authority(_ name: String, _ changes: [String: JSONValue?], _ isTrusted: Bool) async throws {
        let hosts = [
            "www.googleapis.com", "api.login.yahoo.com", "login.microsoftonline.com", "kauth.kakao.com",
            "www.linkedin.com",
        ]
        let provider = try await StandIn()
        let world = try await World(replacing: hosts.map { "https://\($0)=\(provider.url)" })
        let id = try await world.configure(name)
        for path in [
            "/oauth2/v3/certs", "/openid/v1/certs", "/common/discovery/v2.0/keys", "/.well-known/jwks.json",
            "/oauth/openid/jwks",
        ] {
            provider.on(path) { request in await provider.keysResponse(request) }
        }
        let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"
        var claims = world.claims(of: "").with(["tid": .string(consumers)]).with(changes)
        let issuers = [
            "google.com": "https://accounts.google.com", "yahoo.com": "https://api.login.yahoo.com",
            "microsoft.com": "https://login.microsoftonline.com/\(claims["tid"]?.string ?? "")/v2.0",
            "kakao.com": "https://kauth.kakao.com", "linkedin.com": "https://www.linkedin.com/oauth",
        ]
        claims = claims.with(["iss": .string(issuers[name] ?? "")])
        let assertion = try await world.verify(idToken: provider.sign(claims), of: id)
        #expect(assertion.isEmailTrusted == isTrusted)
    }

    @Test("Microsoft: the issuer must be that of the tenant in the token (security 3)")
    func microsoftIssuer() async throws {
        let (provider, world) = try await QuirkTests.world("login.microsoftonline.com")
        let id = try await world.configure("microsoft.com")
        provider.on("/common/discovery/v2.0/keys") { request in await provider.keysResponse(request) }
        let tenant = "11111111-2222-3333-4444-555555555555"
        for (issuer, claim, isAccepted) in [
            ("https://login.microsoftonline.com/\(tenant)/v2.0", tenant, true),
            (
                "https://login.microsoftonline.com/\(tenant)/v2.0", "9188040d-6c67-4c5b-b112-36a304b66dad",
                false
            ),
            ("https://login.microsoftonline.com/evil/v2.0", "evil", false),
            ("https://evil.example/\(tenant)/v2.0", tenant, false),
        ] {
            let claims = world.claims(of: issuer).with(["tid": .string(claim)])
            #expect((await world.error(idToken: try provider.sign(claims), of: id) == nil) == isAccepted)
        }
        // A project may pin one tenant.
        try await world.configure("microsoft.com") {
            $0.issuer = "https://login.microsoftonline.com/99999999-2222-3333-4444-555555555555/v2.0"
        }
        let claims = world.claims(of: "https://login.microsoftonline.com/\(tenant)/v2.0")
            .with(["tid": .string(tenant)])
        #expect(await world.error(idToken: try provider.sign(claims), of: id) != nil)
    }
}
