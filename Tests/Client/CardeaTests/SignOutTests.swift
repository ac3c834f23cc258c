import Cardea
import CardeaSession
import CardeaTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct SignOutTests {
    @Test(
        "a sign-out of an unread user deletes the record, and no user is restored (S4)",
        arguments: [nil, StoreError.Code.locked, .damaged]
    )
    func unread(_ failing: StoreError.Code?) async throws {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let client = try desk.client()
        if let failing {
            desk.store.fail(.load, failing)
            _ = await failure { try await client.restore() }
        }
        let events = Recorder(client)
        #expect(await client.signOut(endingSession: false).isComplete)
        #expect(client.state == .signedOut(.requested))
        #expect(await eventually { events.all.last == .restored(.signedOut(.requested)) })
        desk.store.heal()
        #expect(try await desk.store.load() == nil)
        #expect(try await client.restore() == nil)
    }

    @Test("a record that cannot be deleted yet is not restored, and is deleted as soon as possible (S4)")
    func owed()
        async throws
    {
        let desk = try Desk()
        let (_, ada) = try await desk.signedUp()
        let client = try desk.patientClient()
        try await client.restore()
        desk.store.fail(.delete, .locked)
        #expect(await client.signOut(endingSession: false).storeFailure?.code == .locked)
        #expect(try await client.restore() == nil)
        #expect(client.state == .signedOut(.requested))
        #expect(await client.signOut(endingSession: false).storeFailure?.code == .locked)
        #expect(await desk.stores(ada))
        desk.store.heal()
        #expect(await client.signOut(endingSession: false).isComplete)
        #expect(try await desk.store.load() == nil)
    }

    @Test("a session that the server ended is not restored although it could not be deleted (S4)")
    func ended()
        async throws
    {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let client = try desk.patientClient()
        let user = try #require(try await client.restore())
        desk.store.fail(.delete, .locked)
        try await user.delete()
        #expect(try await client.restore() == nil)
        #expect(client.state == .signedOut(.deleted))
    }

    @Test("a sign-in after a sign-out that could not delete is not deleted") func signInAfter() async throws {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let client = try desk.patientClient()
        try await client.restore()
        desk.store.fail(.delete, .locked)
        await client.signOut(endingSession: false)
        await desk.clock.untilSomeoneSleeps(for: Desk.patience)
        let bob = try await client.signUp(email: "bob@example.com", password: "battery staple")
        desk.store.heal()
        desk.clock.advance(by: Desk.patience)
        for _ in 0..<1_000 { await Task.yield() }
        #expect(try await desk.client().restore()?.uid == bob.uid)
    }

    @Test("a sign-out ends although the store always reports a conflict") func conflicts() async throws {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let client = try desk.patientClient()
        try await client.restore()
        desk.store.fail(.delete, .conflict)
        #expect(await client.signOut(endingSession: false).storeFailure?.code == .conflict)
    }

    @Test("while a sign-out waits for the server, its token is kept, and the next user can sign in")
    func silentNetwork()
        async throws
    {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let token = try #require(try await desk.store.load()?.credential.refreshToken).reveal()
        let revocations = LatchedServer(desk.server, at: "revoke")
        let client = try desk.patientClient(by: revocations)
        try await client.restore()
        let signOut = Task { await client.signOut(endingSession: true) }
        await revocations.gate.arrivals(reach: 1)
        #expect(try await desk.store.sibling(named: "revocations")?.load() != nil)
        let bob = try await client.signUp(email: "bob@example.com", password: "battery staple")
        #expect(client.currentUser === bob)
        revocations.gate.open()
        #expect(await signOut.value.isComplete)
        #expect(try await desk.client().restore()?.uid == bob.uid)
        #expect(try await desk.store.sibling(named: "revocations")?.load() == nil)
        #expect(revocations.bodies.count == 1)
        #expect(revocations.bodies.first?.contains(token) == true)
    }

    @Test(
        "a sign-out without a network reaches the server when the client is there again (S4)",
        arguments: [true, false]
    )
    func revokedLater(afterRestart: Bool) async throws {
        let desk = try Desk()
        let (first, _) = try await desk.signedUp()
        let client = try desk.patientClient()
        try await client.restore()
        desk.server.isOnline = false
        #expect(await client.signOut().revocationFailure?.code == .cannotConnect)
        #expect(desk.server.livingSessions == 1)
        desk.server.isOnline = true
        if afterRestart {
            #expect(try await desk.client().restore() == nil)
        } else {
            await desk.clock.untilSomeoneSleeps(for: Desk.patience)
            desk.clock.advance(by: Desk.patience)
        }
        #expect(await eventually { desk.server.livingSessions == 0 })
        #expect(
            await eventually { (try? await desk.store.sibling(named: "revocations")?.load()) == .some(nil) }
        )
        _ = first
    }

    @Test("a sign-out that ends the session reaches the server although its caller was cancelled")
    func cancelledCaller()
        async throws
    {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let revocations = LatchedServer(desk.server, at: "revoke")
        let client = try desk.patientClient(by: revocations)
        try await client.restore()
        let signOut = Task { await client.signOut(endingSession: true) }
        await revocations.gate.arrivals(reach: 1)
        signOut.cancel()
        revocations.gate.open()
        #expect(await signOut.value.isComplete)
    }

    @Test(
        "a sign-out of an unread session reaches the server, or reports that it did not",
        arguments: [true, false]
    )
    func endingUnread(_ isReadable: Bool) async throws {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let revocations = LatchedServer(desk.server, at: "revoke")
        revocations.gate.open()
        let client = try desk.patientClient(by: revocations)
        if !isReadable { desk.store.fail(.load, .locked) }
        let result = await client.signOut(endingSession: true)
        #expect(result.storeFailure == nil && (result.revocationFailure == nil) == isReadable)
        #expect(revocations.bodies.count == (isReadable ? 1 : 0))
        desk.store.heal()
        #expect(try await desk.store.load() == nil)
    }
}
