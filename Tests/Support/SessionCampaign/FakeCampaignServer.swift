import CardeaSession
import CardeaTesting
import Foundation

/// The server that CardeaTesting pretends, which forgives nothing.
struct FakeCampaignServer: CampaignServer {
    let thefts = Counter()
    private let server: RotatingFakeServer
    private let clock: any SessionClock
    /// The time for which it is away when it is started again.
    private let pause: Duration

    init(clock: any SessionClock, using random: inout SeededGenerator) {
        var settings = RotatingFakeServer.Settings()
        // A token that comes twice, under two keys, ends the session.
        settings.refreshGrace = .zero
        settings.accessTokenLifetime = .seconds([60, 600, 3600].randomElement(using: &random) ?? 600)
        settings.accessTokenDiesOnRefresh = Bool.random(using: &random)
        // Passwords may be changed at any time.
        settings.recentSignInWindow = .seconds(1_000_000)
        server = RotatingFakeServer(settings: settings, clock: clock)
        self.clock = clock
        pause = .seconds(Int.random(in: 1...60, using: &random))
    }

    var origin: WebOrigin? { WebOrigin(server.url) }
    var transport: any HTTPTransport { server }
    var authorizer: any RequestAuthorizer { .bearer }
    var classifier: ResponseRule { .standard }
    var accounts: Accounts { Accounts(server: server.url, apiKey: "any") }
    var rejection: CardeaResponse { CardeaResponse(status: 401) }
    var reuses: Int { server.reuses }
    var rotations: Int? { server.rotations }

    func refresher(over transport: any HTTPTransport) -> any CredentialRefresher {
        OAuthTokenRefresher(endpoint: server.url.appending(path: "oauth2/token"), transport: transport)
    }

    func request(_ marker: Int) -> CardeaRequest {
        CardeaRequest(.get, server.url.appending(path: "things/\(marker)"))
    }

    func isMarked(_ request: CardeaRequest) -> Bool { request.url.path.hasPrefix("/things/") }

    func reading(_ response: CardeaResponse) -> (user: String, marker: String)? {
        struct Message: Decodable {
            let user: String
            let path: String
        }
        let message = try? JSONDecoder().decode(Message.self, from: response.body)
        return message.map { ($0.user, String($0.path.dropFirst("/things/".count))) }
    }

    func administer(_ act: AdministratorsAct, on user: String) async -> Bool {
        switch act {
        case .disabling: server.setDisabled(true, account: user)
        case .deletion: server.deleteAccount(user)
        }
        return true
    }

    func restart() async {
        server.isOnline = false
        try? await clock.sleep(for: pause)
        server.isOnline = true
    }
}
