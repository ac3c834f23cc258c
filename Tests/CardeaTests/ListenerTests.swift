import Cardea
import CardeaSession
import CardeaTesting
import Testing

@Suite struct ListenerTests {
    @Test("U8 listeners hear the present state first, then everything, in order") func order() async throws {
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

    @Test("U8 a restore is told as such") func restored() async throws {
        let desk = try Desk()
        _ = try await desk.signedUp()
        let client = try desk.client()
        let events = Recorder(client)
        let user = try #require(try await client.restore())
        #expect(await eventually { events.all == [.present(.restoring), .restored(.signedIn(user))] })
    }

    @Test("U8 the sequence tells the same; two of them hear everything each") func sequence() async throws {
        let desk = try Desk()
        let client = try desk.client()
        var (first, second) = (client.events.makeAsyncIterator(), client.events.makeAsyncIterator())
        let user = try await client.signUp(email: Desk.email, password: Desk.password)
        #expect(await first.next() == .present(.restoring))
        #expect(await first.next() == .signedIn(user))
        #expect(await second.next() == .present(.restoring))
        #expect(await second.next() == .signedIn(user))
    }

    @Test("a listener may call back in, and one that is cancelled hears no more") func reentrant()
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

    @Test("a user that is no longer the current one is not told of") func otherUsers() async throws {
        let desk = try Desk()
        let (client, ada) = try await desk.signedUp()
        let bob = try await client.signUp(email: "bob@example.com", password: "battery staple")
        let events = Recorder(client)
        _ = try await ada.accessToken(forcingRefresh: true)
        #expect(await eventually { events.all == [.present(.signedIn(bob))] })
    }

    @Test("S5 a sign-in that cannot be stored is told as pending, and as stored once it is") func pending()
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
