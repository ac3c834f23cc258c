import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaLocks

/// The server of a schedule, fake or real: what the processes need of it, and what can be done to it.
protocol CampaignServer: Sendable {
    var origin: WebOrigin? { get }
    /// Reaches it, whatever the weather.
    var transport: any HTTPTransport { get }
    var authorizer: any RequestAuthorizer { get }
    var classifier: ResponseRule { get }
    /// Its accounts, by Identity Toolkit's protocol.
    var accounts: Accounts { get }
    /// The response to an invalid access token.
    var rejection: CardeaResponse { get }
    /// The number of times that it took a refresh token for stolen.
    var reuses: Int { get }
    /// The number of refreshes that brought new tokens, if it is known and time is virtual.
    var rotations: Int? { get }
    /// The number of times that one was called.
    var thefts: Counter { get }

    func refresher(over transport: any HTTPTransport) -> any CredentialRefresher
    /// A request with a marker of its own.
    func request(_ marker: Int) -> CardeaRequest
    /// Whether this is one of those.
    func isMarked(_ request: CardeaRequest) -> Bool
    /// The caller and its marker; `nil` if the response does not name them.
    func reading(_ response: CardeaResponse) -> (user: String, marker: String)?
    /// Does to a user's account what ends all sessions; `false` when it is not sure to be done.
    func administer(_ act: AdministratorsAct, on user: String) async -> Bool
    /// Kills it, and starts it again.
    func restart() async
}

/// A number that many count up.
final class Counter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock(\.self) }
    func add() { number.withLock { $0 += 1 } }
}

/// Administration that ends a user's sessions.
enum AdministratorsAct: CaseIterable {
    case disabling, deletion
}

/// In front of a server: rejects access tokens that are good, and has an endpoint that takes none at all.
final class RejectingTransport: HTTPTransport {
    private let server: any CampaignServer
    private let ledger: Ledger
    private let left = Mutex(0)

    init(_ server: any CampaignServer, ledger: Ledger) {
        self.server = server
        self.ledger = ledger
    }

    /// The number of further requests that it rejects.
    var rejections: Int {
        get { left.withLock(\.self) }
        set { left.withLock { $0 = newValue } }
    }

    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        if request.isForbidden {
            ledger.count(.forbiddenCall)
            return server.rejection
        }
        guard server.isMarked(request), takesOne() else { return try await server.transport.send(request) }
        ledger.count(.rejectedToken)
        return server.rejection
    }

    private func takesOne() -> Bool {
        left.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            return true
        }
    }
}

extension CardeaRequest {
    private static let forbidden = "forbidden"

    /// The same to an endpoint that rejects every token.
    var forbidden: CardeaRequest {
        var request = self
        request.url.append(path: Self.forbidden)
        return request
    }

    fileprivate var isForbidden: Bool { url.path.hasSuffix(Self.forbidden) }
}
