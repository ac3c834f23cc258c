import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import StoreContract
import Testing

struct RestoreTests {
    static let profile = StoreContract.profile

    static let credential = SessionCredential(
        accessToken: SessionSecret("access"),
        refreshToken: SessionSecret("refresh"),
        lifetime: .seconds(3600),
        profile: profile
    )

    @Test("everything of the user is back after a restart, with no network (S1, S3, K10)")
    func restore() async throws {
        let first = Fixture()
        try await first.engine.signIn(with: Self.credential)
        let second = first.anotherProcess(on: first.store)
        #expect(second.engine.state == .restoring)
        #expect(try await second.engine.restore() == Self.profile)
        #expect(second.engine.state == .signedIn(Self.profile))
        #expect(second.engine.credential == first.engine.credential)
        #expect(second.engine.credential?.expiresAt == first.clock.now.addingTimeInterval(3600))
        #expect(second.transport.requests.isEmpty)
        #expect(second.refresher.calls.isEmpty)
        #expect(await eventually { await second.events.count(.restored(.signedIn(Self.profile))) == 1 })
    }

    @Test("an anonymous user is restored too (S6)")
    func anonymous() async throws {
        let first = Fixture()
        let profile = UserProfile(userID: "guest", isAnonymous: true)
        try await first.engine.signIn(
            with: SessionCredential(
                accessToken: SessionSecret("a"),
                refreshToken: SessionSecret("r"),
                profile: profile
            )
        )
        let second = first.anotherProcess(on: first.store)
        #expect(try await second.engine.restore()?.isAnonymous == true)
    }

