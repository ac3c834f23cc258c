import CardeaSession
import CardeaTesting
import Foundation
import CardeaLocks
import Testing

struct RefreshTests {
    @Test("a valid credential is attached once and nothing is refreshed (R1)")
    func attach() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        let response = try await fixture.engine.data(for: Fixture.request())
        #expect(response.status == 200)
        #expect(fixture.sentTokens == ["Bearer access-1"])
        #expect(fixture.refresher.calls.isEmpty)
    }

    @Test("a call after the token's end waits for a new token and goes out once, with it (K8)")
    func expired() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(3600))
        let response = try await fixture.engine.data(for: Fixture.request())
        #expect(response.status == 200)
        #expect(fixture.sentTokens == ["Bearer access-2"])
        #expect(await eventually { await fixture.events.count(.tokenChanged(.refreshed)) == 1 })
    }

    @Test("a call inside the expiry margin goes out at once, and a refresh runs beside it (K7, K11)")
    func expiryMargin() async throws {
        let gate = TestLatch()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, _) throws(RefreshFailure) in
                await gate.pass()
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(3301))
        _ = try await fixture.engine.data(for: Fixture.request())
        #expect(fixture.sentTokens == ["Bearer access-1"])
        gate.open()
        #expect(try await fixture.engine.validCredential().accessToken == SessionSecret("access-2"))
        #expect(fixture.engine.accessToken == SessionSecret("access-2"))
        #expect(fixture.refresher.calls.count == 1)
    }

    @Test(
        "expiry margin edges (K7)",
        arguments: [(3299, 0), (3300, 0), (3301, 1), (3599, 1), (3600, 1), (9000, 1)]
    )
    func expiryMarginEdges(seconds: Int, refreshes: Int) async throws {
        let fixture = Fixture { $0.waitsInsideExpiryMargin = true }
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(seconds))
        _ = try await fixture.engine.data(for: Fixture.request())
        #expect(fixture.refresher.calls.count == refreshes)
    }

    @Test("1,000 calls on an expired credential: one refresh, each caller gets its own response (X7)")
    func thousand() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let engine = fixture.engine
        let responses = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for index in 0..<1_000 {
                group.addTask {
                    let response = try await engine.data(for: Fixture.request("/\(index)"))
                    return (index, String(decoding: response.body, as: UTF8.self))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(responses.count == 1_000)
        #expect(responses.allSatisfy { $0.value == "access-2 /\($0.key)" })
        #expect(fixture.refresher.calls.count == 1)
        #expect(fixture.transport.requests.count == 1_000)
    }

    @Test(
        "an access token without a refresh token is used after its expiry, and its 401 is returned (K9, X1)"
    )
    func bareToken() async throws {
        let fixture = Fixture()
        try await fixture.engine.signIn(
            with: SessionCredential(accessToken: SessionSecret("bare"), lifetime: .seconds(60))
        )
        fixture.clock.advance(by: .seconds(61))
        let response = try await fixture.engine.data(for: Fixture.request())
        #expect(response.status == 401)
        #expect(fixture.refresher.calls.isEmpty)
        #expect(fixture.engine.state == .signedIn(UserProfile()))
        #expect(await failure { try await fixture.engine.refresh() }?.code == .notRefreshable)
    }

    @Test("the old refresh token, profile and attributes are kept if the response has none")
    func fill() async throws {
        let fixture = Fixture(refresh: { (_, _) throws(RefreshFailure) in
            SessionCredential(
                accessToken: SessionSecret("new"),
                lifetime: .seconds(60),
                attributes: ["b": "2"]
            )
        })
        let profile = UserProfile(userID: "ada", email: "ada@example.com")
        try await fixture.engine.signIn(
            with: SessionCredential(
                accessToken: SessionSecret("old"),
                refreshToken: SessionSecret("r"),
                lifetime: .zero,
                profile: profile,
                attributes: ["a": "1"]
            )
        )
        let credential = try await fixture.engine.refresh()
        #expect(credential.refreshToken == SessionSecret("r"))
        #expect(credential.profile == profile)
        #expect(credential.attributes == ["a": "1", "b": "2"])
    }

    @Test("if the first of many waiters is cancelled, the refresh continues for the others")
    func cancelledWaiter() async throws {
        let gate = TestLatch()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, _) throws(RefreshFailure) in
                await gate.pass()
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let first = Task { try await fixture.engine.data(for: Fixture.request("/first")) }
        await gate.arrivals(reach: 1)
        let second = Task { try await fixture.engine.data(for: Fixture.request("/second")) }
        first.cancel()
        #expect(await failure { try await first.value }?.code == .cancelled)
        gate.open()
        #expect(try await second.value.status == 200)
        #expect(fixture.refresher.calls.count == 1)
        #expect(fixture.transport.requests.map(\.url.path) == ["/second"])
    }

    @Test(
        "if a refresher never returns, callers fail at the deadline, and the next request starts a new refresh"
    )
    func deadline() async throws {
        let gate = TestLatch()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, index) throws(RefreshFailure) in
                if index == 0 { await gate.pass() }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        await fixture.clock.untilSomeoneSleeps(for: .seconds(60))
        fixture.clock.advance(by: .seconds(60))
        #expect(await failure { try await call.value }?.code == .refreshTimedOut)
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        let calls = fixture.refresher.calls
        #expect(calls.count == 2)
        #expect(Set(calls.map(\.attempt.idempotencyKey)).count == 1)
        gate.open()
        #expect(fixture.backend.reuses == 0)
    }

    @Test("the token of a response after the deadline is still used")
    func lateResponse() async throws {
        let gate = TestLatch()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, _) throws(RefreshFailure) in
                await gate.pass()
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        await fixture.clock.untilSomeoneSleeps(for: .seconds(60))
        fixture.clock.advance(by: .seconds(60))
        #expect(await failure { try await call.value }?.code == .refreshTimedOut)
        gate.open()
        #expect(await eventually { fixture.engine.accessToken == SessionSecret("access-2") })
        #expect(try await fixture.store.load()?.credential.accessToken == SessionSecret("access-2"))
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.refresher.calls.count == 1)
    }

    @Test(
        "a refresh that did not reach the back end does not count towards the limit",
        arguments: [true, false]
    )
    func unreachable(isOffline: Bool) async throws {
        let isOver = Mutex(false)
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, _) throws(RefreshFailure) in
                if isOffline, !isOver.withLock(\.self) { throw .transport(.offline) }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        if !isOffline { fixture.store.fail(.load, .locked) }
        for _ in 0..<20 {
            let error = await failure { try await fixture.engine.data(for: Fixture.request()) }
            #expect(error?.code == (isOffline ? .transport : .storeLocked))
        }
        isOver.withLock { $0 = true }
        fixture.store.heal()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
    }

    @Test("a token that has expired on arrival, or has a short lifetime, does not cause a loop")
    func shortLives() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.backend.setLifetime(.zero)
        fixture.clock.advance(by: .seconds(4000))
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.refresher.calls.count == 1)
        fixture.backend.setLifetime(.seconds(120))
        for _ in 0..<5 { #expect(try await fixture.engine.data(for: Fixture.request()).status == 200) }
        #expect(fixture.refresher.calls.count == 2)
    }

    @Test("a new token with a shorter lifetime than requested is stored, and the caller gets an error")
    func lifetimeTooShort() async throws {
        let fixture = Fixture()
        try await fixture.signIn(lifetime: .seconds(60))
        let error = await failure { try await fixture.engine.validCredential(expiryMargin: .seconds(600)) }
        #expect(error?.code == .lifetimeTooShort)
        #expect(fixture.engine.accessToken == SessionSecret("access-2"))
        #expect(try await fixture.store.load()?.credential.accessToken == SessionSecret("access-2"))
    }
}
