@testable import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

struct SignOutRaceTests {
    /// A fixture whose refreshes wait at a gate.
    private func held(_ revoker: CredentialRevoker? = nil) async throws -> (Fixture, TestLatch) {
        let gate = TestLatch()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            revoker: revoker,
            refresh: { (call, index) throws(RefreshFailure) in
                if index == 0 { await gate.pass() }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        return (fixture, gate)
    }

    @Test("a sign-out during a refresh: held requests end, and the refresh revives nothing")
    func signOut() async throws {
        let (fixture, gate) = try await held()
        let engine = fixture.engine
        let call = Task { try await engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        #expect(await engine.signOut().isComplete)
        #expect(await failure { try await call.value }?.code == .signedOut)
        gate.open()
        #expect(await eventually { fixture.backend.issued == 2 })
        for _ in 0..<200 { await Task.yield() }
        #expect(engine.state == .signedOut(.requested))
        #expect(try await fixture.store.load() == nil)
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test(
        "a token that a refresh brings after the sign-out is revoked, too, unless the sign-out is for this device",
        arguments: SignOutScope.allCases
    )
    func lateToken(scope: SignOutScope) async throws {
        let desk = PendingDeletionTests.Desk()
        let (fixture, gate) = try await held(desk.revoker)
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        let old = fixture.engine.credential
        await fixture.engine.signOut(scope: scope)
        gate.open()
        #expect(await failure { try await call.value }?.code == .signedOut)
        #expect(await eventually { fixture.backend.issued == 2 })
        let revoked = scope == .device ? 0 : 2
        #expect(await eventually { desk.revoked.count == revoked })
        for _ in 0..<200 { await Task.yield() }
        #expect(desk.revoked.count == revoked)
        #expect(desk.revoked.first == (revoked > 0 ? old?.accessToken : nil))
        #expect(Set(desk.revoked).count == revoked)
    }

    @Test(
        "another user signs in during a refresh: the first user's requests fail, the second user's token stays"
    )
    func anotherUser() async throws {
        let (fixture, gate) = try await held()
        let engine = fixture.engine
        let call = Task { try await engine.data(for: Fixture.request("/ada")) }
        await gate.arrivals(reach: 1)
        let grace = Backend().signIn(userID: "grace")
        try await engine.signIn(with: grace)
        #expect(await failure { try await call.value }?.code == .signedOut)
        gate.open()
        for _ in 0..<200 { await Task.yield() }
        #expect(engine.state.profile?.userID == "grace")
        #expect(try await fixture.store.load()?.credential.profile?.userID == "grace")
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test("1,000 held requests, then a sign-out: all of them end")
    func thousandHeld() async throws {
        let (fixture, gate) = try await held()
        let engine = fixture.engine
        let ended = await withTaskGroup(of: SessionError?.self) { group in
            for _ in 0..<1_000 {
                group.addTask { await failure { try await engine.data(for: Fixture.request()) } }
            }
            await gate.arrivals(reach: 1)
            #expect(await eventually { engine.core.withLock { $0.waiters.count(for: .refresh) } == 1_000 })
            await engine.signOut()
            return await group.reduce(0) { $0 + ($1?.code == .signedOut ? 1 : 0) }
        }
        #expect(ended == 1_000)
        #expect(fixture.transport.requests.isEmpty)
        gate.open()
    }

    @Test("a late credential of another user's step-up or password change is dropped")
    func otherUsersCredential() async throws {
        let fixture = Fixture()
        try await fixture.signIn("ada")
        let late = fixture.backend.signIn(userID: "ada")
        try await fixture.signIn("grace")
        let error = await failure { try await fixture.engine.updateCredential(late, cause: .reauthenticated) }
        #expect(error?.code == .signedOut)
        #expect(fixture.engine.accessToken == SessionSecret("access-3"))
        #expect(fixture.engine.state.profile?.userID == "grace")
    }

    @Test("a sign-out during a request: the error has the 401")
    func removedInFlight() async throws {
        let gate = TestLatch()
        let fixture = Fixture(response: { (_, _) throws(TransportError) in
            await gate.pass()
            return CardeaResponse(status: 401)
        })
        try await fixture.signIn()
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        await fixture.engine.signOut()
        gate.open()
        let error = await failure { try await call.value }
        #expect(error?.code == .signedOut)
        #expect(error?.response?.status == 401)
        #expect(fixture.refresher.calls.isEmpty)
    }

    @Test(
        "a sign-in whose response comes after a sign-out or a later sign-in signs no user in, and is revoked",
        arguments: [true, false]
    )
    func lateSignIn(isSignOut: Bool) async throws {
        let (desk, gate) = (PendingDeletionTests.Desk(), TestLatch())
        let fixture = Fixture(revoker: desk.revoker)
        let late = Task {
            await failure {
                try await fixture.engine.signIn {
                    let credential = fixture.backend.signIn()
                    await gate.pass()
                    return credential
                }
            }
        }
        await gate.arrivals(reach: 1)
        if isSignOut { await fixture.engine.signOut() } else { try await fixture.signIn("bob") }
        gate.open()
        #expect(await late.value?.code == .cancelled)
        #expect(fixture.engine.state.profile?.userID == (isSignOut ? nil : "bob"))
        #expect(try await fixture.store.load()?.credential.profile?.userID == (isSignOut ? nil : "bob"))
        #expect(await eventually { desk.revoked.count == 1 })
    }

    @Test("a sign-in that a sign-out overtakes leaves nothing behind")
    func overtakenSignIn() async throws {
        let gate = TestLatch()
        let fixture = Fixture(store: LatchedStore(gate, at: .beforeSave))
        let signIn = Task { try await fixture.signIn() }
        await gate.arrivals(reach: 1)
        await fixture.engine.signOut()
        gate.open()
        #expect(await failure { try await signIn.value }?.code == .cancelled)
        #expect(fixture.engine.state == .signedOut(.requested))
        #expect(try await fixture.store.load() == nil)
    }

    @Test(
        "a password change during a refresh replaces its result, whether the server responded it before or rejects it",
        arguments: [true, false]
    )
    func passwordChange(hasResponse: Bool) async throws {
        let (gate, backend) = (TestLatch(), Backend())
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, _) throws(RefreshFailure) in
                if !hasResponse { await gate.pass() }
                let response = try backend.exchange(call.credential, call.attempt)
                await gate.pass()
                return response
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let engine = fixture.engine
        let call = Task { try await engine.data(for: Fixture.request()).status }
        await gate.arrivals(reach: 1)
        let new = backend.signIn()
        try await engine.updateCredential(new, cause: .passwordChanged)
        gate.open()
        #expect(try await call.value == 200)
        for _ in 0..<200 { await Task.yield() }
        #expect(engine.accessToken == new.accessToken)
        #expect(try await fixture.store.load()?.credential.accessToken == new.accessToken)
        #expect(await fixture.events.count(.tokenChanged(.passwordChanged)) == 1)
    }

    @Test("a sign-out has the requested scope, and reports a failure of the back end")
    func scopes() async throws {
        let log = ScriptedTransport { (_, _) throws(TransportError) in CardeaResponse(status: 200) }
        let revoker = CredentialRevoker.oauth(
            endpoint: Fixture.url("https://id.example.com/revoke"),
            transport: log
        )
        for (scope, count) in [(SignOutScope.device, 0), (.session, 1), (.everywhere, 2)] {
            let fixture = Fixture(revoker: revoker)
            try await fixture.signIn()
            let result = await fixture.engine.signOut(scope: scope)
            #expect(log.requests.count == count)
            #expect(result.revocationFailure?.code == (scope == .everywhere ? .invalidRequest : nil))
            #expect(fixture.engine.state == .signedOut(.requested))
            #expect(try await fixture.store.load() == nil)
        }
    }

    @Test("a sign-out without a network ends the session locally, and reports the failure")
    func offline() async throws {
        let unreachable = CredentialRevoker { (_) async throws(TransportError) in throw .offline }
        let fixture = Fixture(revoker: unreachable)
        try await fixture.signIn()
        fixture.store.fail(.delete, .failed, times: 1)
        let result = await fixture.engine.signOut()
        #expect(result.storeFailure?.code == .failed)
        #expect(result.revocationFailure == .offline)
        #expect(fixture.engine.state == .signedOut(.requested))
        #expect(try await fixture.clock.advance { try await fixture.store.load() == nil })
        #expect(fixture.store.operations.count { $0 == .delete } == 2)
    }
}
