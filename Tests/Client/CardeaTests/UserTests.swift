import Cardea
import CardeaSession
import CardeaTesting
import Foundation
import Testing

@Suite struct UserTests {
    @Test("users change their own name and picture, and clear them (U1)") func profile() async throws {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        let photo = try #require(URL(string: "https://example.com/ada.png"))
        try await user.updateProfile(displayName: "Ada", photoURL: .set(photo))
        #expect(user.displayName == "Ada" && user.photoURL == photo)
        try await user.updateProfile(photoURL: .clear)
        #expect(user.displayName == "Ada" && user.photoURL == nil)
        let elsewhere = try await desk.otherDevice()
        #expect(elsewhere.displayName == "Ada" && elsewhere.photoURL == nil)
    }

    @Test("a reload refreshes the token if a claim of it is not true any more, and only then (U1)")
    func trueClaims() async throws {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        try await user.reload()
        #expect(desk.server.requests(at: .token).isEmpty)
        desk.server.setEmailVerified(true, account: user.uid)
        #expect(try await user.reload().isEmailVerified)
        #expect(try await user.idTokenResult().claim("email_verified", as: Bool.self) == true)
        try await user.updateProfile(displayName: "Ada")
        try await user.reload()
        #expect(try await user.idTokenResult().claim("name", as: String.self) == "Ada")
        try await user.reload()
        #expect(desk.server.requests(at: .token).count == 2)
    }

    @Test("the providers of a user are known after a sign-up and after a link (U4)")
    func providers() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        #expect(user.providerIDs == ["password"])
        let guest = try await client.signInAnonymously()
        #expect(guest.providerIDs.isEmpty && guest.isAnonymous)
        try await guest.link(email: "bob@example.com", password: "battery staple")
        #expect(guest.providerIDs == ["password"] && !guest.isAnonymous)
    }

    @Test("several users work at the same time, also a signed-out or former one (U3, U7)")
    func sideBySide()
        async throws
    {
        let desk = try Desk()
        let (client, ada) = try await desk.signedUp()
        let bob = try await client.signUp(email: "bob@example.com", password: "battery staple")
        #expect(client.currentUser === bob)
        await client.signOut(endingSession: false)
        desk.clock.advance(by: .seconds(3600))
        for user in [ada, bob] {
            let response = try await desk.call(as: user)
            #expect(String(decoding: response.body, as: UTF8.self).contains(user.uid))
            try await user.updateProfile(displayName: .set("name of \(user.uid)"))
        }
        #expect(desk.server.rotations == 2)
        #expect(try await desk.store.load() == nil)
    }

    @Test("a user that was current becomes so again, and survives a restart (U3)") func makeCurrent()
        async throws
    {
        let desk = try Desk()
        let (client, ada) = try await desk.signedUp()
        let bob = try await client.signUp(email: "bob@example.com", password: "battery staple")
        _ = try await ada.accessToken(forcingRefresh: true)
        #expect(try await desk.client().restore()?.uid == bob.uid)
        try await client.makeCurrent(ada)
        #expect(client.currentUser === ada)
        let restored = try #require(try await desk.client().restore())
        #expect(restored.uid == ada.uid)
        #expect(try await desk.call(as: restored).status == 200)
        #expect(try await desk.call(as: bob).status == 200)
    }

    @Test("a sign-out ends the session at the server by default") func endingSession() async throws {
        let desk = try Desk()
        let (client, _) = try await desk.signedUp()
        #expect(await client.signOut().isComplete)
        #expect(desk.server.livingSessions == 0)
        #expect(desk.server.requests(at: .revoke).count == 1)
    }

    @Test("a refresh during a sign-out restores no user") func signOutDuringRefresh() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        desk.server.hold(.token)
        async let token = user.accessToken(forcingRefresh: true)
        await desk.server.waitForRequests(at: .token)
        await client.signOut(endingSession: false)
        desk.server.release(.token)
        _ = try await token
        #expect(try await desk.store.load() == nil)
        #expect(client.state == .signedOut(.requested))
        #expect(try await desk.call(as: user).status == 200)
    }

    @Test("a sign-out that cannot delete the record yet reports it, and ends the session")
    func lockedAtSignOut()
        async throws
    {
        let desk = try Desk()
        let (client, _) = try await desk.signedUp()
        desk.store.fail(.delete, .locked)
        let result = await client.signOut(endingSession: false)
        #expect(result.storeFailure?.code == .locked)
        #expect(client.currentUser == nil)
        #expect(try await desk.store.load() != nil)
        desk.store.heal()
        #expect(try await eventually { try await desk.store.load() == nil })
    }

    @Test("a user of another server or pool cannot become the current one") func foreign() async throws {
        let (desk, other) = (try Desk(), try Desk())
        let (_, stranger) = try await other.signedUp()
        var configuration = try desk.client().configuration
        configuration.apiKey = "another project's"
        let client = CardeaClient(configuration)
        #expect(await failure { try await client.makeCurrent(stranger) }?.code == .userMismatch)
    }

    @Test("a user whose session has ended cannot become the current one") func ended() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        try await user.delete()
        #expect(client.currentUser == nil)
        #expect(await failure { try await client.makeCurrent(user) }?.code == .sessionEnded)
        #expect(user.email == Desk.email)
    }

    @Test("a user that is not the current one reports its own events (U3, U8)")
    func events() async throws {
        let desk = try Desk()
        let (client, ada) = try await desk.signedUp()
        var events = ada.events.makeAsyncIterator()
        #expect(await events.next() == .present(.signedIn(ada.profile)))
        _ = try await client.signInAnonymously()
        _ = try await ada.accessToken(forcingRefresh: true)
        #expect(await events.next() == .tokenChanged(.refreshed))
        #expect(client.currentUser !== ada)
    }

    @Test("a profile that an earlier version stored has no providers")
    func storedProfile() throws {
        let old = Data(#"{"userID":"ada","isEmailVerified":false,"isAnonymous":false}"#.utf8)
        #expect(try JSONDecoder().decode(UserProfile.self, from: old).providerIDs == [])
        let new = UserProfile(userID: "ada", providerIDs: ["google.com"])
        #expect(try JSONDecoder().decode(UserProfile.self, from: try JSONEncoder().encode(new)) == new)
    }

    @Test("events, states and values of a user print no address, number or name")
    func descriptions() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        try await user.updateProfile(displayName: "Ada Lovelace")
        let number = "+4915112345678"
        let profile = UserProfile(
            userID: user.uid,
            userName: "lovelace",
            email: Desk.email,
            phoneNumber: number,
            displayName: "Ada Lovelace"
        )
        let values: [Any] = [
            client.state, user, profile, user.profile,
            SessionEvent.signedIn(profile), SessionEvent.profileChanged(profile),
            SessionState.signedIn(profile),
            CardeaEvent.profileChanged(user, profile), CardeaEvent.signedOut(user, .deleted),
            PhoneVerification(phoneNumber: number, verificationID: "v"),
        ]
        var text = ""
        for value in values {
            print(value, to: &text)
            debugPrint(value, to: &text)
            dump(value, to: &text)
        }
        for secret in [Desk.email, number, "Lovelace", "lovelace"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        #expect("\(CardeaEvent.signedOut(user, .deleted))".hasSuffix(" deleted)"))
        #expect("\(SessionEvent.refreshFailed(.transport))" == "refreshFailed(transport)")
        #expect(
            "\(TransportError.Code.timedOut) \(StoreError.Code.locked) \(SignInError.Code.denied)"
                == "timedOut locked denied"
        )
    }
}
