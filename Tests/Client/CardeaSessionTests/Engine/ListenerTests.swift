import CardeaSession
import CardeaTesting
import Foundation
import CardeaLocks
import Testing

struct ListenerTests {
    @Test("the present state first, then everything in order (U8)")
    func order() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        try await fixture.engine.refresh()
        try await fixture.engine.updateCredential(fixture.backend.signIn(), cause: .reauthenticated)
        await fixture.engine.signOut()
        let profile = UserProfile(userID: "ada")
        let expected: [SessionEvent] = [
            .present(.restoring), .signedIn(profile), .tokenChanged(.refreshed),
            .tokenChanged(.reauthenticated),
            .signedOut(.requested),
        ]
        #expect(await eventually { await fixture.events.all == expected })
        let late = EventLog(fixture.engine)
        #expect(await late.all == [.present(.signedOut(.requested))])
    }

    @Test("a sign-in while a user is signed in emits signedIn, and no signedOut (U8, rule 8)")
    func switching() async throws {
        let fixture = Fixture()
        try await fixture.signIn("ada")
        try await fixture.signIn("grace")
        #expect(
            await fixture.events.all == [
                .present(.restoring), .signedIn(UserProfile(userID: "ada")),
                .signedIn(UserProfile(userID: "grace")),
            ]
        )
    }

    @Test("a listener may call back into the engine, add listeners and cancel itself")
    func reentrant() async throws {
        let fixture = Fixture()
        let engine = fixture.engine
        let heard = Mutex<[String]>([])
        let box = Mutex<SessionObservation?>(nil)
        let observation = engine.listen { event in
            heard.withLock { $0.append("\(engine.state.profile?.userID ?? "nobody")") }
            if case .signedIn = event {
                engine.listen { inner in heard.withLock { $0.append("inner \(inner)".prefix(13).description) }
                }
                box.withLock(\.self)?.cancel()
            }
        }
        box.withLock { $0 = observation }
        try await fixture.signIn()
        #expect(await eventually { heard.withLock(\.self) == ["nobody", "ada", "inner present"] })
        await engine.signOut()
        #expect(await eventually { heard.withLock(\.last) == "inner signedO" })
        #expect(heard.withLock(\.count) == 4)
    }

    @Test("the sequence of states begins with the present one")
    func states() async throws {
        let fixture = Fixture()
        var states = fixture.engine.states.makeAsyncIterator()
        #expect(await states.next() == .restoring)
        try await fixture.signIn()
        #expect(await states.next() == .signedIn(UserProfile(userID: "ada")))
        await fixture.engine.signOut()
        #expect(await states.next() == .signedOut(.requested))
    }

    @Test("the sequence of events begins with the present state and misses nothing")
    func events() async throws {
        let fixture = Fixture()
        try await fixture.signIn()
        var events = fixture.engine.events.makeAsyncIterator()
        try await fixture.engine.refresh()
        await fixture.engine.signOut()
        #expect(await events.next() == .present(.signedIn(UserProfile(userID: "ada"))))
        #expect(await events.next() == .tokenChanged(.refreshed))
        #expect(await events.next() == .signedOut(.requested))
    }

    @Test("no event, error or credential prints a token")
    func redaction() async throws {
        let fixture = Fixture()
        let credential = try await fixture.signIn()
        var text = "\(credential) \(String(reflecting: credential))"
        dump(credential, to: &text)
        dump(fixture.engine.credential, to: &text)
        dump(try await fixture.store.load(), to: &text)
        dump(await fixture.events.all, to: &text)
        #expect(!text.contains("access-1") && !text.contains("refresh-1"))
        #expect(text.contains("<secret>"))
    }
}
