import Cardea
import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The client's messages and errors of identity providers.
@Suite struct ProviderTests {
    private typealias Response = Result<CardeaResponse, TransportError>

    private static func response(_ json: String, status: Int = 200) -> Response {
        .success(CardeaResponse(status: status, body: Data(json.utf8)))
    }

    private static func tokens(of id: String, _ fields: String = "") -> Response {
        response(
            #"{"localId":"\#(id)","idToken":"a.b.c","refreshToken":"r","expiresIn":"3600"\#(fields)}"#
        )
    }

    private static func user(_ id: String, _ providers: String...) -> Response {
        let list = providers.map { #"{"providerId":"\#($0)","rawId":"7"}"# }.joined(separator: ",")
        return response(#"{"users":[{"localId":"\#(id)","providerUserInfo":[\#(list)]}]}"#)
    }

    private func client(_ responses: Response...) throws -> (CardeaClient, ScriptedTransport) {
        let transport = ScriptedTransport(responses: responses)
        let server = try #require(URL(string: "https://id.example.com"))
        let client = CardeaClient(
            .init(server: .cardea(server), apiKey: "key", store: InMemoryStore(), transport: transport)
        )
        return (client, transport)
    }

    private func body(_ request: CardeaRequest?) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: try #require(request?.body))
        return try #require(json as? [String: Any])
    }

    /// A browser that comes back with these items at once.
    private func browser(_ items: String) throws -> ExternalUserAgent {
        let redirect = try #require(URL(string: "com.example.app:/callback"))
        let callback = try #require(URL(string: "com.example.app:/callback?\(items)"))
        return ExternalUserAgent(redirect: redirect) { _ in callback }
    }

    private static let page = response(
        #"{"authUri":"https://id.example.com/auth/start?state=s-1","sessionId":"session-1"}"#
    )

    private let google = ProviderCredential.idToken("x.y.z", of: .google)

    @Test("a provider's page is shown, and its callback signs in (U6)")
    func page() async throws {
        let (client, transport) = try client(
            Self.page,
            Self.tokens(of: "ada"),
            Self.user("ada", "github.com")
        )
        var provider = IdentityProvider.gitHub
        provider.scopes = ["read:user", "gist"]
        provider.parameters = ["login": "ada"]
        let user = try await client.signIn(
            with: provider,
            through: try browser("code=c&state=s-1"),
            tenantID: "acme"
        )
        #expect(user.uid == "ada" && user.providerIDs == ["github.com"] && !user.isAnonymous)
        let asked = try body(transport.requests.first)
        #expect(asked["providerId"] as? String == "github.com")
        #expect(asked["continueUri"] as? String == "com.example.app:/callback")
        #expect(asked["oauthScope"] as? String == "read:user gist" && asked["tenantId"] as? String == "acme")
        #expect(asked["customParameter"] as? [String: String] == ["login": "ada"])
        let sent = try body(transport.requests.dropFirst().first)
        #expect(sent["requestUri"] as? String == "com.example.app:/callback?code=c&state=s-1")
        #expect(sent["sessionId"] as? String == "session-1" && sent["tenantId"] as? String == "acme")
    }

    @Test(
        "a callback with another state, an error or no state does not sign in, and the user stays (security 16)",
        arguments: [
            ("code=c&state=s-2", CardeaError.Code.browserFailed), ("code=c", .browserFailed),
            ("error=access_denied&state=s-1", .cancelled), ("error=server_error&state=s-1", .browserFailed),
            ("code=c&state=s-1&state=s-1", .browserFailed),
        ]
    )
    func callbacks(items: String, code: CardeaError.Code) async throws {
        try await failingPage(try browser(items), code)
    }

    @Test(
        "a page that the user closes, or that does not open, does not sign in, and the user stays",
        arguments: [
            (SignInError.Code.cancelled, CardeaError.Code.cancelled), (.timedOut, .cancelled),
            (.noUserAgent, .browserFailed), (.userAgentFailed, .browserFailed),
        ]
    )
    func closed(reason: SignInError.Code, code: CardeaError.Code) async throws {
        let redirect = try #require(URL(string: "com.example.app:/callback"))
        let agent = ExternalUserAgent(redirect: redirect) { _ throws(SignInError) in
            throw SignInError(reason)
        }
        try await failingPage(agent, code)
    }

    /// A guest tries to sign in, to link and to authenticate again; nothing changes.
    private func failingPage(_ agent: ExternalUserAgent, _ code: CardeaError.Code) async throws {
        let (client, transport) = try client(Self.tokens(of: "guest"), Self.page, Self.page, Self.page)
        let guest = try await client.signInAnonymously()
        let store = client.configuration.store
        let record = try await store.load()
        #expect(await failure { try await client.signIn(with: .google, through: agent) }?.code == code)
        #expect(await failure { try await guest.link(.google, through: agent) }?.code == code)
        #expect(await failure { try await guest.reauthenticate(with: .google, through: agent) }?.code == code)
        #expect(transport.requests.count == 4, "no callback is sent to the server")
        #expect(client.currentUser == guest && guest.isAnonymous && guest.providerIDs.isEmpty)
        #expect(try await store.load() == record && record != nil)
        #expect(try await store.sibling(named: "pending-sign-in")?.load() == nil, "no sign-in waits")
    }

    @Test("a page without a state does not open the browser")
    func pageWithoutState() async throws {
        let (client, _) = try client(
            Self.response(#"{"authUri":"https://id.example.com/","sessionId":"s"}"#)
        )
        let agent = try browser("code=c")
        let error = await failure { try await client.signIn(with: .google, through: agent) }
        #expect(error?.code == .serverError)
    }

    @Test("tokens of a provider's SDK sign in (U6, U13)")
    func credential() async throws {
        let (client, transport) = try client(Self.tokens(of: "ada"), Self.user("ada", "google.com"))
        let credential = ProviderCredential.idToken("x.y.z", of: .google, nonce: "n&1", accessToken: "at")
        #expect(try await client.signIn(with: credential).providerIDs == ["google.com"])
        let sent = try body(transport.requests.first)
        #expect(
            sent["postBody"] as? String == "access_token=at&id_token=x.y.z&nonce=n%261&providerId=google.com"
        )
        #expect(sent["returnSecureToken"] as? Bool == true && sent["idToken"] == nil)
    }

    @Test("Sign in with Apple sends token, nonce and the name of the first sign-in (U4)")
    func apple() async throws {
        let (client, transport) = try client(Self.tokens(of: "ada"), Self.user("ada", "apple.com"))
        let nonce = SignInNonce()
        var name = PersonNameComponents()
        (name.givenName, name.familyName) = ("Ada", "L")
        try await client.signIn(with: .apple(idToken: Data("x.y.z".utf8), nonce: nonce, fullName: name))
        let form = try #require(try body(transport.requests.first)["postBody"] as? String)
        #expect(form.contains("id_token=x.y.z&nonce=\(nonce.value)&user=%7B%22name%22%3A%7B"))
        #expect(form.contains("%22firstName%22%3A%22Ada%22") && form.hasSuffix("&providerId=apple.com"))
        #expect(nonce.sha256.count == 64 && nonce.value.count == 64 && nonce != SignInNonce())
    }

    @Test("an address of another user is a conflict; the app signs in there and links (U8, U16)")
    func confirmation() async throws {
        let (client, transport) = try client(
            Self.response(
                #"{"needConfirmation":true,"email":"ada@example.com","verifiedProvider":["password"],"providerId":"github.com"}"#
            ),
            Self.tokens(of: "ada", #","email":"ada@example.com""#),
            Self.user("ada", "password"),
            Self.tokens(of: "ada"),
            Self.user("ada", "password", "github.com")
        )
        let credential = ProviderCredential.accessToken("at", of: .gitHub)
        let error = await failure { try await client.signIn(with: credential) }
        #expect(error?.code == .accountExistsWithDifferentCredential && client.currentUser == nil)
        let conflict = try #require(error?.conflict)
        #expect(conflict.email == "ada@example.com" && conflict.providerIDs == ["password"])
        let user = try await client.signIn(email: "ada@example.com", password: "correct horse")
        try await user.link(try #require(conflict.credential))
        #expect(user.providerIDs == ["password", "github.com"])
        let sent = try body(transport.requests.dropLast().last)
        #expect(sent["idToken"] as? String == "a.b.c")
        #expect(sent["postBody"] as? String == "access_token=at&providerId=github.com")
    }

    @Test("an identity of another user is not linked; its credential signs in as that user (U8)")
    func alreadyInUse() async throws {
        let (client, transport) = try client(
            Self.tokens(of: "guest"),
            Self.response(
                #"{"errorMessage":"FEDERATED_USER_ID_ALREADY_LINKED","pendingToken":"p-1","providerId":"google.com"}"#
            ),
            Self.tokens(of: "ada"),
            Self.user("ada", "google.com")
        )
        let guest = try await client.signInAnonymously()
        let error = await failure { try await guest.link(google) }
        #expect(error?.code == .credentialAlreadyInUse && client.currentUser == guest)
        let credential = try #require(error?.conflict?.credential)
        #expect(try await client.signIn(with: credential).uid == "ada")
        let sent = try body(transport.requests.dropLast().last)
        #expect(sent["pendingToken"] as? String == "p-1" && sent["postBody"] == nil)
    }

    @Test("a guest who links a provider keeps the ID (U6)")
    func guest() async throws {
        let (client, _) = try client(
            Self.tokens(of: "guest"),
            Self.tokens(of: "guest"),
            Self.user("guest", "google.com")
        )
        let user = try await client.signInAnonymously()
        #expect(user.isAnonymous)
        try await user.link(google)
        #expect(client.currentUser == user && !user.isAnonymous && user.providerIDs == ["google.com"])
    }

    @Test("a link whose response is lost is found by the user's providers (K13)")
    func lostLink() async throws {
        let (client, _) = try client(
            Self.tokens(of: "ada"),
            .failure(.lostResponse),
            Self.user("ada", "google.com"),
            Self.user("ada", "google.com")
        )
        let user = try await client.signInAnonymously()
        try await user.link(google)
        #expect(user.providerIDs == ["google.com"])
    }

    @Test("another identity of a provider that the user has is not linked, and no page opens (U6)")
    func alreadyLinked() async throws {
        let (client, transport) = try client(Self.tokens(of: "ada"), Self.user("ada", "google.com"))
        let user = try await client.signIn(with: google)
        let other = ProviderCredential.idToken("u.v.w", of: .google)
        #expect(await failure { try await user.link(other) }?.code == .providerAlreadyLinked)
        let agent = try browser("code=c&state=s-1")
        let error = await failure { try await user.link(.google, through: agent) }
        #expect(error?.code == .providerAlreadyLinked)
        #expect(transport.requests.count == 2)
    }

    @Test("re-authentication by another user's identity, or an unknown one, is rejected (U10)")
    func reauthentication() async throws {
        let unknown = Self.response(#"{"error":{"code":400,"message":"USER_NOT_FOUND"}}"#, status: 400)
        let (client, transport) = try client(
            Self.tokens(of: "ada"),
            Self.tokens(of: "bob"),
            unknown,
            Self.tokens(of: "ada")
        )
        let user = try await client.signInAnonymously()
        #expect(await failure { try await user.reauthenticate(with: google) }?.code == .userMismatch)
        #expect(await failure { try await user.reauthenticate(with: google) }?.code == .userMismatch)
        try await user.reauthenticate(with: google)
        let sent = try body(transport.requests.last)
        #expect(sent["autoCreate"] as? Bool == false && sent["idToken"] == nil)
    }

    @Test("a provider is unlinked; one that is not linked is an error (U6)")
    func unlink() async throws {
        let (client, transport) = try client(
            Self.tokens(of: "ada"),
            Self.user("ada", "password", "google.com"),
            Self.user("ada", "password", "google.com"),
            Self.response(#"{"localId":"ada"}"#),
            Self.user("ada", "password")
        )
        let user = try await client.signInAnonymously()
        #expect(await failure { try await user.unlink("github.com") }?.code == .providerNotLinked)
        try await user.unlink("google.com")
        #expect(user.providerIDs == ["password"])
        let sent = try body(transport.requests.dropLast().last)
        #expect(sent["deleteProvider"] as? [String] == ["google.com"])
    }

    @Test(
        "errors of providers have separate codes",
        arguments: [
            ("INVALID_IDP_RESPONSE : Unable to parse.", CardeaError.Code.invalidProviderCredential),
            ("MISSING_OR_INVALID_NONCE", .invalidProviderCredential),
            ("OPERATION_NOT_ALLOWED", .operationNotAllowed),
            ("FEDERATED_USER_ID_ALREADY_LINKED", .credentialAlreadyInUse),
        ]
    )
    func errors(message: String, code: CardeaError.Code) async throws {
        let (client, _) = try client(
            Self.response(#"{"error":{"code":400,"message":"\#(message)"}}"#, status: 400)
        )
        #expect(await failure { try await client.signIn(with: google) }?.code == code)
    }

    @Test("no description contains a token (security 23)")
    func secrecy() throws {
        var text = ""
        let credential = ProviderCredential.idToken("x.y.z", of: .google, accessToken: "at-1")
        print(credential, terminator: "", to: &text)
        debugPrint(credential, terminator: "", to: &text)
        dump(credential, to: &text)
        #expect(!text.contains("x.y.z") && !text.contains("at-1") && text.contains("google.com"))
    }
}
