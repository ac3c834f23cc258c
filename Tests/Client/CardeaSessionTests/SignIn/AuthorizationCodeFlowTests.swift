import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

/// A user who agrees to everything at once, and remembers what was asked.
private final class AgreeingUser: SignInAgent, CallbackReceiver {
    let redirect = Fixture.url("com.example.app:/callback")
    private let pages = Mutex<[URL]>([])

    func receiver() -> any CallbackReceiver { self }

    func callback(to request: any BrowserRequest) -> URL {
        pages.withLock { $0.append(request.url) }
        return Fixture.url("\(redirect)?code=c&state=\(items(request.url)["state"] ?? "")")
    }

    /// The items of the last request.
    var asked: [String: String] { pages.withLock(\.last).map(items) ?? [:] }

    private func items(_ page: URL) -> [String: String] {
        let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { _, _ in "twice" }
    }
}

struct AuthorizationCodeFlowTests {
    private let user = AgreeingUser()

    private static func response(_ type: String?) -> Result<CardeaResponse, TransportError> {
        let type = type.map { #","token_type":"\#($0)""# } ?? ""
        return .success(
            CardeaResponse(status: 200, body: Data(#"{"access_token":"a","refresh_token":"r"\#(type)}"#.utf8))
        )
    }

    private func flow(
        _ transport: ScriptedTransport,
        scope: String? = nil,
        dpop: DPoP? = nil
    ) -> AuthorizationCodeFlow {
        AuthorizationCodeFlow(
            server: AuthorizationServer(
                authorizationEndpoint: Fixture.url("https://id.example.com/authorize"),
                tokenEndpoint: Fixture.url("https://id.example.com/token")
            ),
            client: .none(clientID: "app"),
            scope: scope,
            parameters: ["acr_values": "0", "prompt": "login"],
            transport: transport,
            dpop: dpop
        )
    }

    /// The scheme that requests go out with.
    private func scheme(_ dpop: DPoP, _ credential: SessionCredential) -> String? {
        var request = Fixture.request()
        dpop.authorize(&request, with: credential)
        let scheme = request.fields[.authorization]?.prefix { $0 != " " }
        #expect((request.fields["dpop"] != nil) == (scheme == "DPoP"))
        return scheme.map(String.init)
    }

    static let types: [(String?, String)] = [
        ("DPoP", "DPoP"), ("dpop", "DPoP"), ("Bearer", "Bearer"), ("bearer", "Bearer"),
        ("BearerToken", "Bearer"), (nil, "Bearer"),
    ]

    @Test("a token is bound to the key only if the server says so (RFC 9449 §5)", arguments: types)
    func bound(type: String?, expected: String) async throws {
        let dpop = DPoP()
        let transport = ScriptedTransport(responses: [Self.response(type)])
        let credential = try await flow(transport, dpop: dpop).signIn(through: user)
        #expect(user.asked["dpop_jkt"]?.count == 43)
        #expect(scheme(dpop, credential) == expected)
    }

    @Test(
        "a token of a type that is not understood is not used (RFC 6749 §7.1)",
        arguments: [("mac", DPoP()), ("", DPoP()), ("mac", nil), ("DPoP", nil)] as [(String, DPoP?)]
    )
    func foreign(type: String, dpop: DPoP?) async {
        let transport = ScriptedTransport(responses: [Self.response(type)])
        let expected = SignInError(.badResponse, detail: "tokens of a type that this client does not use")
        await #expect(throws: expected) { try await flow(transport, dpop: dpop).signIn(through: user) }
    }

    @Test("only the refresh token may be bound at first, and the access tokens later (RFC 9449 §5)")
    func refreshTokenAlone() async throws {
        let dpop = DPoP()
        let transport = ScriptedTransport(responses: ["Bearer", nil, "DPoP", "Bearer"].map(Self.response))
        var credential = try await flow(transport, dpop: dpop).signIn(through: user)
        let refresher = OAuthTokenRefresher(
            endpoint: Fixture.url("https://id.example.com/token"),
            transport: transport,
            dpop: dpop
        )
        for expected in ["Bearer", "DPoP", "Bearer"] {
            let engine = SessionEngine(
                configuration: SessionConfiguration(origins: [Fixture.origin]),
                refresher: refresher,
                store: InMemoryStore(),
                transport: transport
            )
            try await engine.signIn(with: credential)
            credential = try await engine.refresh()
            #expect(scheme(dpop, credential) == expected)
        }
        #expect(transport.requests.count == 4)
        #expect(transport.requests.allSatisfy { $0.fields["dpop"] != nil })
    }

    static let challenges: [(StepUpChallenge, [String: String])] = [
        (StepUpChallenge(), ["acr_values": "0", "scope": "openid email"]),
        (
            StepUpChallenge(acrValues: ["gold", "silver"], maxAge: .seconds(0), scope: "pay email"),
            ["acr_values": "gold silver", "max_age": "0", "scope": "openid email pay"]
        ),
        (
            StepUpChallenge(maxAge: .seconds(300)),
            ["acr_values": "0", "max_age": "300", "scope": "openid email"]
        ),
    ]

    @Test(
        "the sign-in requests the demands of the back end's challenge (RFC 9470 §4) (X12)",
        arguments: challenges
    )
    func stepUp(challenge: StepUpChallenge, expected: [String: String]) async throws {
        let transport = ScriptedTransport(responses: [Self.response("Bearer")])
        // Without an ID token nothing repeats the nonce, and nothing is checked.
        _ = try await flow(transport, scope: "openid email").signIn(through: user, for: challenge)
        let asked = user.asked.filter { ["acr_values", "max_age", "scope"].contains($0.key) }
        #expect(asked == expected)
        #expect(user.asked["prompt"] == "login")
    }
}
