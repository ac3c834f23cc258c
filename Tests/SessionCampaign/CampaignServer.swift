import CardeaSession
import CardeaTesting
import CurlTransport
import DeviceUnderTest
import Foundation
import HTTPMessages
import Locks

/// The server of a schedule, fake or real: what the processes need of it, and what can be done to it.
protocol CampaignServer: Sendable {
    var origin: Origin? { get }
    /// Reaches it, whatever the weather.
    var transport: any HTTPTransport { get }
    var authorizer: any RequestAuthorizer { get }
    var classifier: any ResponseClassifier { get }
    /// How often it took a refresh token for stolen, as far as it tells.
    var reuses: Int { get }

    func refresher(over transport: any HTTPTransport) -> any CredentialRefresher
    /// A request with a marker of its own.
    func request(_ marker: Int) -> HTTPRequest
    /// Who asked, and with which marker; `nil` for an answer that does not say.
    func reading(_ response: HTTPResponse) -> (user: String, marker: String)?
    /// Makes an anonymous user.
    func signUp() async -> (Credential, user: String)?
    /// Lets it refuse access tokens that are good.
    func refuseTokens(times: Int)
    /// Refuses no good token any more.
    func heal()
    /// Ends a user's sessions as an administrator does; `false` where that cannot be done.
    func endSessions(of user: String) -> Bool
}

/// The server that CardeaTesting pretends, which forgives nothing.
struct FakeCampaignServer: CampaignServer {
    private let server: RotatingFakeServer

    init(clock: any SessionClock, using random: inout SeededGenerator) {
        var settings = RotatingFakeServer.Settings()
        // A token that comes twice, under two keys, ends the session.
        settings.refreshGrace = .zero
        settings.accessTokenLifetime = .seconds([60, 600, 3600].randomElement(using: &random) ?? 600)
        settings.accessTokenDiesOnRefresh = Bool.random(using: &random)
        server = RotatingFakeServer(settings: settings, clock: clock)
    }

    var origin: Origin? { Origin(server.url) }
    var transport: any HTTPTransport { server }
    var authorizer: any RequestAuthorizer { .bearer }
    var classifier: any ResponseClassifier { .standard }
    var reuses: Int { server.reuses }

    func refresher(over transport: any HTTPTransport) -> any CredentialRefresher {
        OAuthTokenRefresher(endpoint: server.url.appending(path: "oauth2/token"), transport: transport)
    }

    func request(_ marker: Int) -> HTTPRequest {
        HTTPRequest(.get, server.url.appending(path: "things/\(marker)"))
    }

    func reading(_ response: HTTPResponse) -> (user: String, marker: String)? {
        struct Answer: Decodable {
            let user: String
            let path: String
        }
        let answer = try? JSONDecoder().decode(Answer.self, from: response.body)
        return answer.map { ($0.user, String($0.path.dropFirst("/things/".count))) }
    }

    func signUp() async -> (Credential, user: String)? {
        struct Answer: Decodable {
            let localId: String
            let idToken: String
            let refreshToken: String
            let expiresIn: String
        }
        let url = server.url.appending(path: "v1/accounts:signUp")
        guard let response = try? await server.send(HTTPRequest(.post, url, body: Data("{}".utf8))),
            let answer = try? JSONDecoder().decode(Answer.self, from: response.body),
            let seconds = Int(answer.expiresIn)
        else { return nil }
        let credential = Credential(
            accessToken: Secret(answer.idToken),
            refreshToken: Secret(answer.refreshToken),
            lifetime: .seconds(seconds),
            profile: Profile(userID: answer.localId, isAnonymous: true)
        )
        return (credential, answer.localId)
    }

    func refuseTokens(times: Int) { server.inject(.status(401), at: .protected, times: times) }

    func heal() { server.heal() }

    func endSessions(of user: String) -> Bool {
        server.endSessions(of: user)
        return true
    }
}

/// `cardea serve`, whose log tells of tokens that were used twice.
final class RealCampaignServer: CampaignServer {
    private let device: DeviceUnderTest
    private let curl = CurlTransport()
    private let refusals = Mutex(0)
    let origin: Origin?

    init(_ url: URL, apiKey: String) {
        device = DeviceUnderTest(server: url, apiKey: apiKey)
        origin = Origin(url)
    }

    var authorizer: any RequestAuthorizer { device.authorizer }
    var classifier: any ResponseClassifier { device.classifier }
    var reuses: Int { 0 }

    var transport: any HTTPTransport {
        ScriptedTransport { [self] (request, _) async throws(TransportError) in
            let isRefused = refusals.withLock { left in
                guard left > 0, request.url.path.hasSuffix("accounts:lookup") else { return false }
                left -= 1
                return true
            }
            if isRefused { return HTTPResponse(status: 400, body: Data(#"{"error":"TOKEN_EXPIRED"}"#.utf8)) }
            return try await curl.send(request)
        }
    }

    func refresher(over transport: any HTTPTransport) -> any CredentialRefresher {
        device.refresher(over: transport)
    }

    func request(_ marker: Int) -> HTTPRequest {
        var request = device.whoAmI
        request.fields["x-request-id"] = "\(marker)"
        return request
    }

    func reading(_ response: HTTPResponse) -> (user: String, marker: String)? {
        struct Answer: Decodable {
            struct User: Decodable { let localId: String }
            let users: [User]
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: response.body),
            let user = answer.users.first, let marker = response.fields["x-request-id"]
        else { return nil }
        return (user.localId, marker)
    }

    func signUp() async -> (Credential, user: String)? {
        guard let credential = try? await device.signUp(over: curl), let user = credential.profile?.userID
        else { return nil }
        return (credential, user)
    }

    func refuseTokens(times: Int) { refusals.withLock { $0 += times } }

    func heal() { refusals.withLock { $0 = 0 } }

    func endSessions(of user: String) -> Bool { false }
}
