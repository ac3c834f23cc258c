import CardeaEncodings
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
}
