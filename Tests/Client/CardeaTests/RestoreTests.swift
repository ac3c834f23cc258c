import Cardea
import CardeaSession
import CardeaTesting
import Testing

@Suite struct RestoreTests {
    @Test("the current user survives a restart, with no network (S3, U7)") func offline() async throws {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        desk.server.isOnline = false
        let client = try desk.client()
        #expect(client.state == .restoring)
        let restored = try #require(try await client.restore())
        #expect(restored.uid == user.uid && restored.email == Desk.email)
        #expect(client.currentUser === restored)
        #expect(try await client.restore() === restored)
    }

    @Test("reload after a restore fetches the changes of another device (S3, U5)") func reload() async throws
    {
        let desk = try Desk()
        _ = try await desk.signedUp()
        try await desk.otherDevice().updateProfile(displayName: "Ada")
        let restored = try #require(try await desk.client().restore())
        #expect(restored.displayName == nil)
        try await restored.reload()
        #expect(restored.displayName == "Ada")
        #expect(try await desk.client().restore()?.displayName == "Ada")
    }

    @Test("after a sign-out there is nothing to restore (S4)") func signedOut() async throws {
        let desk = try Desk()
        let (client, _) = try await desk.signedUp()
        #expect(await client.signOut(endingSession: false).isComplete)
        #expect(client.state == .signedOut(.requested))
        let again = try desk.client()
        #expect(try await again.restore() == nil)
        #expect(again.state == .signedOut(nil))
    }

    @Test(
        "locked, damaged, denied and absent differ, and delete nothing (S5)",
        arguments: [
            (StoreError.Code.locked, CardeaError.Code.storageLocked),
            (.damaged, .storageDamaged),
            (.denied, .storageDenied),
            (.failed, .storageFailed),
        ]
    )
    func unreadable(_ failing: StoreError.Code, _ code: CardeaError.Code) async throws {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        let client = try desk.client()
        desk.store.fail(.load, failing)
        let error = await failure { try await client.restore() }
        #expect(error?.code == code)
        #expect(client.currentUser == nil)
        #expect((client.state == .restoring) == (failing == .locked))
        desk.store.heal()
        #expect(try await client.restore()?.uid == user.uid)
    }

    @Test("with a damaged store a password sign-in works, and is stored (S5)") func damaged() async throws {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        desk.store.fail(.load, .damaged, times: 1)
        let client = try desk.client()
        _ = await failure { try await client.restore() }
        try await client.signIn(email: Desk.email, password: Desk.password)
        #expect(try await desk.client().restore()?.uid == user.uid)
    }

    @Test("a token that ended while the app was away is refreshed by the first call (K8)") func expired()
        async throws
    {
        let desk = try Desk()
        _ = try await desk.signedUp()
        desk.clock.advance(by: .seconds(100_000))
        let restored = try #require(try await desk.client().restore())
        #expect(try await desk.call(as: restored).status == 200)
        #expect(desk.server.rotations == 1)
        #expect(desk.server.requests(at: .protected).count == 1)
    }
}
