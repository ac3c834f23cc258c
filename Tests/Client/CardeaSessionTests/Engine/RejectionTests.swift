import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct RejectionTests {
    @Test(
        "a rejected refresh signs out once, and every held request fails with the same error (K12, X11, R6)"
    )
    func rejected() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.backend.revoke()
        fixture.clock.advance(by: .seconds(4000))
        let engine = fixture.engine
        let errors = await withTaskGroup(of: SessionError?.self) { group in
            for _ in 0..<50 {
                group.addTask { await failure { try await engine.data(for: Fixture.request()) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(
            errors == Array(repeating: SessionError(.refreshRejected, reason: .refreshRejected), count: 50)
        )
        #expect(fixture.transport.requests.isEmpty)
        #expect(engine.state == .signedOut(.refreshRejected))
        #expect(await eventually { await fixture.events.count(.signedOut(.refreshRejected)) == 1 })
        #expect(try await fixture.store.load() == nil)
    }

    @Test(
        "twenty requests in sequence with an ended session cause one rejected refresh and no further traffic (R6)"
    )
    func failFast() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.backend.revoke()
        for _ in 0..<20 {
            #expect(
                await failure { try await fixture.engine.data(for: Fixture.request()) }?.code
                    == .refreshRejected
            )
        }
        #expect(fixture.transport.requests.count == 1)
        #expect(fixture.refresher.calls.count == 1)
    }

    @Test("a rejection of an older token does not end a session with a newer one")
    func ofAnOlderToken() async throws {
        let gate = TestLatch()
        let fixture = Fixture(
            classifier: ResponseRule.bodyCode("rcode", expired: [30_061], signedOutElsewhere: [30_062]),
            response: { (request, index) throws(TransportError) in
                if index == 0 { await gate.pass() }
                let code = request.fields[.authorization] == "Bearer better" ? 0 : 30_062
                return CardeaResponse(
                    status: 200,
                    fields: [.contentType: "application/json"],
                    body: Data(#"{"rcode":\#(code)}"#.utf8)
                )
            }
        )
        try await fixture.signIn()
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        try await fixture.engine.updateCredential(
            SessionCredential(accessToken: SessionSecret("better"), lifetime: .seconds(3600)),
            cause: .reauthenticated
        )
        gate.open()
        #expect(String(decoding: try await call.value.body, as: UTF8.self) == #"{"rcode":0}"#)
        #expect(fixture.sentTokens == ["Bearer access-1", "Bearer better"])
        #expect(fixture.engine.state.profile?.userID == "ada")
    }

    @Test("after a rejection a sign-in clears it (K12)")
    func signInAgain() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.backend.revoke()
        _ = await failure { try await fixture.engine.data(for: Fixture.request()) }
        try await fixture.signIn()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
    }

    static let passing: [RefreshFailure] = [
        .transport(.offline), .transient("503"), .transport(.lostResponse), .uncertain("a portal's page"),
        .transport(TransportError(.cancelled, mayHaveBeenReceived: true, description: "")),
    ]

    @Test("no other failure signs out (rule 6)", arguments: passing)
    func harmless(reason: RefreshFailure) async throws {
        let fixture = Fixture(
            { $0.refreshRetries = RetrySchedule(limit: 0) },
            refresh: { (_, _) throws(RefreshFailure) in throw reason }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let error = await failure { try await fixture.engine.data(for: Fixture.request()) }
        #expect(error?.code == .transport || error?.code == .refreshFailed)
        #expect(fixture.engine.state.profile?.userID == "ada")
        #expect(try await fixture.store.load() != nil)
        #expect(
            await eventually {
                await fixture.events.all.contains { if case .refreshFailed = $0 { true } else { false } }
            }
        )
    }

    @Test(
        "inside the expiry margin a failing refresh fails no request, and is not started again by each one (rule 9)"
    )
    func aheadOffline() async throws {
        let fixture = Fixture(refresh: { (_, _) throws(RefreshFailure) in throw .transport(.offline) })
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(3400))
        for _ in 0..<10 {
            #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
            #expect(await eventually { await fixture.events.count(.refreshFailed(.transport)) == 1 })
        }
        #expect(fixture.refresher.calls.count == 1)
        #expect(try await fixture.engine.validCredential().accessToken == SessionSecret("access-1"))
        fixture.clock.advance(by: .seconds(10))
        _ = try await fixture.engine.data(for: Fixture.request())
        await fixture.refresher.calls(reach: 3)
    }
}
