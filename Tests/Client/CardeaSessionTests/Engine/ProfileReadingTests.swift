import CardeaSession
import CardeaTesting
import Foundation
import CardeaLocks
import Testing

struct ProfileReadingTests {
    private static let fresh = UserProfile(userID: "ada", displayName: "Ada, Countess of Lovelace")

    @Test("the profile is read with the new token and stored before the held requests are sent (X10)")
    func before() async throws {
        let gate = TestLatch()
        let tokens = Mutex<[SessionSecret]>([])
        let fixture = Fixture(profileReader: { credential in
            tokens.withLock { $0.append(credential.accessToken) }
            await gate.pass()
            return Self.fresh
        })
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        // Stored before anything else is tried with it: the one-time token it was bought with is spent.
        #expect(try await fixture.store.load()?.credential.accessToken == SessionSecret("access-2"))
        #expect(fixture.transport.requests.isEmpty)
        gate.open()
        #expect(try await call.value.status == 200)
        #expect(tokens.withLock(\.self) == [SessionSecret("access-2")])
        #expect(fixture.engine.state == .signedIn(Self.fresh))
        let stored = try await fixture.store.load()?.credential
        #expect(stored?.profile == Self.fresh && stored?.accessToken == SessionSecret("access-2"))
        #expect(stored == fixture.engine.credential)
        #expect(await eventually { await fixture.events.count(.profileChanged(Self.fresh)) == 1 })
        #expect(await fixture.events.count(.profileReadFailed) == 0)
    }

    @Test("if the profile cannot be read, the requests continue with the new token (X10)")
    func failed() async throws {
        struct NoProfile: Error {}
        let fixture = Fixture(profileReader: { _ in throw NoProfile() })
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.sentTokens == ["Bearer access-2"])
        #expect(fixture.engine.state == .signedIn(UserProfile(userID: "ada")))
        #expect(await eventually { await fixture.events.count(.profileReadFailed) == 1 })
        #expect(try await fixture.store.load()?.credential.accessToken == SessionSecret("access-2"))
    }

    @Test("a profile reader that never returns is cancelled at its deadline (X10)")
    func deadline() async throws {
        let gate = TestLatch()
        let fixture = Fixture(
            { $0.profileDeadline = .seconds(7) },
            profileReader: { _ in
                await gate.pass()
                return Self.fresh
            }
        )
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        await fixture.clock.untilSomeoneSleeps(for: .seconds(7))
        fixture.clock.advance(by: .seconds(7))
        #expect(try await call.value.status == 200)
        #expect(await eventually { await fixture.events.count(.profileReadFailed) == 1 })
        gate.open()
    }

    @Test("a sign-out while the profile is read ends the session, and nothing is restored (X10)")
    func signOut() async throws {
        let gate = TestLatch()
        let fixture = Fixture(profileReader: { _ in
            await gate.pass()
            return Self.fresh
        })
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        await fixture.engine.signOut()
        #expect(await failure { try await call.value }?.code == .signedOut)
        gate.open()
        #expect(await eventually { fixture.clock.sleepers <= 1 })
        #expect(fixture.engine.state == .signedOut(.requested))
        #expect(try await fixture.store.load() == nil)
        #expect(await fixture.events.count(.profileReadFailed) == 0)
    }

    @Test("a profile that cannot be stored is used, and written later (X10)")
    func unstored() async throws {
        let gate = TestLatch()
        let fixture = Fixture(profileReader: { _ in
            await gate.pass()
            return Self.fresh
        })
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(4000))
        let call = Task { try await fixture.engine.data(for: Fixture.request()) }
        await gate.arrivals(reach: 1)
        fixture.store.fail(.save, .failed)
        gate.open()
        #expect(try await call.value.status == 200)
        #expect(fixture.engine.state == .signedIn(Self.fresh))
        #expect(!fixture.engine.isPersisted)
        #expect(await eventually { await fixture.events.count(.persistencePending) == 1 })
        fixture.store.heal()
        await fixture.clock.untilSomeoneSleeps(for: .seconds(1))
        fixture.clock.advance(by: .seconds(1))
        #expect(await eventually { fixture.engine.isPersisted })
        #expect(try await fixture.store.load()?.credential.profile == Self.fresh)
    }
}
