import Cardea
import CardeaSession
import Foundation
import Testing

/// Sign-in by a link that was sent by e-mail.
@Suite struct EmailLinkTests {
    private let desk: EmulatorDesk
    private let app: CardeaClient

    init() async throws {
        desk = try await EmulatorDesk()
        app = try desk.app()
    }

    private func sentLink(to email: String = Ada.email) async throws -> URL {
        try await app.sendSignInLink(toEmail: email, settings: .app())
        return try await desk.link()
    }

    @Test("the address that opens the app signs in like the link in the mail")
    func throughTheBrowser() async throws {
        let link = try await sentLink()
        let page = try await desk.emulator.send(.get, link.absoluteString)
        let opened = try #require(page.fields["location"].flatMap { URL(string: $0) })
        #expect(opened.host() == "app.example.com" && app.isSignInLink(opened))
        #expect(try await app.signIn(email: Ada.email, link: opened).email == Ada.email)
    }

    @Test("a link that was sent to another address does not sign in")
    func otherAddress() async throws {
        let link = try await sentLink()
        #expect(await failure { try await app.signIn(email: "eve@example.com", link: link) } == .invalidEmail)
        try await app.signIn(email: Ada.email, link: link)
    }

    @Test("an address that is no sign-in link is rejected without a request")
    func noLink() async throws {
        #expect(await desk.emulator.stop() == 0)
        let url = try ActionLinkSettings.app().url
        #expect(!app.isSignInLink(url))
        #expect(await failure { try await app.signIn(email: Ada.email, link: url) } == .invalidActionCode)
    }

    @Test(
        "a guest gets the address of a link and stays the same user, also if the response is lost (U6)",
        arguments: [false, true]
    )
    func linking(isLost: Bool) async throws {
        let guest = try await app.signInAnonymously()
        let link = try await sentLink()
        if isLost { desk.device.loseResponses(to: "accounts:signInWithEmailLink") }
        try await guest.link(email: Ada.email, link: link)
        #expect(guest.email == Ada.email && guest.isEmailVerified && !guest.isAnonymous)
        _ = try await guest.accessToken(forcingRefresh: true)
        #expect(try await guest.reload().email == Ada.email)
        #expect(app.currentUser === guest)
        let later = try await sentLink()
        #expect(try await desk.otherApp().signIn(email: Ada.email, link: later).uid == guest.uid)
    }

    @Test("a guest does not get the address of another user")
    func takenAddress() async throws {
        try await desk.otherApp().signUp(email: Ada.email, password: Ada.password)
        let guest = try await app.signInAnonymously()
        let link = try await sentLink()
        #expect(await failure { try await guest.link(email: Ada.email, link: link) } == .emailAlreadyInUse)
        #expect(guest.isAnonymous)
    }

    @Test("a link authenticates a user again, in the same session (U10)")
    func reauthentication() async throws {
        let user = try await app.signIn(email: Ada.email, link: try await sentLink())
        try await desk.advance(by: .seconds(301))
        #expect(await failure { try await user.updatePassword("a new password") } == .recentSignInRequired)
        try await user.reauthenticate(link: try await sentLink())
        try await user.updatePassword("a new password")
        #expect(
            try await desk.otherApp().signIn(email: Ada.email, password: "a new password").uid == user.uid
        )
    }

    @Test("a sign-in whose response was lost says that the outcome is unknown; another link signs in")
    func lostSignIn() async throws {
        let link = try await sentLink()
        desk.device.loseResponses(to: "accounts:signInWithEmailLink")
        let error = await #expect(throws: CardeaError.self) {
            try await app.signIn(email: Ada.email, link: link)
        }
        #expect(error?.isOutcomeUnknown == true)
        #expect(await failure { try await app.signIn(email: Ada.email, link: link) } == .invalidActionCode)
        try await app.signIn(email: Ada.email, link: try await sentLink())
    }
}
