import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

/// Back ends that void the present credential when they make its replacement, whose response is on its way.
struct ReplacementTests {
    /// Returns 30061 for an expired token, and 30062 for a token that a newer one has replaced.
    static func codes(_ backend: Backend) -> ScriptedTransport.Script {
        { (request, _) throws(TransportError) in
            let isGood = backend.response(request).status == 200
            return ClassificationTests.response(isGood ? 0 : request.url.path == "/elsewhere" ? 30062 : 30061)
        }
    }

    @Test(
        "a response with a token that the session has exchanged keeps the refreshed tokens, whatever its Date (U10)",
        arguments: [-5, 0, 5],
        [false, true]
    )
    func olderResponse(clock: Int, refreshesElsewhere: Bool) async throws {
        let fixture = Fixture()
        let first = try await fixture.signIn()
        var refreshing = fixture.engine
        if refreshesElsewhere {
            let other = fixture.anotherProcess(on: fixture.store)
            try await other.engine.restore()
            refreshing = other.engine
        }
        let refreshed = try await refreshing.refresh()
        let newest = try await refreshing.refresh()
        for token in [first.refreshToken, refreshed.refreshToken] {
            let late = SessionCredential(
                accessToken: SessionSecret("late"),
                refreshToken: token,
                lifetime: .seconds(3600),
                receivedAt: fixture.clock.now.addingTimeInterval(Double(clock))
            )
            try await fixture.engine.updateCredential(late, cause: .reauthenticated)
        }
        #expect(try await fixture.store.load()?.credential.refreshToken == newest.refreshToken)
        try await fixture.engine.refresh()
        #expect(fixture.engine.state.profile != nil && fixture.backend.reuses == 0)
    }

