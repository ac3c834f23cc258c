import Cardea
import CardeaCurlTransport
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import CardeaSession
import Foundation
import Testing

/// The client's sign-in by the page of each built-in provider, and of an OpenID provider, at `cardea serve`.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: PythonClients.interpreter)))
struct EveryProviderTests {
    /// A server that knows the provider of an account, and a device with the app.
    private struct Setting {
        private static let redirect = "project set providers.redirectURLs http://127.0.0.1/callback"

        let account: ProviderAccount
        let server: ServerProcess
        let device: Device
        let person: Person
        /// The servers, which live as long as the test.
        private let parts: Any

        init(_ account: ProviderAccount) async throws {
            self.account = account
            device = try Device()
            if let standIn = account.standIn {
                let setting = try await ProvidedServer([standIn])
                try await setting.run(Self.redirect)
                server = setting.server
                parts = setting
            } else {
                let setting = try await ProviderFlowTests.Setting()
                try await setting.configure(account.id)
                try await setting.set(Self.redirect)
                server = setting.server
                parts = setting
            }
            person = Person(at: server)
        }

        func app() throws -> CardeaClient { try device.app(server) }

        /// The app on another device.
        func otherApp() throws -> CardeaClient { try Device().app(server) }

        /// Checks what the app knows of a user who has signed in by the provider.
        func check(_ user: CardeaUser) async throws {
            let id = account.id
            #expect(user.email == account.email && user.isEmailVerified == account.isTrusted)
            #expect(user.displayName == account.name && user.providerIDs == [id] && !user.isAnonymous)
            let linked = try await user.fetchProviders()
            #expect(linked.map(\.id) == [id] && linked.first?.userID == account.subject)
            #expect(linked.first?.email == account.email)
            #expect(try await user.idTokenResult().signInProvider == id)
        }
    }

    @Test(
        "the page of a provider signs up, then signs in the same user (U4, U6)",
        arguments: ProviderAccount.all
    )
    func signIn(_ account: ProviderAccount) async throws {
        let setting = try await Setting(account)
        let user = try await setting.app().signIn(with: account.provider, through: setting.person.browser)
        #expect(user.isNewUser)
        try await setting.check(user)
        let again = try await setting.otherApp().signIn(
            with: account.provider,
            through: setting.person.browser
        )
        #expect(again.uid == user.uid && !again.isNewUser)
        try await setting.check(again)
        #expect(try await setting.app().restore()?.uid == user.uid, "the user is there at the next start")
    }

    @Test(
        "a person who declines at a provider cancels the sign-in, and the user of the app stays (U6, U7)",
        arguments: ProviderAccount.all.filter { $0.id != ProviderAccount.openID.id }
    )
    func declined(_ account: ProviderAccount) async throws {
        let setting = try await Setting(account)
        let app = try setting.app()
        let guest = try await app.signInAnonymously()
        let browser = setting.person.browser
        #expect(
            await failure { try await app.signIn(with: account.declining, through: browser) } == .cancelled
        )
        #expect(await failure { try await guest.link(account.declining, through: browser) } == .cancelled)
        #expect(app.currentUser == guest && guest.isAnonymous && guest.providerIDs.isEmpty)
        #expect(try await guest.idTokenResult(forcingRefresh: true).userID == guest.uid)
        #expect(try await app.resumeSignIn(through: .loopback()) == nil, "no sign-in waits")
        let restored = try #require(try await setting.app().restore())
        #expect(restored.uid == guest.uid && restored.isAnonymous)
        try await restored.link(account.provider, through: browser)
        #expect(restored.uid == guest.uid && restored.providerIDs == [account.id])
    }

    @Test("a callback with another state, and one that comes twice, are ignored (U6, security 16)")
    func strayCallbacks() async throws {
        let setting = try await Setting(try #require(ProviderAccount.standIns.first))
        let visits = Mutex<[Task<[Int?], any Error>]>([])
        let browser = ExternalUserAgent.loopback(timeout: .seconds(120)) { [person = setting.person] page in
            let visit = Task {
                let callback = try await person.visit(page) { $0.contains("/callback?") }
                let foreign = callback.replacing(/state=[^&]*/, with: "state=another")
                var statuses: [Int?] = []
                for address in [foreign, callback, callback] {
                    let request = CardeaRequest(.get, try #require(URL(string: address)))
                    statuses.append(try? await CurlTransport().send(request).status)
                }
                return statuses
            }
            visits.withLock { $0.append(visit) }
        }
        let user = try await setting.app().signIn(with: setting.account.provider, through: browser)
        try await setting.check(user)
        let visit = visits.withLock(\.first)
        #expect(try await visit?.value == [400, 200, nil])
        #expect(try await setting.app().restore()?.uid == user.uid)
    }
}
