import Cardea
import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// Sign-ins whose page is open when the app ends.
@Suite struct ResumptionTests {
    typealias Response = Result<CardeaResponse, TransportError>

    let clock = ManualClock()
    let store = InMemoryStore()
    let redirect: URL

    init() throws {
        redirect = try #require(URL(string: "com.example.app:/callback"))
    }

    static func response(_ json: String, status: Int = 200) -> Response {
        .success(CardeaResponse(status: status, body: Data(json.utf8)))
    }

    static func page(_ number: Int = 1) -> Response {
        response(
            #"{"authUri":"https://id.example.com/auth/start?state=s-\#(number)","sessionId":"session-\#(number)"}"#
        )
    }

    static func tokens(of id: String) -> Response {
        response(#"{"localId":"\#(id)","idToken":"a.b.c","refreshToken":"r","expiresIn":"3600"}"#)
    }

    static func user(_ id: String, _ providers: String...) -> Response {
        let list = providers.map { #"{"providerId":"\#($0)","rawId":"7"}"# }.joined(separator: ",")
        return response(#"{"users":[{"localId":"\#(id)","providerUserInfo":[\#(list)]}]}"#)
    }

    /// The app as it is just after a start.
    func start(
        _ transport: ScriptedTransport,
        store: (any CredentialStore)? = nil
    ) throws -> CardeaClient {
        let server = try #require(URL(string: "https://id.example.com"))
        return CardeaClient(
            .init(
                server: .cardea(server),
                apiKey: "key",
                store: store ?? self.store,
                transport: transport,
                clock: clock
            )
        )
    }

    /// Opens a page that does not lead back to the app: the app ends while it is open.
    func open(
        _ operation: @escaping @Sendable (ExternalUserAgent) async throws -> Void
    ) async -> Task<Void, any Error> {
        let (pages, page) = AsyncStream.makeStream(of: URL.self)
        let agent = ExternalUserAgent(redirect: redirect) { url throws(SignInError) in
            page.yield(url)
            try? await Task.sleep(for: .seconds(3600))
            throw SignInError(.cancelled)
        }
        let app = Task { try await operation(agent) }
        for await _ in pages { break }
        return app
    }

    func callback(_ items: String = "code=c&state=s-1") throws -> URL {
        try #require(URL(string: "com.example.app:/callback?\(items)"))
    }

    /// The record of the sign-in that is kept.
    func kept() async throws -> CredentialRecord? {
        try await store.sibling(named: "pending-sign-in")?.load()
    }

    func body(_ request: CardeaRequest?) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: try #require(request?.body))
        return try #require(json as? [String: Any])
    }

    @Test("the callback that opens the app signs in, once, in the pool of the sign-in (U8)")
    func openedByCallback() async throws {
        let transport = ScriptedTransport(responses: [
            Self.page(), Self.tokens(of: "ada"), Self.user("ada", "github.com"),
        ])
        let app = try start(transport)
        let lost = await open { try await app.signIn(with: .gitHub, through: $0, tenantID: "acme") }
        defer { lost.cancel() }

        let next = try start(transport)
        let recorder = Recorder(next)
        #expect(try await next.restore() == nil)
        let user = try #require(try await next.resumeSignIn(from: try callback()))
        #expect(user.uid == "ada" && user.tenantID == "acme" && next.currentUser == user)
        #expect(await recorder.hears { $0 == .signedIn(user) })
        let sent = try body(transport.requests.dropFirst().first)
        #expect(sent["requestUri"] as? String == "com.example.app:/callback?code=c&state=s-1")
        #expect(sent["sessionId"] as? String == "session-1" && sent["tenantId"] as? String == "acme")
        #expect(try await next.resumeSignIn(from: try callback()) == nil)
        #expect(try await kept() == nil && transport.requests.count == 3)
    }

    @Test(
        "a URL that responds to no open page is not for the library, and ends nothing (U8, security 16)",
        arguments: [
            "com.example.app:/callback?code=c&state=s-2", "com.example.app:/callback?code=c",
            "com.example.app:/callback?code=c&state=s-1&state=s-1", "com.example.app:/other?code=c&state=s-1",
            "https://id.example.com/auth/start?state=s-1",
        ]
    )
    func foreign(url: String) async throws {
        let transport = ScriptedTransport(responses: [
            Self.page(), Self.tokens(of: "ada"), Self.user("ada", "github.com"),
        ])
        let app = try start(transport)
        let lost = await open { try await app.signIn(with: .gitHub, through: $0) }
        defer { lost.cancel() }
        let next = try start(transport)
        #expect(try await next.resumeSignIn(from: try #require(URL(string: url))) == nil)
        #expect(transport.requests.count == 1)
        #expect(try await next.resumeSignIn(from: try callback())?.uid == "ada")
    }

    @Test("another store knows nothing of the sign-in (U8)")
    func otherStore() async throws {
        let transport = ScriptedTransport(responses: [Self.page()])
        let app = try start(transport)
        let lost = await open { try await app.signIn(with: .gitHub, through: $0) }
        defer { lost.cancel() }
        let stranger = try start(transport, store: InMemoryStore())
        #expect(try await stranger.resumeSignIn(from: try callback()) == nil)
        #expect(transport.requests.count == 1)
    }

    @Test(
        "after fifteen minutes, or with a clock that was set back, a sign-in is not resumed, and is deleted (U8)",
        arguments: [900, -900]
    )
    func expiry(seconds: Int) async throws {
        let transport = ScriptedTransport(responses: [Self.page()])
        let app = try start(transport)
        let lost = await open { try await app.signIn(with: .gitHub, through: $0) }
        defer { lost.cancel() }
        clock.setTimeOfDay(clock.now.addingTimeInterval(Double(seconds)))
        #expect(try await start(transport).resumeSignIn(from: try callback()) == nil)
        #expect(try await kept() == nil && transport.requests.count == 1)
    }

    @Test("a newer sign-in replaces an older pending one (U8)")
    func newest() async throws {
        let transport = ScriptedTransport(responses: [
            Self.page(1), Self.page(2), Self.tokens(of: "ada"), Self.user("ada", "google.com"),
        ])
        let app = try start(transport)
        let first = await open { try await app.signIn(with: .gitHub, through: $0) }
        let second = await open { try await app.signIn(with: .google, through: $0) }
        defer { second.cancel() }
        // The end of the first one leaves the second as it is.
        first.cancel()
        _ = await first.result
        let next = try start(transport)
        #expect(try await next.resumeSignIn(from: try callback()) == nil)
        #expect(try await next.resumeSignIn(from: try callback("code=c&state=s-2"))?.uid == "ada")
    }

    @Test("a sign-in that ends in its own process leaves nothing behind (U8)")
    func ended() async throws {
        let transport = ScriptedTransport(responses: [
            Self.page(1), Self.page(2), Self.tokens(of: "ada"), Self.user("ada", "github.com"),
        ])
        let app = try start(transport)
        let closed = await open { try await app.signIn(with: .gitHub, through: $0) }
        #expect(try await kept() != nil)
        closed.cancel()
        _ = await closed.result
        #expect(try await kept() == nil)
        let response = try callback("code=c&state=s-2")
        let agent = ExternalUserAgent(redirect: redirect) { _ in response }
        try await app.signIn(with: .gitHub, through: agent)
        #expect(try await kept() == nil && app.currentUser?.uid == "ada")
    }

    @Test("a link is resumed for the user who is still signed in (U6, U8)")
    func link() async throws {
        let transport = ScriptedTransport(responses: [
            Self.tokens(of: "guest"), Self.page(), Self.tokens(of: "guest"),
            Self.user("guest", "github.com"),
        ])
        let app = try start(transport)
        let guest = try await app.signInAnonymously()
        let lost = await open { try await guest.link(.gitHub, through: $0) }
        defer { lost.cancel() }
        let next = try start(transport)
        let user = try #require(try await next.resumeSignIn(from: try callback()))
        #expect(user.uid == "guest" && user.providerIDs == ["github.com"] && next.currentUser == user)
        let sent = try body(transport.requests.dropFirst(2).first)
        #expect(sent["idToken"] as? String == "a.b.c" && sent["sessionId"] as? String == "session-1")
    }

    @Test(
        "a reauthentication is resumed for its user, and the link of a signed-out user is rejected (U8, U10)"
    )
    func purposes() async throws {
        let transport = ScriptedTransport(responses: [
            Self.tokens(of: "ada"), Self.page(1), Self.tokens(of: "ada"), Self.page(2),
            Self.tokens(of: "bob"),
        ])
        let app = try start(transport)
        let ada = try await app.signInAnonymously()
        let first = await open { try await ada.reauthenticate(with: .gitHub, through: $0) }
        defer { first.cancel() }
        let next = try start(transport)
        #expect(try await next.resumeSignIn(from: try callback())?.uid == "ada")
        #expect(try body(transport.requests.last)["autoCreate"] as? Bool == false)

        let second = await open { try await ada.link(.gitHub, through: $0) }
        defer { second.cancel() }
        let other = try start(transport)
        _ = try await other.signInAnonymously()
        let error = await failure { try await other.resumeSignIn(from: try callback("code=c&state=s-2")) }
        #expect(error?.code == .userMismatch && transport.requests.count == 5)
    }
}
