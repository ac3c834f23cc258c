import Cardea
import CardeaSession
import CardeaTesting
import Testing

@Suite struct ListenerTests {
    @Test("listeners receive the current state first, then all events in order (U8)") func order()
        async throws
    {
        let desk = try Desk()
        let client = try desk.client()
        let events = Recorder(client)
        let user = try await client.signUp(email: Desk.email, password: Desk.password)
        _ = try await user.accessToken(forcingRefresh: true)
        try await user.updateProfile(displayName: "Ada")
        await client.signOut(endingSession: false)
        let expected: [CardeaEvent] = [
            .present(.restoring),
            .signedIn(user),
            .tokenChanged(user, .refreshed),
            .profileChanged(user, user.profile),
            .signedOut(user, .requested),
        ]
        #expect(await eventually { events.all == expected })
        let late = Recorder(client)
        #expect(await eventually { late.all == [.present(.signedOut(.requested))] })
    }

    @Test("a restore is reported as a restore (U8)") func restored() async throws {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let client = try desk.client()
        let events = Recorder(client)
        let user = try #require(try await client.restore())
        #expect(await eventually { events.all == [.present(.restoring), .restored(.signedIn(user))] })
    }

    @Test("the sequence has the events of the listener, and two sequences get all of them (U8)")
    func sequence() async throws {
        let desk = try Desk()
        let client = try desk.client()
        var (first, second) = (client.events.makeAsyncIterator(), client.events.makeAsyncIterator())
        let user = try await client.signUp(email: Desk.email, password: Desk.password)
        #expect(await first.next() == .present(.restoring))
        #expect(await first.next() == .signedIn(user))
        #expect(await second.next() == .present(.restoring))
        #expect(await second.next() == .signedIn(user))
    }

    @Test("a listener may call the client, and gets nothing after its cancellation") func reentrant()
        async throws
    {
        let desk = try Desk()
        let client = try desk.client()
        let inner = client.listen { _ in
            _ = client.currentUser
            client.listen { _ in }.cancel()
        }
        let events = Recorder(client)
        try await client.signInAnonymously()
        inner.cancel()
        await client.signOut(endingSession: false)
        #expect(await eventually { events.all.count == 3 })
    }

    @Test("a change of a user who is not current is not reported") func otherUsers() async throws {
        let desk = try Desk()
        let (client, ada) = try await desk.signedUp()
        let bob = try await client.signUp(email: "bob@example.com", password: "battery staple")
        let events = Recorder(client)
        _ = try await ada.accessToken(forcingRefresh: true)
        #expect(await eventually { events.all == [.present(.signedIn(bob))] })
    }

    @Test("a sign-in that cannot be stored is reported as pending, and later as stored (S5)") func pending()
        async throws
    {
        let desk = try Desk()
        let client = try desk.client()
        let events = Recorder(client)
        desk.store.fail(.save, .failed)
        let user = try await client.signUp(email: Desk.email, password: Desk.password)
        let expected: [CardeaEvent] = [.present(.restoring), .signedIn(user), .persistencePending(user)]
        #expect(await eventually { events.all == expected })
        desk.store.heal()
        #expect(await events.hears { $0 == .persisted(user) })
        #expect(try await desk.client().restore()?.uid == user.uid)
    }
}
