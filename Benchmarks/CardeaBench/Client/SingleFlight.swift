import CardeaSession
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks

/// The least that keeps a token fresh, and the floor under the engine.
///
/// One refresh for everybody, one replay after a 401. It stores nothing, has no deadline, cannot be signed out, and
/// forgets every failure.
final class SingleFlight: Sendable {
    private struct State {
        var token = "1"
        var end: Duration
        var refresh: Task<String, any Error>?
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

    func data(for request: CardeaRequest) async throws -> CardeaResponse {
        let token = try await freshToken()
        let response = try await send(request, token)
        guard response.status == 401 else { return response }
        return try await send(request, try await freshToken(otherThan: token))
    }

    private func send(_ request: CardeaRequest, _ token: String) async throws -> CardeaResponse {
        var request = request
        request.fields[.authorization] = "Bearer \(token)"
        return try await transport.send(request)
    }

    private func freshToken(otherThan rejected: String? = nil) async throws -> String {
        let now = clock.uptime
        let (token, refresh) = state.withLock { state in
            if state.refresh == nil, state.end <= now || state.token == rejected {
                state.refresh = refreshTask(state.token)
            }
            return (state.token, state.refresh)
        }
        guard let refresh else { return token }
        return try await refresh.value
    }

    private func refreshTask(_ token: String) -> Task<String, any Error> {
        Task.detached { [self] in
            let new = try await endpoint.refresh(token)
            state.withLock { $0 = State(token: new, end: clock.uptime + TokenEndpoint.lifetime) }
            return new
        }
    }
}
