import Cardea
import CardeaLocks
import CardeaSession
import Foundation
import Testing

/// The client's sign-in through Chromium at `cardea serve`.
///
/// For the browser, the providers are another site than the server.
@Suite(
    .enabled(if: JavaScriptSDK.isInstalled, "Chromium and its driver are needed"),
    .serialized,
    .timeLimit(.minutes(10))
)
struct ChromiumProviderTests {
    private let setting: ProviderFlowTests.Setting

    init() async throws {
        setting = try await ProviderFlowTests.Setting()
        try await setting.configureAll()
        try await setting.set("project set providers.redirectURLs http://127.0.0.1/callback")
    }

    /// Signs in through Chromium, which follows wherever the page leads.
    private func signIn(with provider: IdentityProvider) async throws -> CardeaUser {
        let visits = Mutex<[Task<ChildProcess.Outcome, any Error>]>([])
        let chromium = ExternalUserAgent.loopback(timeout: .seconds(180)) { [server = setting.server] page in
            let visit = Task { try await PythonClients.run("browser_visit.py", against: server, page) }
            visits.withLock { $0.append(visit) }
        }
        let user: Result<CardeaUser, any Error>
        do {
            user = .success(try await Device().app(setting.server).signIn(with: provider, through: chromium))
        } catch {
            user = .failure(error)
        }
        for visit in visits.withLock(\.self) {
            let outcome = try await visit.value
            #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        }
        return try user.get()
    }

    @Test(
        "a provider that redirects signs in, with and without an address (U4, U6)",
        arguments: [ProviderAccount.gitHub, .x, .weChat]
    )
    func redirect(_ account: ProviderAccount) async throws {
        let user = try await signIn(with: account.provider)
        #expect(user.email == account.email && user.displayName == account.name)
        #expect(user.providerIDs == [account.id])
        #expect(try await user.fetchProviders().first?.userID == account.subject)
        #expect(await failure { _ = try await signIn(with: account.declining) } == .cancelled)
    }

    @Test(
        "the form that Apple's page submits to the server signs in; the name comes once (U4, U6, security 16)"
    )
    func form() async throws {
        let apple = ProviderAccount.apple
        let first = try await signIn(with: .apple)
        #expect(first.email == apple.email && first.displayName == apple.name && first.isNewUser)
        #expect(try await first.fetchProviders().first?.userID == apple.subject)
        let second = try await signIn(with: .apple)
        #expect(second.uid == first.uid && second.displayName == apple.name && !second.isNewUser)
        #expect(await failure { _ = try await signIn(with: apple.declining) } == .cancelled)
    }
}
