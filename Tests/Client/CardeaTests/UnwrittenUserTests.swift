import Cardea
import CardeaSession
import CardeaTesting
import Testing

/// Users whom the store did not take, or not yet.
@Suite(.timeLimit(.minutes(10))) struct UnwrittenUserTests {
    /// Signs somebody in in place of Ada, who is stored, while the store cannot be written.
    private func bobInPlaceOfAda(_ desk: Desk) async throws -> (client: CardeaClient, bob: CardeaUser) {
        _ = try await desk.signedUp()
        let client = try desk.patientClient()
        try await client.restore()
        desk.store.fail(.save, .failed)
        return (client, try await client.signUp(email: "bob@example.com", password: "battery staple"))
    }

    @Test("a user who is not stored is not confused with the stored one") func notTheStoredUser() async throws
    {
        let desk = try Desk()
        let (client, bob) = try await bobInPlaceOfAda(desk)
        try await bob.reauthenticate(password: "battery staple")
        _ = try await bob.accessToken(forcingRefresh: true)
        let response = try await desk.call(as: bob)
        #expect(String(decoding: response.body, as: UTF8.self).contains(bob.uid))
        #expect(client.currentUser === bob)
    }

    @Test("a sign-out of a user who is not stored deletes the stored user (S4)") func replacedUser()
        async throws
    {
        let desk = try Desk()
        let (client, _) = try await bobInPlaceOfAda(desk)
        #expect(await client.signOut(endingSession: false).isComplete)
        #expect(try await desk.store.load() == nil)
        #expect(try await client.restore() == nil)
    }

    @Test("a session that ends before it was stored does not restore another user (S4)") func endedUnstored()
        async throws
    {
        let desk = try Desk()
        let (client, bob) = try await bobInPlaceOfAda(desk)
        try await bob.delete()
        #expect(try await client.restore() == nil)
        #expect(try await desk.store.load() == nil)
    }

    @Test("a sign-out deletes a record that was written although the store reported a failure (S4)")
    func deniedWrite()
        async throws
    {
        let desk = try Desk()
        let client = try desk.patientClient()
        desk.store.fail(.save, .failed, times: 1, afterwards: true)
        try await client.signUp(email: Desk.email, password: Desk.password)
        #expect(try await desk.store.load() != nil)
        #expect(await client.signOut(endingSession: false).isComplete)
        #expect(try await desk.store.load() == nil)
    }

    @Test("a late write of the earlier user does not overwrite those of the next user") func lateWrite()
        async throws
    {
        let desk = try Desk()
        let store = LatchedStore(desk.store)
        let client = try desk.patientClient(store: store)
        desk.store.fail(.save, .failed, times: 1)
        try await client.signUp(email: Desk.email, password: Desk.password)
        await desk.clock.untilSomeoneSleeps(for: Desk.patience)
        store.holdNextWrite()
        desk.clock.advance(by: Desk.patience)
        await store.gate.arrivals(reach: 1)
        let next = Task { try await client.signUp(email: "bob@example.com", password: "battery staple") }
        // Either waits for the write that is under way, or was faster.
        await desk.server.waitForRequests(at: .signUp, count: 2)
        for _ in 0..<100 where client.currentUser?.email == Desk.email { await Task.yield() }
        store.gate.open()
        let bob = try await next.value
        for _ in 0..<100 { await Task.yield() }
        _ = try await bob.accessToken(forcingRefresh: true)
        #expect(client.currentUser === bob)
        #expect(try await desk.client().restore()?.uid == bob.uid)
    }
}

/// A user who becomes the current one again.
@Suite(.timeLimit(.minutes(10))) struct MakeCurrentTests {
    private func twoUsers(
        _ desk: Desk,
        store: (any CredentialStore)? = nil
    ) async throws -> (client: CardeaClient, ada: CardeaUser, bob: CardeaUser) {
        let client = try desk.patientClient(store: store)
        let ada = try await client.signUp(email: Desk.email, password: Desk.password)
        return (client, ada, try await client.signUp(email: "bob@example.com", password: "battery staple"))
    }

    @Test("a user that the store cannot save yet stays signed in, and is saved with the next token")
    func storedByRefresh() async throws {
        let desk = try Desk()
        let (client, ada, _) = try await twoUsers(desk)
        desk.store.fail(.save, .failed)
        #expect(await failure { try await client.makeCurrent(ada) }?.code == .storageFailed)
        _ = try await ada.accessToken(forcingRefresh: true)
        desk.store.heal()
        let token = try await ada.accessToken(forcingRefresh: true)
        #expect(client.currentUser === ada)
        #expect(try await desk.store.load()?.credential.accessToken == token)
        #expect(try await desk.client().restore()?.uid == ada.uid)
    }

    @Test(
        "a user that could not be stored is stored later, or at the next call",
        arguments: [true, false]
    )
    func storedLater(_ isAskedAgain: Bool) async throws {
        let desk = try Desk()
        let (client, ada, _) = try await twoUsers(desk)
        desk.store.fail(.save, .failed)
        _ = await failure { try await client.makeCurrent(ada) }
        await desk.clock.untilSomeoneSleeps(for: Desk.patience)
        #expect(await failure { try await client.makeCurrent(ada) }?.code == .storageFailed)
        desk.store.heal()
        if isAskedAgain { try await client.makeCurrent(ada) }
        #expect(await desk.clock.advance { await desk.stores(ada) })
    }

    @Test("a stored record of the earlier user is not used for the current one") func olderRecord()
        async throws
    {
        let desk = try Desk()
        let client = try desk.patientClient()
        let ada = try await client.signUp(email: Desk.email, password: Desk.password)
        desk.store.fail(.save, .failed)
        try await client.signUp(email: "bob@example.com", password: "battery staple")
        let token = try await ada.accessToken(forcingRefresh: true)
        #expect(await failure { try await client.makeCurrent(ada) }?.code == .storageFailed)
        try await ada.reload()
        #expect(try await ada.accessToken() == token)
        desk.store.heal()
        try await client.makeCurrent(ada)
        #expect(try await desk.store.load()?.credential.accessToken == token)
    }

    @Test("a refresh at the same time ends no session, and its token is stored")
    func duringRefresh()
        async throws
    {
        let desk = try Desk()
        let store = LatchedStore(desk.store)
        let (client, ada, _) = try await twoUsers(desk, store: store)
        store.holdNextWrite()
        let change = Task { try await client.makeCurrent(ada) }
        await store.gate.arrivals(reach: 1)
        let refresh = Task { try await ada.accessToken(forcingRefresh: true) }
        for _ in 0..<1_000 { await Task.yield() }
        store.gate.open()
        let token = try await refresh.value
        try await change.value
        #expect(client.currentUser === ada)
        #expect(try await desk.store.load()?.credential.accessToken == token)
    }

    @Test("a sign-out of a user who could not be stored deletes the stored user (S4)") func signOut()
        async throws
    {
        let desk = try Desk()
        let (client, ada, _) = try await twoUsers(desk)
        desk.store.fail(.save, .failed)
        _ = await failure { try await client.makeCurrent(ada) }
        #expect(await client.signOut(endingSession: false).isComplete)
        #expect(try await desk.store.load() == nil)
    }
}