    @Test("after a sign-out nothing is stored, restore gives nil, and a request is an error (S4)")
    func signedOut() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        #expect(await fixture.engine.signOut().isComplete)
        #expect(try await fixture.engine.restore() == nil)
        let next = fixture.anotherProcess(on: fixture.store)
        #expect(try await next.engine.restore() == nil)
        #expect(next.engine.state == .signedOut(nil))
        #expect(await failure { try await next.engine.data(for: Fixture.request()) }?.code == .signedOut)
    }

    static let failures: [(StoreError.Code, SessionError.Code, SessionState)] = [
        (.locked, .storeLocked, .restoring),
        (.damaged, .storeDamaged, .signedOut(.storedCredentialUnreadable)),
        (.denied, .storeDenied, .signedOut(.storedCredentialUnreadable)),
        (.failed, .storeFailed, .signedOut(.storedCredentialUnreadable)),
    ]

    @Test(
        "each failure to read has its own error; nothing is deleted, and reading can succeed later (S5)",
        arguments: failures
    )
    func unreadable(code: StoreError.Code, expected: SessionError.Code, state: SessionState) async throws {
        let first = Fixture()
        try await first.signIn()
        let second = first.anotherProcess(on: first.store)
        second.store.fail(.load, code)
        #expect(await failure { try await second.engine.restore() }?.code == expected)
        #expect(second.engine.state == state)
        #expect(await failure { try await second.engine.data(for: Fixture.request()) }?.code == expected)
        second.store.heal()
        #expect(try await second.engine.restore()?.userID == "ada")
        #expect(!second.store.operations.contains(.delete))
        #expect(try await second.engine.data(for: Fixture.request()).status == 200)
    }

    @Test("after a failed read a password sign-in succeeds, and replaces the unreadable record (S5)")
    func signInOverDamage() async throws {
        let fixture = Fixture()
        fixture.store.fail(.load, .damaged)
        #expect(await failure { try await fixture.engine.restore() }?.code == .storeDamaged)
        try await fixture.signIn()
        #expect(fixture.engine.state.profile?.userID == "ada")
        fixture.store.heal()
        #expect(try await fixture.store.load()?.credential.profile?.userID == "ada")
    }

    @Test("a sign-out deletes an unreadable record")
    func signOutOverDamage() async throws {
        let store = InMemoryStore()
        try await Fixture(store: store).signIn()
        let fixture = Fixture(store: store)
        fixture.store.fail(.load, .damaged)
        _ = await failure { try await fixture.engine.restore() }
        await fixture.engine.signOut()
        #expect(try await store.load() == nil)
    }

    @Test("a request before the restore reads the store")
    func impliedRestore() async throws {
        let first = Fixture()
        try await first.signIn()
        let second = first.anotherProcess(on: first.store)
        #expect(try await second.engine.data(for: Fixture.request()).status == 200)
        #expect(second.engine.state.profile?.userID == "ada")
    }

    @Test("expired and offline at launch: the user stays signed in")
    func offlineAtLaunch() async throws {
        let first = Fixture()
        try await first.signIn()
        first.clock.advance(by: .seconds(86_400))
        let second = first.anotherProcess(
            refresh: { (_, _) throws(RefreshFailure) in throw .transport(.offline) },
            on: first.store
        )
        try await second.engine.restore()
        #expect(await failure { try await second.engine.data(for: Fixture.request()) }?.transport == .offline)
        #expect(second.engine.state.profile?.userID == "ada")
    }

    @Test(
        "a device clock that is a day wrong costs at most one refresh and no sign-out",
        arguments: [-86_400.0, 86_400]
    )
    func clockJump(seconds: Double) async throws {
        let first = Fixture()
        try await first.signIn()
        first.clock.setTimeOfDay(first.clock.now.addingTimeInterval(seconds))
        #expect(try await first.engine.data(for: Fixture.request()).status == 200)
        #expect(first.refresher.calls.isEmpty)
        let second = first.anotherProcess(on: first.store)
        for _ in 0..<3 { #expect(try await second.engine.data(for: Fixture.request()).status == 200) }
        #expect(second.refresher.calls.count <= 1)
    }

    static let ages: [(age: String?, refreshes: Int)] = [(nil, 1), ("0", 1), ("3600", 0)]

    @Test(
        "the server's Date corrects the expiry of a restored credential, except from a cache (rule 13)",
        arguments: ages
    )
    func serverDate(age: String?, refreshes: Int) async throws {
        let first = Fixture()
        try await first.signIn()
        let wrong = ManualClock(date: first.clock.now.addingTimeInterval(-86_400))
        let backend = first.backend
        let second = Fixture(
            clock: wrong,
            backend: backend,
            store: first.store,
            response: { (request, _) throws(TransportError) in
                var response = backend.response(request)
                response.fields[.date] = "Fri, 15 Jan 2027 09:30:00 GMT"
                response.fields[.age] = age
                return response
            }
        )
        try await second.engine.restore()
        _ = try await second.engine.data(for: Fixture.request())
        #expect(second.refresher.calls.isEmpty)
        _ = try await second.engine.data(for: Fixture.request())
        #expect(second.refresher.calls.count == refreshes)
    }

    @Test("restore, requests, refresh and sign-out with callbacks (S7)")
    func callbacks() async throws {
        let first = Fixture()
        try await first.signIn()
        let engine = first.anotherProcess(on: first.store).engine
        let profile = await withCheckedContinuation { done in engine.restore { done.resume(returning: $0) } }
        #expect(try profile.get()?.userID == "ada")
        let response = await withCheckedContinuation { done in
            engine.data(for: Fixture.request()) { done.resume(returning: $0) }
        }
        #expect(try response.get().status == 200)
        let refreshed = await withCheckedContinuation { done in engine.refresh { done.resume(returning: $0) }
        }
        #expect(try refreshed.get().accessToken == SessionSecret("access-2"))
        let result = await withCheckedContinuation { done in engine.signOut { done.resume(returning: $0) } }
        #expect(result.isComplete)
        let credential = await withCheckedContinuation { done in
            engine.validCredential { done.resume(returning: $0) }
        }
        #expect(throws: SessionError.self) { try credential.get() }
    }
}
