import Cardea
import CardeaSession
import Foundation
import Testing

/// The client's sign-in by providers at `cardea serve`: an OpenID provider of others, and stand-ins with the quirks of others.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: PythonClients.interpreter)))
struct ServedProviderTests {
    private let setting: ProviderFlowTests.Setting
    private let device: Device
    private let app: CardeaClient
    private let ada: Person
    private let acme = IdentityProvider.openIDConnect("acme")

    init() async throws {
        setting = try await ProviderFlowTests.Setting()
        try await setting.configureAll()
        try await setting.set("project set providers.redirectURLs http://127.0.0.1/callback")
        device = try Device()
        app = try device.app(setting.server)
        ada = Person(at: setting.server)
    }

    /// The app on another device.
    private func otherApp() throws -> CardeaClient { try Device().app(setting.server) }

    @Test(
        "the page of an OpenID provider signs up, then signs in; the user is there at the next start (U4, U6, U7)"
    )
    func openID() async throws {
        let user = try await app.signIn(with: acme, through: ada.browser)
        #expect(user.email == "ada@acme.example" && user.displayName == "Ada Lovelace" && !user.isAnonymous)
        #expect(user.providerIDs == ["oidc.acme"])
        let linked = try await user.fetchProviders()
        #expect(linked.map(\.id) == ["oidc.acme"] && linked.first?.userID == "ada-at-acme")
        #expect(try await user.idTokenResult().signInProvider == "oidc.acme")
        let restored = try #require(try await device.app(setting.server).restore())
        #expect(restored.uid == user.uid && restored.displayName == "Ada Lovelace")
        #expect(try await otherApp().signIn(with: acme, through: ada.browser).uid == user.uid)
    }

    @Test("a provider is linked, authenticates again, and is unlinked, by its page (U6, U10)")
    func linking() async throws {
        let user = try await app.signIn(with: .gitHub, through: ada.browser)
        try await user.link(acme, through: ada.browser)
        #expect(user.providerIDs == ["github.com", "oidc.acme"])
        try await user.reauthenticate(with: acme, through: ada.browser)
        let bob = Person(at: setting.server, subject: "bob@acme.example")
        #expect(
            await failure { try await user.reauthenticate(with: acme, through: bob.browser) } == .userMismatch
        )
        #expect(await failure { try await user.link(acme, through: bob.browser) } == .providerAlreadyLinked)
        try await user.unlink("github.com")
        #expect(user.providerIDs == ["oidc.acme"])
        #expect(await failure { try await user.unlink("github.com") } == .providerNotLinked)
        #expect(try await otherApp().signIn(with: acme, through: ada.browser).uid == user.uid)
        // The user still has the address that came from GitHub.
        let former = await failure { try await otherApp().signIn(with: .gitHub, through: ada.browser) }
        #expect(former == .accountExistsWithDifferentCredential)
    }

    @Test("a guest who links a provider keeps the ID; the device is signed in at the next start (U6, U7)")
    func upgrade() async throws {
        let guest = try await app.signInAnonymously()
        try await guest.link(acme, through: ada.browser)
        #expect(!guest.isAnonymous && guest.email == "ada@acme.example" && app.currentUser == guest)
        #expect(try await device.app(setting.server).restore()?.uid == guest.uid)
        #expect(try await otherApp().signIn(with: acme, through: ada.browser).uid == guest.uid)
    }

    @Test("a guest's conflict has the other user's credential, and the app merges the data of both (U3, U6)")
    func merge() async throws {
        let owner = try await otherApp().signIn(with: acme, through: ada.browser)
        let guest = try await app.signInAnonymously()
        let error = await thrown { try await guest.link(acme, through: ada.browser) }
        #expect(error?.code == .credentialAlreadyInUse && app.currentUser == guest && guest.isAnonymous)
        let credential = try #require(error?.conflict?.credential)
        let user = try await app.signIn(with: credential)
        #expect(user.uid == owner.uid && app.currentUser == user)
        // The app reads the guest's data, writes it as the user, and deletes the guest.
        #expect(try await guest.idTokenResult().userID == guest.uid && guest.uid != user.uid)
        #expect(try await user.idTokenResult().userID == owner.uid)
        try await guest.delete()
        #expect(app.currentUser == user)
        #expect(try await device.app(setting.server).restore()?.uid == owner.uid)
        #expect(
            await failure { try await otherApp().signIn(with: credential) } == .invalidProviderCredential,
            "the credential is good for one use"
        )
    }

    @Test("an untrusted provider's address needs confirmation: the user signs in and links (U15, U16)")
    func confirmation() async throws {
        let user = try await app.signUp(email: "octocat@example.com", password: Ada.password)
        await app.signOut()
        let error = await thrown { try await app.signIn(with: .gitHub, through: ada.browser) }
        #expect(error?.code == .accountExistsWithDifferentCredential && app.currentUser == nil)
        #expect(error?.conflict?.email == "octocat@example.com")
        #expect(error?.conflict?.providerIDs == ["password"])
        let again = try await app.signIn(email: "octocat@example.com", password: Ada.password)
        try await again.link(try #require(error?.conflict?.credential))
        #expect(again.uid == user.uid && again.providerIDs == ["password", "github.com"])
        #expect(try await otherApp().signIn(with: .gitHub, through: ada.browser).uid == user.uid)
    }

    @Test("a redirect address that the project does not list is rejected before a browser opens (security 5)")
    func unlisted() async throws {
        let elsewhere = ExternalUserAgent.loopback(path: "/elsewhere") { _ in
            Issue.record("the browser opens")
        }
        let code = await failure { try await app.signIn(with: acme, through: elsewhere) }
        #expect(code == .unauthorizedContinueURL)
    }

    private func thrown(_ operation: () async throws -> Void) async -> CardeaError? {
        do {
            try await operation()
            return nil
        } catch {
            return error as? CardeaError
        }
    }
}
