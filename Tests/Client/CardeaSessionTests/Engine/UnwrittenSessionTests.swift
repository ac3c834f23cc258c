@testable import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

/// Ada is stored; then Grace signs in on the same device, which can be read but not be written to.
struct UnwrittenSessionTests {
    private static func grace(_ number: Int = 1) -> SessionCredential {
        SessionCredential(
            accessToken: SessionSecret("grace-\(number)"),
            refreshToken: SessionSecret("grace-refresh-\(number)"),
            lifetime: .seconds(3600),
            profile: UserProfile(userID: "grace")
        )
    }

    private func fixture(
        classifier: ResponseRule = .standard,
        response: ScriptedTransport.Script? = nil
    ) async throws -> Fixture {
        let fixture = Fixture(
            classifier: classifier,
            refresh: { (_, _) throws(RefreshFailure) in throw .rejected() },
            response: response
        )
        try await fixture.signIn("ada")
        fixture.store.fail(.save, .failed)
        try await fixture.engine.signIn(with: Self.grace())
        return fixture
    }

    @Test("a new credential of the second user does not bring the first one back (X7)")
    func replaced() async throws {
        let fixture = try await fixture()
        try await fixture.engine.updateCredential(Self.grace(2), cause: .passwordChanged)
        #expect(fixture.engine.accessToken == SessionSecret("grace-2"))
        #expect(fixture.engine.state.profile?.userID == "grace")
        fixture.store.heal()
        #expect(await fixture.clock.advance { fixture.engine.isPersisted })
        #expect(try await fixture.store.load()?.credential.accessToken == SessionSecret("grace-2"))
    }

    @Test("a rejection of the second user's token ends the session, and the first user is not restored (X11)")
    func rejected() async throws {
        let fixture = try await fixture()
        let error = await failure { try await fixture.engine.refresh() }
        #expect(error?.reason == .refreshRejected)
        #expect(fixture.engine.state == .signedOut(.refreshRejected))
        #expect(try await eventually { try await fixture.store.load() == nil })
    }

    @Test(
        "after a sign-out neither the user nor the one before is restored (S4)",
        arguments: [true, false]
    )
    func signedOut(deletes: Bool) async throws {
        let fixture = try await fixture()
        if !deletes { fixture.store.fail(.delete, .failed) }
        let result = await fixture.engine.signOut()
        #expect(result.isComplete == deletes)
        #expect(try await fixture.engine.restore() == nil)
        #expect(fixture.engine.state == .signedOut(.requested))
        fixture.store.heal()
        #expect(try await fixture.clock.advance { try await fixture.store.load() == nil })
    }

    @Test("the same where the first user's record was never read (S4)")
    func unread() async throws {
        let store = InMemoryStore()
        try await Fixture(store: store).signIn("ada")
        let fixture = Fixture(store: store)
        fixture.store.fail(.save, .failed)
        try await fixture.engine.signIn(with: Self.grace())
        #expect(await fixture.engine.signOut().isComplete)
        #expect(try await store.load() == nil)
    }

    @Test("a refresh that was begun before the session could be stored is not written over a later sign-in")
    func staleRefresh() async throws {
        let store = InMemoryStore()
        let fixture = Fixture(store: store)
        fixture.store.fail(.save, .failed, times: 1)
        try await fixture.signIn("ada", lifetime: .zero)
        let access = try await store.exclusiveAccess()
        let engine = fixture.engine
        let call = Task { await failure { try await engine.data(for: Fixture.request()) } }
        #expect(await eventually { engine.core.withLock { $0.machine.refresh != nil } })
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        fixture.clock.advance(by: .seconds(1))
        #expect(await eventually { engine.isPersisted })
        try await Fixture(clock: fixture.clock, store: store).engine.signIn(with: Self.grace())
        access.end()
        #expect(await call.value?.reason == .signedOutByOtherProcess)
        #expect(engine.state.profile?.userID == "grace")
        #expect(try await store.load()?.credential.profile?.userID == "grace")
        #expect(fixture.refresher.calls.isEmpty)
    }

    @Test("a token in a response does not overwrite a later sign-in")
    func issuedLate() async throws {
        let store = LatchedStore(at: .beforeLoad, isGated: false)
        let fixture = Fixture(
            store: store,
            classifier: IssuedTokenTests.classifier,
            response: { (_, _) throws(TransportError) in IssuedTokenTests.response("issued") }
        )
        fixture.store.fail(.save, .failed, times: 1)
        try await fixture.signIn("ada")
        store.isGated = true
        let engine = fixture.engine
        let call = Task { try await engine.data(for: Fixture.request()).status }
        await store.gate.arrivals(reach: 1)
        let signIn = Task { try await engine.signIn(with: Self.grace()) }
        for _ in 0..<200 { await Task.yield() }
        store.gate.open()
        try await signIn.value
        #expect(try await call.value == 200)
        #expect(engine.state.profile?.userID == "grace")
        #expect(try await store.load()?.credential.accessToken == SessionSecret("grace-1"))
    }
}