    @Test(
        "a response with the same refresh token during a refresh keeps its key, and the refreshed tokens are used (U10)",
        arguments: [true, false],
        [true, false]
    )
    func sameRefreshToken(byOtherProcess: Bool, isLost: Bool) async throws {
        let (gate, backend) = (TestLatch(), Backend())
        let fixture = Fixture(
            { $0.refreshRetries = RetrySchedule(limit: 0, delay: .zero) },
            backend: backend,
            refresh: { (call, count) throws(RefreshFailure) in
                let new = try backend.exchange(call.credential, call.attempt)
                if count == 0 {
                    await gate.pass()
                    if isLost { throw .uncertain("lost") }
                }
                return new
            }
        )
        let first = try await fixture.signIn()
        let other = byOtherProcess ? fixture.anotherProcess(on: fixture.store) : fixture
        try await other.engine.restore()
        let refresh = Task { try await fixture.engine.refresh() }
        await gate.arrivals(reach: 1)
        let same = SessionCredential(
            accessToken: SessionSecret("late"),
            refreshToken: first.refreshToken,
            lifetime: .seconds(3600)
        )
        try await other.engine.updateCredential(same, cause: .reauthenticated)
        gate.open()
        _ = await refresh.result
        if isLost { _ = try await other.engine.refresh() }
        #expect(
            await eventually {
                (try? await fixture.store.load())?.credential.refreshToken == SessionSecret("refresh-2")
            }
        )
        for engine in [fixture.engine, other.engine] { _ = try await engine.refresh() }
        #expect(backend.reuses == 0 && fixture.engine.state.profile != nil)
    }

    @Test(
        "a response with new tokens is used, also if the clock of its server is behind that of the token endpoint (U9)",
        arguments: [TokenChangeCause.passwordChanged, .reauthenticated, .linked]
    )
    func clocksDiffer(cause: TokenChangeCause) async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        try await fixture.engine.refresh()
        var new = fixture.backend.signIn()
        new = SessionCredential(
            accessToken: new.accessToken,
            refreshToken: new.refreshToken,
            lifetime: .seconds(3600),
            receivedAt: fixture.clock.now.addingTimeInterval(-90)
        )
        try await fixture.engine.updateCredential(new, cause: cause)
        #expect(fixture.engine.credential?.accessToken == new.accessToken)
        #expect(try await fixture.store.load()?.credential.refreshToken == new.refreshToken)
    }

    /// A change of password that the back end has made; its response comes when the gate is opened, unless it is lost.
    func change(
        _ fixture: Fixture,
        _ gate: TestLatch,
        isLost: Bool = false
    ) async throws -> Task<Void, any Error> {
        let task = Task {
            try await fixture.engine.updateCredential(cause: .passwordChanged) { present in
                #expect(present.accessToken == SessionSecret("access-1"))
                let new = fixture.backend.signIn()
                await gate.pass()
                if isLost { throw TransportError.offline }
                return new
            }
        }
        await gate.arrivals(reach: 1)
        return task
    }

    @Test(
        "a request that is rejected while a new credential arrives is sent again with that one (X7, X11)",
        arguments: ["/things", "/elsewhere"]
    )
    func rejectedMeanwhile(path: String) async throws {
        let (gate, backend) = (TestLatch(), Backend())
        let fixture = Fixture(
            backend: backend,
            classifier: ClassificationTests.codes,
            response: Self.codes(backend)
        )
        try await fixture.signIn()
        let change = try await change(fixture, gate)
        let engine = fixture.engine
        let calls = (0..<5).map { _ in Task { try await engine.data(for: Fixture.request(path)) } }
        await fixture.transport.requests(reach: 1)
        for _ in 0..<500 { await Task.yield() }
        #expect(engine.state.profile?.userID == "ada")
        gate.open()
        try await change.value
        for call in calls { #expect(try await call.value == ClassificationTests.response(0)) }
        #expect(fixture.refresher.calls.count == (path == "/things" ? 1 : 0))
        #expect(fixture.sentTokens.suffix(5) == Array(repeating: "Bearer access-2", count: 5)[...])
        #expect(try await fixture.store.load()?.credential.accessToken == SessionSecret("access-2"))
        #expect(await fixture.events.count(.tokenChanged(.passwordChanged)) == 1)
    }

    @Test(
        "if no new credential arrives, the rejection ends the session once (X11)",
        arguments: [("/things", SignOutReason.refreshRejected), ("/elsewhere", .signedInElsewhere)]
    )
    func believed(path: String, reason: SignOutReason) async throws {
        let (gate, backend) = (TestLatch(), Backend())
        let fixture = Fixture(
            backend: backend,
            classifier: ClassificationTests.codes,
            response: Self.codes(backend)
        )
        try await fixture.signIn()
        let change = try await change(fixture, gate, isLost: true)
        let engine = fixture.engine
        let call = Task { try await engine.data(for: Fixture.request(path)) }
        await fixture.transport.requests(reach: 1)
        for _ in 0..<500 { await Task.yield() }
        #expect(engine.state.profile?.userID == "ada")
        gate.open()
        await #expect(throws: TransportError.offline) { try await change.value }
        #expect(await failure { try await call.value }?.reason == reason)
        #expect(engine.state == .signedOut(reason))
        #expect(await fixture.events.count(.signedOut(reason)) == 1)
    }

    @Test(
        "a call that brings the new credential itself waits for no other, and the rejection ends the session"
    )
    func ownCall() async throws {
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            classifier: ClassificationTests.codes,
            response: Self.codes(backend)
        )
        try await fixture.signIn()
        backend.revoke()
        let engine = fixture.engine
        let error = await #expect(throws: SessionError.self) {
            try await engine.updateCredential(cause: .passwordChanged) { present in
                _ = try await engine.data(for: Fixture.request("/elsewhere"))
                return present
            }
        }
        #expect(error?.reason == .signedInElsewhere)
        #expect(engine.state == .signedOut(.signedInElsewhere))
    }

    @Test("a rejection does not wait for a call that waits for the rejected request")
    func ownRefresh() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.backend.revoke()
        let engine = fixture.engine
        let error = await #expect(throws: SessionError.self) {
            try await engine.updateCredential(cause: .passwordChanged) { present in
                _ = try await engine.data(for: Fixture.request())
                return present
            }
        }
        #expect(error?.reason == .refreshRejected)
        #expect(engine.state == .signedOut(.refreshRejected))
    }

    @Test("a refresh that waits for the new credential keeps its deadline, and its callers may leave")
    func deadline() async throws {
        let (gate, backend) = (TestLatch(), Backend())
        let fixture = Fixture(backend: backend)
        try await fixture.signIn()
        let change = try await change(fixture, gate)
        let engine = fixture.engine
        let calls = (0..<2).map { _ in Task { try await engine.data(for: Fixture.request()) } }
        await fixture.refresher.calls(reach: 1)
        calls[0].cancel()
        #expect(await failure { try await calls[0].value }?.code == .cancelled)
        await fixture.clock.untilSomeoneSleeps(for: engine.configuration.refreshDeadline)
        fixture.clock.advance(by: engine.configuration.refreshDeadline)
        #expect(await failure { try await calls[1].value }?.code == .refreshTimedOut)
        #expect(engine.state.profile?.userID == "ada")
        gate.open()
        try await change.value
        #expect(try await engine.data(for: Fixture.request()).status == 200)
    }

    @Test("the same while the user is asked to authenticate again (X12)", arguments: [true, false])
    func stepUp(isWilling: Bool) async throws {
        let (gate, backend) = (TestLatch(), Backend())
        let fixture = Fixture(
            backend: backend,
            stepUp: { _ in
                let new = backend.signIn()
                await gate.pass()
                return isWilling ? new : nil
            },
            response: { (request, _) throws(TransportError) in
                let isChallenged =
                    request.url.path == "/pay" && request.fields[.authorization] == "Bearer access-1"
                return isChallenged ? StepUpTests.rejection : backend.response(request)
            }
        )
        try await fixture.signIn()
        let engine = fixture.engine
        let payment = Task { try await engine.data(for: Fixture.request("/pay", method: .post)).status }
        await gate.arrivals(reach: 1)
        let call = Task { try await engine.data(for: Fixture.request()).status }
        await fixture.refresher.calls(reach: 1)
        for _ in 0..<500 { await Task.yield() }
        #expect(engine.state.profile?.userID == "ada")
        gate.open()
        if isWilling {
            #expect(try await payment.value == 200)
            #expect(try await call.value == 200)
            #expect(fixture.refresher.calls.count == 1)
        } else {
            #expect(await failure { try await call.value }?.reason == .refreshRejected)
            #expect(await failure { try await payment.value } != nil)
            #expect(await fixture.events.count(.signedOut(.refreshRejected)) == 1)
        }
    }
}
