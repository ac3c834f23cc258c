import Cardea
import CardeaCurlTransport
import CardeaHTTPTransport
import CardeaSession
import Foundation
import Testing

/// The client's sign-in by identity providers, at an emulator: its ID tokens are JSON, and a page stands in for the providers.
@Suite struct ProviderTests {
    private let desk: EmulatorDesk
    private let app: CardeaClient

    init() async throws {
        desk = try await EmulatorDesk()
        app = try desk.app()
    }

    /// The credential that a provider's SDK would give to the app.
    private func credential(
        _ provider: IdentityProvider = .google,
        subject: String = "7",
        email: String? = Ada.email,
        isVerified: Bool = true
    ) -> ProviderCredential {
        let address = email.map { #","email":"\#($0)","email_verified":\#(isVerified)"# } ?? ""
        let token = #"{"sub":"\#(subject)","name":"Ada L","picture":"https://img.example/7.png"\#(address)}"#
        return .idToken(token, of: provider)
    }

    /// A browser in which the person chooses an account on the page.
    private func browser(subject: String, email: String) -> ExternalUserAgent {
        .loopback { page in
            let chosen = page.appending(queryItems: [
                URLQueryItem(name: "sub", value: subject), URLQueryItem(name: "email", value: email),
                URLQueryItem(name: "email_verified", value: "true"),
            ])
            let redirect = try await CurlTransport().send(CardeaRequest(.get, chosen))
            let callback = try #require(redirect.fields[.location].flatMap { URL(string: $0) })
            Task { _ = try await CurlTransport().send(CardeaRequest(.get, callback)) }
        }
    }

    @Test("a new identity signs up with the provider's profile, and signs in to the same user again (U4, U6)")
    func signIn() async throws {
        let user = try await app.signIn(with: credential())
        #expect(user.email == Ada.email && user.isEmailVerified && user.displayName == "Ada L")
        #expect(user.photoURL?.absoluteString == "https://img.example/7.png" && !user.isAnonymous)
        #expect(user.providerIDs == ["google.com"])
        let linked = try await user.fetchProviders()
        #expect(linked.map(\.id) == ["google.com"] && linked.first?.userID == "7")
        #expect(try await user.idTokenResult().signInProvider == "google.com")
        await app.signOut()
        let again = try await desk.otherApp().signIn(with: credential())
        #expect(again.uid == user.uid && user.isNewUser && !again.isNewUser)
    }

    @Test("the page of a provider signs in through the browser; the user is there at the next start (U6, U7)")
    func page() async throws {
        let user = try await app.signIn(
            with: .gitHub,
            through: browser(subject: "42", email: "octo@example.com")
        )
        #expect(user.email == "octo@example.com" && user.providerIDs == ["github.com"])
        #expect(try await desk.app().restore()?.providerIDs == ["github.com"])
        try await user.link(.microsoft, through: browser(subject: "m-1", email: "octo@example.com"))
        #expect(user.providerIDs == ["github.com", "microsoft.com"])
        try await user.reauthenticate(
            with: .gitHub,
            through: browser(subject: "42", email: "octo@example.com")
        )
    }

    @Test("a guest who links a provider keeps the ID and the session (U6)")
    func guest() async throws {
        let guest = try await app.signInAnonymously()
        try await guest.link(credential())
        #expect(!guest.isAnonymous && guest.email == Ada.email && app.currentUser == guest)
        #expect(try await desk.otherApp().signIn(with: credential()).uid == guest.uid)
    }

    @Test("an identity of another user is not linked; the conflict signs in as that user (U8)")
    func alreadyInUse() async throws {
        let owner = try await desk.otherApp().signIn(with: credential())
        let guest = try await app.signInAnonymously()
        let conflict = await conflict(.credentialAlreadyInUse) { try await guest.link(credential()) }
        #expect(app.currentUser == guest && guest.isAnonymous)
        let user = try await app.signIn(with: try #require(conflict?.credential))
        #expect(user.uid == owner.uid && app.currentUser == user)
    }

    @Test("an untrusted provider's address is a conflict; the user signs in and links it (U15, U16)")
    func confirmation() async throws {
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        await app.signOut()
        let untrusted = credential(.facebook, isVerified: false)
        let conflict = await conflict(.accountExistsWithDifferentCredential) {
            try await app.signIn(with: untrusted)
        }
        #expect(conflict?.email == Ada.email && conflict?.providerIDs == ["password"])
        let again = try await app.signIn(email: Ada.email, password: Ada.password)
        try await again.link(try #require(conflict?.credential))
        #expect(again.uid == user.uid && again.providerIDs == ["password", "facebook.com"])
        #expect(try await desk.otherApp().signIn(with: untrusted).uid == user.uid)
    }

    @Test("a trusted provider takes over an account with an unverified address (U16, security 1)")
    func takeOver() async throws {
        let thief = try await desk.otherApp().signUp(email: Ada.email, password: "thief's password")
        let owner = try await app.signIn(with: credential())
        #expect(owner.uid == thief.uid && owner.providerIDs == ["google.com"])
        #expect(await failure { try await thief.reload() } == .refreshTokenFailed)
        let password = "thief's password"
        #expect(
            await failure { try await desk.otherApp().signIn(email: Ada.email, password: password) } != nil
        )
    }

    @Test("the own identity allows sensitive operations again; another one is rejected (U10)")
    func reauthentication() async throws {
        let user = try await app.signIn(with: credential())
        try await desk.advance(by: .seconds(3600))
        #expect(await failure { try await user.updatePassword("a new password") } == .recentSignInRequired)
        try await desk.otherApp().signIn(with: credential(subject: "8", email: "bob@example.com"))
        let other = credential(subject: "8", email: "bob@example.com")
        #expect(await failure { try await user.reauthenticate(with: other) } == .userMismatch)
        let unknown = credential(subject: "9", email: nil)
        #expect(await failure { try await user.reauthenticate(with: unknown) } == .userMismatch)
        try await user.reauthenticate(with: credential())
        try await user.updatePassword("a new password")
        #expect(user.uid == app.currentUser?.uid)
    }

    @Test("a provider is unlinked, and no longer signs in to the user (U6)")
    func unlink() async throws {
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        try await user.link(credential(email: nil))
        #expect(await failure { try await user.unlink("github.com") } == .providerNotLinked)
        try await user.unlink("google.com")
        #expect(user.providerIDs == ["password"])
        #expect(try await desk.otherApp().signIn(with: credential(email: nil)).uid != user.uid)
    }

    @Test("a credential that is no ID token is rejected, and no user is signed in (U6)")
    func invalid() async throws {
        let bent = ProviderCredential.idToken("not a token", of: .google)
        #expect(await failure { try await app.signIn(with: bent) } == .invalidProviderCredential)
        #expect(app.currentUser == nil)
    }

    private func conflict(
        _ code: CardeaError.Code,
        _ operation: () async throws -> Void
    ) async -> ProviderConflict? {
        do {
            try await operation()
            Issue.record("no conflict")
            return nil
        } catch {
            let error = error as? CardeaError
            #expect(error?.code == code)
            return error?.conflict
        }
    }
}
