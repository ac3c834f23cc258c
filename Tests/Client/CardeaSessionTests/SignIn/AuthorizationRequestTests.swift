import CardeaTesting
import Foundation
import Testing

@testable import CardeaSession

struct AuthorizationRequestTests {
    private static let redirect = Fixture.url("http://127.0.0.1:4711/callback")

    private static func request(
        endpoint: String = "https://id.example.com/authorize",
        issuer: String? = "https://id.example.com",
        sendsIssuer: Bool = false,
        parameters: [String: String] = ["scope": "openid email", "state": "mine"]
    ) -> AuthorizationRequest {
        var random = SystemRandomNumberGenerator()
        let server = AuthorizationServer(
            authorizationEndpoint: Fixture.url(endpoint),
            tokenEndpoint: Fixture.url("https://id.example.com/token"),
            issuer: issuer,
            sendsIssuer: sendsIssuer
        )
        return AuthorizationRequest(
            to: server,
            clientID: "app",
            redirect: redirect,
            parameters: parameters,
            using: &random
        )
    }

    /// The items of a request's address.
    private static func items(_ request: AuthorizationRequest) -> [String: String] {
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { _, _ in "twice" }
    }

    /// A callback with the request's own state by default.
    private static func callback(
        _ request: AuthorizationRequest,
        _ query: String,
        state: String? = nil,
        to place: String = "http://127.0.0.1:4711/callback"
    ) -> URL {
        let state = state ?? items(request)["state"] ?? ""
        return Fixture.url("\(place)?\(query)&state=\(state)")
    }

    @Test("the request follows RFC 7636 §4.3 and RFC 6749 §4.1.1, and parameters of the app replace none")
    func request() {
        let items = Self.items(Self.request())
        #expect(items["response_type"] == "code" && items["client_id"] == "app")
        #expect(items["redirect_uri"] == "http://127.0.0.1:4711/callback")
        #expect(items["code_challenge_method"] == "S256" && items["code_challenge"]?.count == 43)
        #expect(items["state"]?.count == 32 && items["nonce"]?.count == 32)
        #expect(items["scope"] == "openid email")
        #expect(Self.items(Self.request(parameters: ["scope": "email"]))["nonce"] == nil)
    }

    @Test("an endpoint that has a query keeps it (RFC 6749 §3.1)")
    func query() {
        let items = Self.items(Self.request(endpoint: "https://id.example.com/authorize?tenant=t1#top"))
        #expect(items["tenant"] == "t1" && items["response_type"] == "code")
    }

    @Test("the challenge is that of RFC 7636 appendix B")
    func challenge() {
        let verifier = CodeVerifier(SessionSecret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        #expect(verifier.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test("no two requests share a state, a nonce or a verifier")
    func fresh() {
        let requests = (0..<50).map { _ in Self.items(Self.request()) }
        for name in ["state", "nonce", "code_challenge"] {
            #expect(Set(requests.map { $0[name] }).count == 50)
        }
    }

    @Test("the code of the callback, with the server's name or without")
    func code() throws {
        let request = Self.request()
        #expect(try request.code(from: Self.callback(request, "code=a%2Fb+c")) == SessionSecret("a/b c"))
        let named = Self.callback(request, "code=c&iss=https%3A%2F%2Fid.example.com")
        #expect(try request.code(from: named) == SessionSecret("c"))
        #expect(request.matches(named))
    }

    static let rejections: [(String, SignInError.Code, String?)] = [
        ("error=access_denied", .denied, "access_denied"),
        ("error=server_error&error_description=Oh", .rejected, "server_error"),
        ("error=%3Cscript%3E", .rejected, "an unreadable error code"),
        ("code=", .badResponse, "a callback without a code"),
        ("other=1", .badResponse, "a callback without a code"),
        ("code=c&iss=https%3A%2F%2Fevil.example", .foreignCallback, "another server's issuer, or none"),
        // RFC 9207 §2.4: an error is not to be believed either.
        (
            "error=access_denied&iss=https%3A%2F%2Fevil.example", .foreignCallback,
            "another server's issuer, or none"
        ),
        ("code=c&code=d", .foreignCallback, "a repeated query item"),
        ("code=%ff", .foreignCallback, "an unreadable query"),
    ]

    @Test("callbacks that bring no code", arguments: rejections)
    func rejection(query: String, code: SignInError.Code, detail: String?) {
        let request = Self.request()
        let expected = SignInError(code, detail: detail)
        #expect(throws: expected) { try request.code(from: Self.callback(request, query)) }
    }

    @Test("a server that names itself always must do so (RFC 9207 §2.4)")
    func missingIssuer() {
        let request = Self.request(sendsIssuer: true)
        let expected = SignInError(.foreignCallback, detail: "another server's issuer, or none")
        #expect(throws: expected) { try request.code(from: Self.callback(request, "code=c")) }
    }

    @Test("another request's state, and another place, are foreign", arguments: ["", "x", "a"])
    func foreign(state: String) {
        let request = Self.request()
        let callbacks = [
            Self.callback(request, "code=c", state: state),
            Self.callback(Self.request(), "code=c"),
            Self.callback(request, "code=c", to: "http://127.0.0.1:4712/callback"),
            Self.callback(request, "code=c", to: "http://127.0.0.1:4711/callback/"),
            Self.callback(request, "code=c", to: "https://127.0.0.1:4711/callback"),
        ]
        let strangers = state.isEmpty ? Array(callbacks.dropFirst()) : callbacks
        for callback in strangers {
            #expect(!request.matches(callback) || Self.items(request)["state"] == state)
            #expect(throws: SignInError.self) { try request.code(from: callback) }
        }
    }
}
