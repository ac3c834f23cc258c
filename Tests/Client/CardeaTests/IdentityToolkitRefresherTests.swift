import Cardea
import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPTransport
import Testing

@Suite struct IdentityToolkitRefresherTests {
    private static let old = SessionCredential(
        accessToken: SessionSecret("a"),
        refreshToken: SessionSecret("r")
    )

    static let addresses: [(ServerAddress, String)] = [
        (.googleIdentityPlatform, "https://securetoken.googleapis.com/v1/token"),
        (.cardea(url("https://id.example.com")), "https://id.example.com/v1/token"),
        (
            .emulator(url("http://127.0.0.1:9099")),
            "http://127.0.0.1:9099/securetoken.googleapis.com/v1/token"
        ),
    ]

    private static func url(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("no address: \(text)") }
        return url
    }

    @Test(
        "with Google's address the client reads the responses of Google",
        arguments: addresses
    )
    func address(server: ServerAddress, url: String) async throws {
        let body = #"""
            {"access_token": "b", "expires_in": "3600", "token_type": "Bearer", "refresh_token": "r2",
             "id_token": "b", "user_id": "u", "project_id": "12345"}
            """#
        let response = CardeaResponse(status: 200, body: Data(body.utf8))
        let transport = ScriptedTransport(responses: [.success(response)])
        let refresher = IdentityToolkitRefresher(server: server, apiKey: "key", transport: transport)
        let new = try await refresher.refresh(Self.old, attempt: RefreshAttempt(idempotencyKey: "k"))
        #expect(new.accessToken == SessionSecret("b") && new.refreshToken == SessionSecret("r2"))
        #expect(new.lifetime == .seconds(3600))
        let request = try #require(transport.requests.first)
        #expect(request.url.absoluteString == url)
        #expect(request.fields["x-goog-api-key"] == "key")
        #expect(request.body == Data("grant_type=refresh_token&refresh_token=r".utf8))
    }

    @Test(
        "a lifetime is a text of digits, or a number that is whole and not negative",
        arguments: [
            (#""3600""#, true), ("3600", true), ("0", true), ("-1", false), (#""-1""#, false),
            (#""+1""#, false),
            ("1.5", false), ("1e3", false), ("9223372036854775808", false), (#""soon""#, false),
            ("null", false),
        ]
    )
    func lifetime(text: String, isRead: Bool) async throws {
        let refreshed = #"""
            {"access_token": "b", "expires_in": \#(text), "token_type": "Bearer", "refresh_token": "r2",
             "id_token": "b", "user_id": "u", "project_id": 12345}
            """#
        let signedIn = #"""
            {"localId": "ada", "email": "", "idToken": "a.b.c", "refreshToken": "r", "expiresIn": \#(text)}
            """#
        let transport = ScriptedTransport { (request, _) in
            let isRefresh = request.url.path().hasSuffix("token")
            return CardeaResponse(status: 200, body: Data((isRefresh ? refreshed : signedIn).utf8))
        }
        let server = ServerAddress.cardea(Self.url("https://id.example.com"))
        let refresher = IdentityToolkitRefresher(server: server, apiKey: "key", transport: transport)
        let new = try? await refresher.refresh(Self.old, attempt: RefreshAttempt(idempotencyKey: "k"))
        #expect((new?.accessToken == SessionSecret("b")) == isRead)
        let client = CardeaClient(
            .init(server: server, apiKey: "key", store: InMemoryStore(), transport: transport)
        )
        let user = try? await client.signIn(email: Desk.email, password: Desk.password)
        #expect((user?.uid == "ada") == isRead)
    }

    @Test("an engine without a client keeps users signed in (R9)")
    func engine() async throws {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        let credential = try #require(try await desk.store.load()?.credential)
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [try #require(WebOrigin(desk.backEnd))]),
            refresher: IdentityToolkitRefresher(
                server: .cardea(desk.server.url),
                apiKey: "key",
                transport: desk.server
            ),
            store: InMemoryStore(),
            transport: desk.server,
            clock: desk.clock
        )
        try await engine.signIn(with: credential)
        desk.clock.advance(by: .seconds(4000))
        #expect(try await engine.data(for: CardeaRequest(.get, desk.backEnd)).status == 200)
        #expect(engine.state.profile?.userID == user.uid)
        desk.server.setDisabled(true, account: user.uid)
        await #expect(throws: SessionError(.refreshRejected, reason: .disabled)) {
            try await engine.refresh()
        }
        #expect(engine.state == .signedOut(.disabled))
    }
}
