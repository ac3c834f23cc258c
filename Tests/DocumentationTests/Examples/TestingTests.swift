import Cardea
import CardeaTesting
import Foundation
import Testing

/// The examples of tests on the pages are not only compiled, but run.
@Suite("Tests on pages")
struct TestingTests {
    @Test("a server in memory loses a response")
    func lostResponse() async throws {
        // EXAMPLE FakeServer
        let clock = ManualClock()
        let server = RotatingFakeServer(clock: clock)
        let client = CardeaClient(
            .init(
                server: .cardea(server.url),
                apiKey: "any",
                store: InMemoryStore(),
                transport: server,
                clock: clock
            )
        )
        let user = try await client.signUp(email: "ada@example.com", password: "correct horse")

        // The access token ends, and the response to its refresh is lost.
        clock.advance(by: .seconds(3600))
        server.inject(.lostResponse, at: .token)
        async let token = user.accessToken()

        // The client waits for a second before it asks again. No test has to.
        await clock.untilSomeoneSleeps(for: .seconds(1))
        clock.advance(by: .seconds(1))
        _ = try await token
        #expect(server.rotations == 1)
        // END
    }

    @Test("an engine meets a scripted back end")
    func script() async throws {
        let url = try #require(URL(string: "https://api.example.com/orders"))
        let origin = try #require(WebOrigin(url))
        // EXAMPLE Scripts
        let refresher = ScriptedRefresher { _, _ in
            SessionCredential(accessToken: SessionSecret("second"), lifetime: .seconds(3600))
        }
        let backEnd = ScriptedTransport { request, _ in
            CardeaResponse(status: request.fields[.authorization] == "Bearer second" ? 200 : 401)
        }
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: refresher,
            store: InMemoryStore(),
            transport: backEnd,
            clock: ManualClock()
        )
        try await engine.signIn(
            with: SessionCredential(
                accessToken: SessionSecret("first"),
                refreshToken: SessionSecret("r"),
                lifetime: .seconds(3600)
            )
        )

        let response = try await engine.data(for: CardeaRequest(.get, url))
        #expect(response.status == 200)
        #expect(backEnd.requests.count == 2)
        #expect(refresher.calls.count == 1)
        // END
    }

    @Test("a device is locked when the tokens should be stored")
    func locked() async throws {
        let server = RotatingFakeServer()
        let clock = ManualClock()
        // EXAMPLE FailingStore
        let store = FaultInjectingStore()
        store.fail(.save, .locked, times: 1)
        let client = CardeaClient(
            .init(server: .cardea(server.url), apiKey: "any", store: store, transport: server, clock: clock)
        )

        // The user is signed in all the same; the tokens are written as soon as that is possible.
        try await client.signUp(email: "ada@example.com", password: "correct horse")
        #expect(client.currentUser != nil)
        // END
    }
}
