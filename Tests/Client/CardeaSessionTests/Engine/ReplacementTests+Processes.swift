import CardeaSession
import CardeaTesting
import CardeaHTTPTransport
import Testing

// Calls for new credentials beside other processes on the same store.
extension ReplacementTests {
    @Test(
        "another process does not refresh during a call for a new credential, and uses the new one (rule 5)",
        arguments: [true, false]
    )
    func otherProcess(isLost: Bool) async throws {
        let (gate, disk) = (TestLatch(), InMemoryStore())
        let fixture = Fixture(store: disk)
        try await fixture.signIn()
        let other = fixture.anotherProcess(on: disk)
        try await other.engine.restore()
        let change = try await change(fixture, gate, isLost: isLost)
        let call = Task { try await other.engine.data(for: Fixture.request()).status }
        await other.transport.requests(reach: 1)
        for _ in 0..<500 { await Task.yield() }
        #expect(other.refresher.calls.isEmpty && other.engine.state.profile?.userID == "ada")
        gate.open()
        if isLost {
            await #expect(throws: TransportError.offline) { try await change.value }
            #expect(await failure { try await call.value }?.reason == .refreshRejected)
        } else {
            try await change.value
            #expect(try await call.value == 200)
            #expect(other.refresher.calls.isEmpty)
            #expect(other.engine.accessToken == SessionSecret("access-2"))
            #expect(fixture.engine.accessToken == other.engine.accessToken)
        }
    }

    @Test("a call for a new credential waits for the refresh of another process, and gets its token (rule 5)")
    func otherProcessRefreshes() async throws {
        let (gate, disk, backend) = (TestLatch(), InMemoryStore(), Backend())
        let other = Fixture(
            backend: backend,
            store: disk,
            refresh: { (call, _) throws(RefreshFailure) in
                let new = try backend.exchange(call.credential, call.attempt)
                await gate.pass()
                return new
            }
        )
        try await other.signIn()
        let fixture = other.anotherProcess(on: disk)
        try await fixture.engine.restore()
        let refresh = Task { try await other.engine.refresh() }
        await gate.arrivals(reach: 1)
        let engine = fixture.engine
        let change = Task {
            try await engine.updateCredential(cause: .passwordChanged) { present in
                #expect(present.accessToken == SessionSecret("access-2"))
                return backend.signIn()
            }
        }
        for _ in 0..<500 { await Task.yield() }
        gate.open()
        _ = try await refresh.value
        try await change.value
        #expect(engine.accessToken == SessionSecret("access-3"))
        #expect(try await disk.load()?.credential.accessToken == SessionSecret("access-3"))
    }

    @Test("a call for a new credential whose own request needs a refresh lets that refresh run (rule 5)")
    func ownRequest() async throws {
        let fixture = Fixture(store: InMemoryStore())
        try await fixture.signIn()
        let (engine, backend) = (fixture.engine, fixture.backend)
        try await engine.updateCredential(cause: .passwordChanged) { _ in
            backend.expireAccessTokens()
            let status = try await engine.data(for: Fixture.request()).status
            #expect(status == 200)
            return backend.signIn()
        }
        #expect(engine.accessToken == SessionSecret("access-3"))
        #expect(fixture.refresher.calls.count == 1)
    }

    @Test(
        "a rejection by the app's back end ends no session whose credential another process has replaced (rule 5)"
    )
    func rejectedAfterwards() async throws {
        let (disk, backend) = (InMemoryStore(), Backend())
        let fixture = Fixture(backend: backend, store: disk)
        try await fixture.signIn()
        let other = Fixture(
            clock: fixture.clock,
            backend: backend,
            store: disk,
            classifier: ClassificationTests.codes,
            response: Self.codes(backend)
        )
        try await other.engine.restore()
        try await fixture.engine.updateCredential(cause: .passwordChanged) { _ in backend.signIn() }
        let response = try await other.engine.data(for: Fixture.request("/elsewhere"))
        #expect(response == ClassificationTests.response(0))
        #expect(other.engine.accessToken == SessionSecret("access-2"))
        #expect(try await disk.load()?.credential.accessToken == SessionSecret("access-2"))
    }
}
