import Cardea
import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The tokens of providers, as the client hands them to the app.
@Suite struct ProviderTokensTests {
    private typealias Response = Result<CardeaResponse, TransportError>

    private let clock = ManualClock()
    private let store = InMemoryStore()

    private static func response(_ json: String, status: Int = 200) -> Response {
        .success(CardeaResponse(status: status, body: Data(json.utf8)))
    }

    /// A sign-in by GitHub whose response has tokens of GitHub.
    private static func signIn(_ token: String) -> Response {
        response(
            #"""
            {"localId":"ada","idToken":"a.b.c","refreshToken":"r","expiresIn":"86400","providerId":"github.com",
            "oauthAccessToken":"\#(token)","oauthRefreshToken":"gr-1","oauthIdToken":"x.y.z","oauthExpireIn":3600}
            """#
        )
    }

    private static let user = response(
        #"{"users":[{"localId":"ada","providerUserInfo":[{"providerId":"github.com","rawId":"7"}]}]}"#
    )

    private func client(_ responses: Response...) throws -> (CardeaClient, ScriptedTransport) {
        let transport = ScriptedTransport(responses: responses)
        let server = try #require(URL(string: "https://id.example.com"))
        let client = CardeaClient(
            .init(server: .cardea(server), apiKey: "key", store: store, transport: transport, clock: clock)
        )
        return (client, transport)
    }

    private let credential = ProviderCredential.accessToken("gho", of: .gitHub)

    @Test("the tokens of a sign-in are available without a request until they expire (U13)")
    func received() async throws {
        let (client, transport) = try client(Self.signIn("gho-1"), Self.user)
        let user = try await client.signIn(with: credential)
        let tokens = try #require(try await user.providerTokens(of: .gitHub))
        #expect(tokens.accessToken == SessionSecret("gho-1") && tokens.refreshToken == SessionSecret("gr-1"))
        #expect(tokens.idToken == SessionSecret("x.y.z"))
        #expect(tokens.expiresAt == clock.now.addingTimeInterval(3600))
        #expect(transport.requests.count == 2)
    }

    @Test("tokens that have expired are asked of the server, which keeps the refresh token to itself (U13)")
    func kept() async throws {
        let (client, transport) = try client(
            Self.signIn("gho-1"),
            Self.user,
            Self.response(
                #"{"providerId":"github.com","oauthAccessToken":"gho-2","oauthExpiresAt":"1800000000500"}"#
            )
        )
        let user = try await client.signIn(with: credential)
        clock.advance(by: .seconds(3600))
        let tokens = try #require(try await user.providerTokens(of: .gitHub))
        #expect(tokens.accessToken == SessionSecret("gho-2") && tokens.refreshToken == nil)
        #expect(tokens.expiresAt == Date(timeIntervalSince1970: 1_800_000_000.5))
        let request = try #require(transport.requests.last)
        let sent = try JSONSerialization.jsonObject(with: try #require(request.body)) as? [String: Any]
        #expect(request.url.path().hasSuffix("accounts:providerTokens"))
        #expect(sent?["idToken"] as? String == "a.b.c" && sent?["providerId"] as? String == "github.com")
    }

    @Test("no tokens are kept: the result is nil; another rejection is an error (U13)")
    func absent() async throws {
        func rejection(_ code: String) -> Response {
            Self.response(#"{"error":{"code":400,"message":"\#(code)"}}"#, status: 400)
        }
        let (client, _) = try client(
            Self.signIn("gho-1"),
            Self.user,
            rejection("CONFIGURATION_NOT_FOUND : No tokens of the provider are kept."),
            rejection("INVALID_PROVIDER_ID")
        )
        let user = try await client.signIn(with: credential)
        #expect(try await user.providerTokens(of: .google) == nil)
        #expect(await failure { _ = try await user.providerTokens(of: .apple) }?.code == .operationNotAllowed)
    }

    @Test("a link and a re-authentication bring newer tokens; an unlink forgets them (U13)")
    func changes() async throws {
        let both = Self.response(
            #"{"users":[{"localId":"ada","providerUserInfo":[{"providerId":"github.com"},{"providerId":"google.com"}]}]}"#
        )
        let absent = #"{"error":{"code":400,"message":"CONFIGURATION_NOT_FOUND"}}"#
        let (client, _) = try client(
            Self.signIn("gho-1"),
            Self.user,
            Self.signIn("gho-2"),
            Self.signIn("ya29"),
            both,
            both,
            Self.response(#"{"localId":"ada"}"#),
            Self.user,
            Self.response(absent, status: 400)
        )
        let user = try await client.signIn(with: credential)
        try await user.reauthenticate(with: credential)
        #expect(try await user.providerTokens(of: .gitHub)?.accessToken == SessionSecret("gho-2"))
        try await user.link(.idToken("u.v.w", of: .google))
        #expect(try await user.providerTokens(of: .google)?.accessToken == SessionSecret("ya29"))
        try await user.unlink("google.com")
        #expect(try await user.providerTokens(of: .google) == nil)
        #expect(try await user.providerTokens(of: .gitHub)?.accessToken == SessionSecret("gho-2"))
    }

    @Test("the code of Sign in with Apple is revoked under its provider (U13)")
    func revocation() async throws {
        let credential = ProviderCredential.apple(
            idToken: Data("x.y.z".utf8),
            nonce: SignInNonce(),
            authorizationCode: Data("c0de".utf8)
        )
        #expect(credential.authorizationCode == SessionSecret("c0de"))
        let rejection = #"{"error":{"code":400,"message":"INVALID_CREDENTIAL_OR_PROVIDER_ID"}}"#
        let (client, transport) = try client(
            Self.signIn("gho-1"),
            Self.user,
            Self.response("{}"),
            Self.response(rejection, status: 400)
        )
        let user = try await client.signIn(with: self.credential)
        let code = try #require(credential.authorizationCode)
        try await user.revokeToken(authorizationCode: code)
        let request = try #require(transport.requests.last)
        let sent = try JSONSerialization.jsonObject(with: try #require(request.body)) as? [String: Any]
        #expect(request.url.path().hasSuffix("/v2/accounts:revokeToken"))
        #expect(sent?["providerId"] as? String == "apple.com" && sent?["idToken"] as? String == "a.b.c")
        #expect(sent?["token"] as? String == "c0de" && sent?["tokenType"] as? String == "CODE")
        let error = await failure { try await user.revokeToken(authorizationCode: code) }
        #expect(error?.code == .invalidProviderCredential, "\(error as Any)")
    }

    @Test("a sign-out forgets the tokens (U13)")
    func signOut() async throws {
        let (client, transport) = try client(Self.signIn("gho-1"), Self.user)
        let user = try await client.signIn(with: credential)
        await client.signOut()
        let count = transport.requests.count
        #expect(await failure { _ = try await user.providerTokens(of: .gitHub) } != nil)
        #expect(transport.requests.count == count)
    }

    @Test("tokens of a provider are not stored, and do not print (U13, security 23)")
    func secrecy() async throws {
        let (client, _) = try client(Self.signIn("gho-1"), Self.user)
        let user = try await client.signIn(with: credential)
        let tokens = try await user.providerTokens(of: .gitHub)
        var text = ""
        dump(tokens, to: &text)
        debugPrint(tokens as Any, terminator: "", to: &text)
        dump(user, to: &text)
        let record = try #require(try await store.load())
        text += String(decoding: record.encoded(), as: UTF8.self)
        for secret in ["gho-1", "gr-1", "x.y.z"] { #expect(!text.contains(secret)) }
        #expect(text.contains("<secret>"))
    }
}
