import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct JournalTests {
    @Test("after a lost response the same token is sent with the same key, and the session continues (K13)")
    func lostResponse() async throws {
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            refresh: { (call, index) throws(RefreshFailure) in
                let response = try backend.exchange(call.credential, call.attempt)
                if index < 2 { throw .transport(.lostResponse) }
                return response
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        for seconds in [1, 2] {
            await fixture.clock.untilSomeoneSleeps(for: .seconds(seconds))
            fixture.clock.advance(by: .seconds(seconds))
        }
        #expect(try await call.value.status == 200)
        let calls = fixture.refresher.calls
        #expect(Set(calls.map(\.attempt.idempotencyKey)).count == 1)
        #expect(calls.map(\.attempt.retries) == [0, 1, 2])
        #expect(calls.allSatisfy { $0.credential.refreshToken == SessionSecret("refresh-1") })
        #expect(backend.issued == 2)
    }

    @Test("the attempt is stored before it is sent, and gone once the response is stored (rule 4)")
    func order() async throws {
        let store = InMemoryStore()
        let backend = Backend()
        let fixture = Fixture(
            backend: backend,
            store: store,
            refresh: { (call, _) throws(RefreshFailure) in
                let stored = try? await store.load()
                guard stored?.attempt?.idempotencyKey == call.attempt.idempotencyKey else {
                    throw .rejected()
                }
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        try await fixture.engine.refresh()
        #expect(try await store.load()?.attempt == nil)
        #expect(try await store.load()?.generation == 2)
    }

    @Test("if the journal cannot be written, nothing is sent, and the next request tries again")
    func unwritable() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        fixture.store.fail(.save, .failed, times: 1)
        #expect(await failure { try await fixture.engine.data(for: Fixture.request()) }?.code == .storeFailed)
        #expect(fixture.refresher.calls.isEmpty)
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
    }

    /// Where the process dies during a refresh.
    enum Death: CaseIterable {
        case beforeJournal, beforeSending, beforeResponse, betweenResponseAndStore, afterStore
    }

    @Test(
        "if the process is killed at any step of a refresh, the next start continues without using a token twice (K13)",
        arguments: Death.allCases
    )
    func killed(death: Death) async throws {
        let disk = InMemoryStore()
        let store = FaultInjectingStore(disk)
        let backend = Backend()
        let reached = TestLatch()
        let first = Fixture(
            backend: backend,
            store: store,
            refresh: { (call, _) throws(RefreshFailure) in
                if death == .beforeSending {
                    store.kill()
                    throw .transient()
                }
                let response = try backend.exchange(call.credential, call.attempt)
                if death == .beforeResponse { throw .transient() }
                if death == .betweenResponseAndStore { store.kill() }
                return response
            }
        )
        try await first.signIn()
        if death == .beforeJournal { store.fail(.save, .failed) }
        _ = try? await first.engine.refresh()
        reached.open()

        let second = first.anotherProcess(on: disk)
        try await second.engine.restore()
        second.clock.advance(by: .seconds(4000))
        #expect(try await second.engine.data(for: Fixture.request()).status == 200)
        #expect(second.engine.state.profile?.userID == "ada")
        #expect(backend.reuses == 0)
        #expect(try await disk.load()?.attempt == nil)
        let keys = Set(
            (first.refresher.calls + second.refresher.calls).filter {
                $0.credential.refreshToken == SessionSecret("refresh-1")
            }
            .map(\.attempt.idempotencyKey)
        )
        #expect(keys.count == 1)
    }

    @Test("an open attempt is completed by the next request although the access token is still valid")
    func openAttempt() async throws {
        let disk = InMemoryStore()
        let first = Fixture(store: disk, refresh: { (_, _) throws(RefreshFailure) in throw .transient() })
        try await first.signIn()
        _ = try? await first.engine.refresh()
        // With the response to the refresh the access token before it would be over.
        let gate = TestLatch()
        let second = first.anotherProcess(
            refresh: { [backend = first.backend] (call, _) throws(RefreshFailure) in
                await gate.pass()
                return try backend.exchange(call.credential, call.attempt)
            },
            on: disk
        )
        #expect(try await second.engine.data(for: Fixture.request()).status == 200)
        gate.open()
        #expect(await eventually { second.engine.accessToken == SessionSecret("access-2") })
        #expect(second.sentTokens == ["Bearer access-1"])
        #expect(
            second.refresher.calls.first?.attempt.idempotencyKey
                == first.refresher.calls.first?.attempt.idempotencyKey
        )
    }

    @Test(
        "a new credential with the same refresh token: it is sent under the key of its open attempt (security 32)"
    )
    func sameTokenAgain() async throws {
        let fixture = Fixture(refresh: { (_, _) throws(RefreshFailure) in throw .transient() })
        try await fixture.signIn()
        _ = try? await fixture.engine.refresh()
        for (number, token) in ["refresh-1", "refresh-1", "another"].enumerated() {
            let credential = SessionCredential(
                accessToken: SessionSecret("access of sign-in \(number)"),
                refreshToken: SessionSecret(token),
                lifetime: .seconds(3600)
            )
            try await fixture.engine.updateCredential(credential, cause: .reauthenticated)
            _ = try? await fixture.engine.refresh()
        }
        let keys = fixture.refresher.calls.map { ($0.credential.refreshToken, $0.attempt.idempotencyKey) }
        #expect(Set(keys.filter { $0.0 == SessionSecret("refresh-1") }.map(\.1)).count == 1)
        #expect(Set(keys.map(\.1)).count == 2)
    }
}
