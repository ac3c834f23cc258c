import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPTransport
import Testing

/// Token endpoints that want to be left alone for a while.
struct RetryAfterTests {
    private static let endpoint = Fixture.url("https://api.example.com/token")

    static func refreshers(over transport: any HTTPTransport) -> [any CredentialRefresher] {
        [
            JSONTokenRefresher(endpoint: endpoint, transport: transport),
            OAuthTokenRefresher(endpoint: endpoint, transport: transport),
            OldForNewRefresher(endpoint: endpoint, transport: transport),
        ]
    }

    static let responses: [(status: Int, body: String, field: String?, expected: Duration?)] = [
        (429, "", "30", .seconds(30)), (503, "<html>", "30", .seconds(30)),
        (429, #"{"error":"slow_down"}"#, "Fri, 15 Jan 2027 08:02:00 GMT", .seconds(120)),
        (503, "", "Fri, 15 Jan 2027 07:00:00 GMT", .zero), (429, "", "soon", nil), (503, "", nil, nil),
        (429, "", "-1", nil),
    ]

    @Test("every refresher reads Retry-After, in seconds or as a date (client 1.5)", arguments: responses)
    func field(sent: (status: Int, body: String, field: String?, expected: Duration?)) async {
        var response = CardeaResponse(
            status: sent.status,
            fields: [.date: "Fri, 15 Jan 2027 08:00:00 GMT"],
            body: Data(sent.body.utf8)
        )
        response.fields[.retryAfter] = sent.field
        for index in 0..<3 {
            let transport = ScriptedTransport(responses: [.success(response)])
            let refresher = Self.refreshers(over: transport)[index]
            await #expect {
                _ = try await refresher.refresh(
                    SessionCredential(accessToken: SessionSecret("a"), refreshToken: SessionSecret("r")),
                    attempt: RefreshAttempt(idempotencyKey: "k")
                )
            } throws: {
                let failure = $0 as? RefreshFailure
                let outcome: RefreshFailure.Outcome = response.status == 429 ? .transient : .uncertain
                return failure?.retryAfter == sent.expected && failure?.outcome == outcome
            }
        }
    }

    @Test(
        "during the pause calls fail with refreshFailed and its end; then the token is refreshed (client 1.5)"
    )
    func pause() async throws {
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, index) throws(RefreshFailure) in
                if index == 0 { throw .transient("status 429", retryAfter: .seconds(30)) }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        for second in 0..<30 {
            let error = await failure { try await fixture.engine.data(for: Fixture.request()) }
            #expect(error?.code == .refreshFailed)
            #expect(error?.retryAfter == .seconds(30 - second))
            fixture.clock.advance(by: .seconds(1))
        }
        #expect(fixture.refresher.calls.count == 1)
        #expect(fixture.transport.requests.isEmpty)
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.refresher.calls.count == 2)
        let keys = Set(fixture.refresher.calls.map(\.attempt.idempotencyKey))
        #expect(keys.count == 1)
    }

    @Test("during one process's pause, the token that another has stored is adopted (client 1.5)")
    func otherProcess() async throws {
        let disk = InMemoryStore()
        let first = Fixture(store: disk)
        try await first.signIn()
        let second = first.anotherProcess(
            refresh: { (_, _) throws(RefreshFailure) in throw .transient(retryAfter: .seconds(300)) },
            on: disk
        )
        try await second.engine.restore()
        first.clock.advance(by: .seconds(4000))
        let error = await failure { try await second.engine.data(for: Fixture.request()) }
        #expect(error?.retryAfter == .seconds(300))
        try await first.engine.refresh()
        #expect(try await second.engine.data(for: Fixture.request()).status == 200)
        #expect(second.refresher.calls.count == 1)
    }

    @Test("a short pause after a 503 is waited out by the callers themselves (client 1.5)")
    func shortPause() async throws {
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, index) throws(RefreshFailure) in
                if index == 0 { throw .uncertain("status 503", retryAfter: .seconds(3)) }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await fixture.clock.untilSomeoneSleeps(for: .seconds(3))
        fixture.clock.advance(by: .seconds(3))
        #expect(try await call.value.status == 200)
    }

    @Test("the pause of a refresh that is given up in the middle of it is kept (client 1.5)")
    func givenUp() async throws {
        let fixture = Fixture(
            { $0.refreshDeadline = .seconds(2) },
            refresh: { (_, _) throws(RefreshFailure) in
                throw .uncertain("status 503", retryAfter: .seconds(3))
            }
        )
        try await fixture.signIn()
        let refresh = Task { await failure { try await fixture.engine.refresh() } }
        await fixture.clock.untilSomeoneSleeps(for: .seconds(3))
        fixture.clock.advance(by: .seconds(2))
        #expect(await refresh.value?.retryAfter == .seconds(1))
        #expect(fixture.refresher.calls.count == 1)
    }
}
