@testable import CardeaSession
import CardeaTesting
import CardeaLocks
import Testing

struct GuardedStoreTests {
    /// A user who reacts as the test wants, and counts how often they were asked.
    private final class Owner: UserPresence {
        private let state = Mutex((responses: [StoreError.Code?](), asked: 0))

        init(_ responses: [StoreError.Code?] = []) { state.withLock { $0.responses = responses } }

        var asked: Int { state.withLock(\.asked) }

        func confirm() async throws(StoreError) {
            let rejection = state.withLock { state -> StoreError.Code? in
                defer { state.asked += 1 }
                return state.asked < state.responses.count ? state.responses[state.asked] : nil
            }
            await Task.yield()
            if let rejection { throw StoreError(rejection) }
        }
    }

    /// A process that starts on what an earlier one stored.
    private func restarted(_ owner: Owner, _ disk: InMemoryStore = InMemoryStore()) async throws -> Fixture {
        let first = Fixture(store: disk)
        try await first.signIn()
        return first.anotherProcess(on: GuardedStore(disk, by: owner))
    }

    @Test("biometrics: the user is asked once, before the session is restored, and never for a refresh")
    func once() async throws {
        let owner = Owner()
        let fixture = try await restarted(owner)
        let engine = fixture.engine
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { _ = try? await engine.data(for: Fixture.request()) } }
        }
        fixture.clock.advance(by: .seconds(4000))
        #expect(try await engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.refresher.calls.count == 1)
        #expect(await engine.signOut().isComplete)
        #expect(owner.asked == 1)
    }

    @Test(
        "if the user denies access or cannot be asked, the session does not end (S5, rule 7)",
        arguments: [(StoreError.Code.denied, SessionError.Code.storeDenied), (.locked, .storeLocked)]
    )
    func rejection(code: StoreError.Code, expected: SessionError.Code) async throws {
        let owner = Owner([code])
        let disk = InMemoryStore()
        let engine = try await restarted(owner, disk).engine
        #expect(await failure { try await engine.restore() }?.code == expected)
        #expect(try await disk.load() != nil)
        #expect(try await engine.restore()?.userID == "ada")
        #expect(owner.asked == 2)
    }

    @Test("the user is not asked if nothing is stored, nor at a sign-in or sign-out")
    func unasked() async throws {
        let owner = Owner([.denied])
        let fixture = Fixture(store: GuardedStore(InMemoryStore(), by: owner))
        #expect(try await fixture.engine.restore() == nil)
        try await fixture.signIn()
        try await fixture.engine.refresh()
        #expect(await fixture.engine.signOut().isComplete)

        let disk = InMemoryStore()
        let next = try await restarted(owner, disk)
        #expect(await next.engine.signOut().isComplete)
        #expect(try await disk.load() == nil)
        #expect(owner.asked == 0)
    }

    @Test(
        "each code of LocalAuthentication has its error",
        arguments: [
            (-1, StoreError.Code.denied), (-2, .denied), (-5, .denied), (-4, .locked), (-8, .locked),
            (0, .denied),
        ]
    )
    func codes(code: Int, meaning: StoreError.Code) {
        #expect(StoreError(presence: code).code == meaning)
    }
}
