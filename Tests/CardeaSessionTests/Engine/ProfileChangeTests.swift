import CardeaSession
import CardeaTesting
import Foundation
import Locks
import Testing

struct ProfileChangeTests {
    @Test(
        "a profile that was changed while the credential is renewed stays changed",
        arguments: [true, false]
    )
    func profileChange(beforeAnswer: Bool) async throws {
        let gate = Gate()
        let backend = Backend()
        let store = HoldingStore()
        let fixture = Fixture(
            backend: backend,
            store: store,
            refresh: { (call, _) throws(RefreshFailure) in
                await gate.pass()
                return try backend.exchange(call.credential, call.attempt)
            }
        )
        try await fixture.signIn()
        let refresh = Task { try await fixture.engine.refresh() }
        await gate.arrivals(reach: 1)
        let changed = Profile(userID: "ada", displayName: "Ada")
        if beforeAnswer { try await fixture.engine.update(changed) }
        store.holdsSaved = !beforeAnswer
        gate.open()
        if !beforeAnswer {
            await store.gate.arrivals(reach: 1)
            store.holdsSaved = false
            try await fixture.engine.update(changed)
            store.gate.open()
        }
        _ = try await refresh.value
        #expect(fixture.engine.state == .signedIn(changed))
        #expect(try await fixture.store.load()?.credential == fixture.engine.credential)
        #expect(fixture.engine.accessToken == Secret("access-2"))
    }

    @Test("a profile that could not be stored outlives a renewal, and is written when the store can take it")
    func profileThatWaits() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        let changed = Profile(userID: "ada", displayName: "Ada")
        fixture.store.fail(.save, .failed)
        try await fixture.engine.update(changed)
        #expect(!fixture.engine.isPersisted)
        fixture.store.heal()
        try await fixture.engine.refresh()
        #expect(fixture.engine.accessToken == Secret("access-2"))
        #expect(fixture.engine.state == .signedIn(changed))
        // The first wait, for the token that is gone by now, and that of its successor.
        #expect(await eventually { fixture.clock.sleepers == 2 })
        fixture.clock.advance(by: .seconds(1))
        #expect(await eventually { fixture.engine.isPersisted })
        #expect(try await fixture.store.load()?.credential == fixture.engine.credential)
    }
}

/// A store whose writes can be held up once they are done.
private final class HoldingStore: CredentialStore {
    let gate = Gate()
    private let store = InMemoryStore()
    private let isHolding = Mutex(false)

    var holdsSaved: Bool {
        get { isHolding.withLock(\.self) }
        set { isHolding.withLock { $0 = newValue } }
    }

    func load() async throws(StoreError) -> CredentialRecord? { try await store.load() }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        try await store.save(record, replacing: version)
        if holdsSaved { await gate.pass() }
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await store.delete(version)
    }

    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable () async -> Result
    ) async throws(StoreError) -> Result {
        try await store.withExclusiveAccess(body)
    }
}
