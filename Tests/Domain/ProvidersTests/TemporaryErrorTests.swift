import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaProviders
import ProviderStandIns
import Testing

@Suite("Errors of providers that pass")
struct TemporaryErrorTests {
    private static let slowDown = Array(#"{"error":"slow_down"}"#.utf8)

    private static func isUnavailable(_ error: ProviderError?) -> Bool {
        if case .unavailable = error { true } else { false }
    }

    @Test(
        "a token endpoint that is limited or down is an outage, whatever its body says (U6)",
        arguments: [
            (429, #"{"error":"slow_down"}"#), (429, ""), (408, ""), (503, #"{"error":"invalid_grant"}"#),
            (500, ""), (400, #"{"error":"temporarily_unavailable"}"#), (400, #"{"error":"server_error"}"#),
        ]
    )
    func tokenEndpoint(_ status: Int, _ body: String) async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        provider.on("/token") { _ in .json(Array(body.utf8), status: status) }
        let error = await world.error(.code("own", of: id, nonce: nil, redirectURI: nil))
        #expect(Self.isUnavailable(error), "\(String(describing: error))")
        provider.on("/token") { _ in .json(Array(#"{"error":"invalid_grant"}"#.utf8), status: 400) }
        let rejected = await world.error(.code("own", of: id, nonce: nil, redirectURI: nil))
        #expect(rejected == .invalidCredential("The provider has rejected the code: invalid_grant"))
    }

    @Test("a check of an access token that is limited is an outage, not an invalid token (U6)")
    func accessTokens() async throws {
        let (provider, world) = try await QuirkTests.world("api.github.com")
        let id = try await world.configure("github.com")
        provider.on("/applications/cardea/token") { _ in .json(Self.slowDown, status: 429) }
        let error = await world.error(.accessToken("a", of: id, secret: nil))
        #expect(Self.isUnavailable(error), "\(String(describing: error))")
    }

    @Test(
        "a limit that GitHub reports with status 403 is an outage, and a plain 403 is an invalid token (U6)",
        arguments: [
            (["x-ratelimit-remaining": "0"], .minutes(1)), (["retry-after": "90"], .seconds(90)),
            (["retry-after": "9000000000"], .days(1)), (["x-ratelimit-remaining": "12"], nil), ([:], nil),
        ] as [(HeaderFields, TimeSpan?)]
    )
    func gitHub(_ fields: HeaderFields, wait: TimeSpan?) async throws {
        let (provider, world) = try await QuirkTests.world("github.com", "api.github.com")
        let id = try await world.configure("github.com")
        provider.on("/login/oauth/access_token") { _ in QuirkTests.tokens() }
        provider.on("/user") { _ in Response(status: 403, fields: fields) }
        let rejected = ProviderError.invalidCredential("The provider has rejected the access token.")
        func outage(_ retry: ProviderRetry) -> ProviderError {
            .unavailable("\(provider.host): status 403", retry)
        }
        let profile = await world.error(.code("own", of: id, nonce: nil, redirectURI: nil))
        #expect(profile == (wait == nil ? rejected : outage(.startAgain)), "the code was exchanged")
        provider.on("/applications/cardea/token") { _ in Response(status: 403, fields: fields) }
        let check = await world.error(.accessToken("a", of: id, secret: nil))
        #expect(check == (wait.map { outage(.after($0)) } ?? rejected))
    }

    @Test(
        "an error code of Facebook that means a limit or downtime is an outage (U6)",
        arguments: [(2, true), (4, true), (17, true), (32, true), (341, true), (613, true), (190, false)]
    )
    func facebook(_ code: Int, isLimit: Bool) async throws {
        let (provider, world) = try await QuirkTests.world("graph.facebook.com")
        let id = try await world.configure("facebook.com")
        let failure = Array(#"{"error":{"type":"OAuthException","code":\#(code)}}"#.utf8)
        provider.on("/v23.0/oauth/access_token") { _ in .json(failure, status: 400) }
        let exchange = await world.error(.code("own", of: id, nonce: nil, redirectURI: nil))
        #expect(Self.isUnavailable(exchange) == isLimit, "\(String(describing: exchange))")
        provider.on("/v23.0/oauth/access_token") { _ in QuirkTests.tokens() }
        provider.on("/v23.0/me") { _ in .json(failure, status: 400) }
        let profile = await world.error(.code("own", of: id, nonce: nil, redirectURI: nil))
        #expect(Self.isUnavailable(profile) == isLimit, "\(String(describing: profile))")
    }
}
