@testable import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

/// The stored record of an ended session signs no user in again.
struct PendingDeletionTests {
    /// Notes what it is told to end.
    final class Desk: Sendable {
        private let log = Mutex<[SessionSecret]>([])
        var revoked: [SessionSecret] { log.withLock(\.self) }

        var revoker: CredentialRevoker {
            CredentialRevoker { credential in self.log.withLock { $0.append(credential.accessToken) } }
        }
    }

    @Test("a restore beside a sign-out does not undo it (S4)")
    func restoreBeside() async throws {
        let store = LatchedStore(at: .beforeDelete)
        let fixture = Fixture(store: store)
        try await fixture.signIn()
        let signOut = Task { await fixture.engine.signOut() }
        await store.gate.arrivals(reach: 1)
        let restore = Task { try await fixture.engine.restore() }
        for _ in 0..<200 { await Task.yield() }
        store.gate.open()
        #expect(try await restore.value == nil)
        #expect(fixture.engine.state == .signedOut(.requested))
        #expect(await signOut.value.isComplete)
        #expect(try await store.load() == nil)
    }

    @Test("a restore by a listener of a session's end does not begin the session again (S4)")
    func restoreByListener() async throws {
        let store = LatchedStore(at: .beforeDelete)
        let fixture = Fixture(
            store: store,
            classifier: ResponseRule.bodyCode("rcode", expired: [30_061], signedOutElsewhere: [30_062]),
            response: { (_, _) throws(TransportError) in
                CardeaResponse(
                    status: 200,
                    fields: [.contentType: "application/json"],
                    body: Data(#"{"rcode":30062}"#.utf8)
                )
            }
        )
        try await fixture.signIn()
        let restored = Mutex<[Result<UserProfile?, SessionError>]>([])
        let engine = fixture.engine
        engine.listen { event in
            guard case .signedOut = event else { return }
            engine.restore { outcome in restored.withLock { $0.append(outcome) } }
        }
        #expect(await failure { try await engine.data(for: Fixture.request()) }?.reason == .signedInElsewhere)
        store.gate.open()
        #expect(await eventually { restored.withLock(\.self) == [.success(nil)] })
        #expect(engine.state == .signedOut(.signedInElsewhere))
    }

    @Test(
        "a record that cannot be deleted yet is not restored, and is deleted as soon as possible",
        arguments: [true, false]
    )
    func deletedLater(wasRead: Bool) async throws {
        let disk = InMemoryStore()
        try await Fixture(store: disk).signIn()
        let fixture = Fixture(store: disk)
        if wasRead { try await fixture.engine.restore() }
        fixture.store.fail(.delete, .locked)
        #expect(await fixture.engine.signOut().storeFailure?.code == .locked)
        #expect(try await fixture.engine.restore() == nil)
        #expect(fixture.engine.state == .signedOut(.requested))
        fixture.store.heal()
        #expect(
            await fixture.clock.advance { fixture.engine.core.withLock(\.machine.pendingDeletions.isEmpty) }
        )
        #expect(try await disk.load() == nil)
    }

    @Test(
        "a sign-out of an unread session reaches the server too, or reports that it could not",
        arguments: [true, false]
    )
    func revoked(isReadable: Bool) async throws {
        let disk = InMemoryStore()
        let stored = try await Fixture(store: disk).signIn()
        let desk = Desk()
        let fixture = Fixture(store: disk, revoker: desk.revoker)
        if !isReadable { fixture.store.fail(.load, .damaged) }
        let result = await fixture.engine.signOut()
        #expect(desk.revoked == (isReadable ? [stored.accessToken] : []))
        #expect((result.revocationFailure == nil) == isReadable)
        #expect(result.storeFailure == nil)
        #expect(try await disk.load() == nil)
    }

    @Test("a sign-out is complete when nothing of the session is on its way to the store any more")
    func onItsWay() async throws {
        let store = LatchedStore(at: .beforeSave)
        let faulty = FaultInjectingStore(store)
        let fixture = Fixture(store: faulty)
        faulty.fail(.save, .locked, times: 1)
        try await fixture.signIn()
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        fixture.clock.advance(by: .seconds(1))
        await store.gate.arrivals(reach: 1)
        let isComplete = Mutex<Bool?>(nil)
        let signOut = Task {
            let result = await fixture.engine.signOut()
            isComplete.withLock { $0 = result.isComplete }
        }
        #expect(await eventually { fixture.engine.state == .signedOut(.requested) })
        for _ in 0..<200 { await Task.yield() }
        #expect(isComplete.withLock(\.self) == nil)
        store.gate.open()
        await signOut.value
        #expect(isComplete.withLock(\.self) == true)
        #expect(try await store.load() == nil)
    }

    @Test("a restore that a sign-out overtakes throws")
    func overtaken() async throws {
        let disk = InMemoryStore()
        try await Fixture(store: disk).signIn()
        let gate = TestLatch()
        let fixture = Fixture(store: GuardedStore(disk, by: Door(gate: gate)))
        let restore = Task { await failure { try await fixture.engine.restore() } }
        await gate.arrivals(reach: 1)
        let signOut = Task { await fixture.engine.signOut() }
        #expect(await eventually { fixture.engine.state == .signedOut(.requested) })
        gate.open()
        #expect(await restore.value?.code == .cancelled)
        #expect(await signOut.value.isComplete)
        #expect(try await disk.load() == nil)
    }

    /// Confirms when its gate is open.
    struct Door: UserPresence {
        let gate: TestLatch

        func confirm() async throws(StoreError) { await gate.pass() }
    }

    @Test(
        "a new credential for a session that another process has ended ends it here too",
        arguments: [true, false]
    )
    func replaced(byAnother: Bool) async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        let other = fixture.anotherProcess(on: fixture.store)
        if byAnother {
            try await other.signIn("grace")
        } else {
            try await other.engine.restore()
            await other.engine.signOut()
        }
        let better = SessionCredential(accessToken: SessionSecret("better"))
        let error = await failure {
            try await fixture.engine.updateCredential(better, cause: .reauthenticated)
        }
        #expect(error?.code == .signedOut)
        #expect(await fixture.events.count(.signedOut(.signedOutByOtherProcess)) == 1)
        #expect(fixture.engine.state.profile?.userID == (byAnother ? "grace" : nil))
    }
}
