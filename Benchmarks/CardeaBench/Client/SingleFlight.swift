import CardeaSession
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks

/// The least that keeps a token fresh, and the floor under the engine.
///
/// One renewal for everybody, one replay after a 401. It stores nothing, has no deadline, cannot be signed out, and
/// forgets every failure.
final class SingleFlight: Sendable {
    private struct State {
        var token = "1"
        var end: Duration
        var renewal: Task<String, any Error>?
    }

    private let endpoint: TokenEndpoint
    private let transport: any HTTPTransport
    private let clock: any SessionClock
    private let state: Mutex<State>

    init(_ endpoint: TokenEndpoint, _ transport: any HTTPTransport, _ clock: any SessionClock) {
        self.endpoint = endpoint
        self.transport = transport
        self.clock = clock
        state = Mutex(State(end: clock.uptime + TokenEndpoint.lifetime))
    }

    func data(for request: HTTPRequest) async throws -> HTTPResponse {
        let token = try await freshToken()
        let answer = try await send(request, token)
        guard answer.status == 401 else { return answer }
        return try await send(request, try await freshToken(otherThan: token))
    }

    private func send(_ request: HTTPRequest, _ token: String) async throws -> HTTPResponse {
        var request = request
        request.fields[.authorization] = "Bearer \(token)"
        return try await transport.send(request)
    }

    private func freshToken(otherThan refused: String? = nil) async throws -> String {
        let now = clock.uptime
        let (token, renewal) = state.withLock { state in
            if state.renewal == nil, state.end <= now || state.token == refused {
                state.renewal = renew(state.token)
            }
            return (state.token, state.renewal)
        }
        guard let renewal else { return token }
        return try await renewal.value
    }

    private func renew(_ token: String) -> Task<String, any Error> {
        Task.detached { [self] in
            let new = try await endpoint.renew(token)
            state.withLock { $0 = State(token: new, end: clock.uptime + TokenEndpoint.lifetime) }
            return new
        }
    }
}
