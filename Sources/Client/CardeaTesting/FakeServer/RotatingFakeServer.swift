public import CardeaSession
public import Foundation
internal import CardeaHTTPMessages
public import CardeaHTTPTransport
internal import CardeaLocks

/// An identity server in memory, for the tests of apps: a transport that responds to some operations as `cardea serve` does.
///
/// It supports sign-up and sign-in by password, guests, lookup, update (name, picture, address, password), deletion, refresh,
/// and revocation. Other operations, such as phone codes, links, providers, custom tokens and tenants, fail with the server's
/// code `UNSUPPORTED_BY_FAKE_SERVER`: use `cardea emulator` for them.
///
/// It keeps users, signs them in, and rotates one-time refresh tokens. It ends a session whose token is used twice, and
/// rejects old access tokens. Requests and responses can be lost, delayed or replaced.
///
///     let server = RotatingFakeServer(clock: clock)
///     let client = CardeaClient(.init(server: .cardea(server.url), apiKey: "any", transport: server, clock: clock))
///     let user = try await client.signUp(email: "ada@example.com", password: "correct horse")
///     server.inject(.lostResponse, at: .token)
///     _ = try await user.accessToken(forcingRefresh: true)
///     #expect(server.rotations == 1)
public final class RotatingFakeServer: HTTPTransport {
    /// Where the server pretends to be.
    public let url: URL
    let state: Mutex<FakeServerState>
    let traffic = FakeTraffic()
    private let clock: any SessionClock

    /// Creates a server without users.
    ///
    /// - Parameters:
    ///   - settings: The settings of the fake project.
    ///   - clock: The clock of the tokens; pass the same one to the client.
    public init(settings: Settings = Settings(), clock: (any SessionClock)? = nil) {
        guard let url = URL(string: "https://identity.invalid") else { preconditionFailure("not an address") }
        self.url = url
        self.clock = clock ?? SystemClock()
        state = Mutex(FakeServerState(settings: settings))
    }

    /// Responds to a request, as well or badly as the test wants.
    public func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        let endpoint = Endpoint(request)
        traffic.record(request, at: endpoint)
        try await traffic.pass(endpoint)
        guard traffic.isOnline else { throw Self.unreachable }
        switch traffic.nextFault(at: endpoint) {
        case nil:
            return response(request, at: endpoint)
        case .lostRequest:
            throw Self.unreachable
        case .lostResponse:
            _ = response(request, at: endpoint)
            throw TransportError(
                .connectionLost,
                mayHaveBeenReceived: true,
                description: "the response was lost"
            )
        case .status(let status):
            return CardeaResponse(status: status)
        case .rejection(let code, let status):
            return FakeResponse(rejection: FakeRejection(code, status: status)).response
        case .portal:
            return .portal
        case .delay(let duration):
            let response = response(request, at: endpoint)
            do {
                try await clock.sleep(for: duration)
            } catch {
                throw .cancelled
            }
            return response
        }
    }

    private func response(_ request: CardeaRequest, at endpoint: Endpoint) -> CardeaResponse {
        let now = clock.now
        var response = state.withLock { $0.response(request, at: endpoint, now: now) }
        if response.rotated { traffic.countRotation() }
        response.response.fields[.date] = HTTPDate.format(now)
        return response.response
    }

    private static let unreachable = TransportError(
        .cannotConnect,
        mayHaveBeenReceived: false,
        description: "the network is off"
    )
}
