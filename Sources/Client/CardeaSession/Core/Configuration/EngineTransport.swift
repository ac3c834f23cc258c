import CardeaLocks

/// The transport of the engine that uses it first; without an engine, the system's.
///
/// A refresher and a revoker that are given no transport share the connections of their engine by it.
final class EngineTransport: HTTPTransport {
    private let transport = Mutex<(any HTTPTransport)?>(nil)

    /// Uses a transport from now on, unless one is in use.
    func use(_ other: any HTTPTransport) {
        transport.withLock { $0 = $0 ?? other }
    }

    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        try await chosen.send(request)
    }

    func stream(
        _ request: CardeaRequest,
        sending content: HTTPContent?
    ) async throws(TransportError) -> HTTPStreamedResponse {
        try await chosen.stream(request, sending: content)
    }

    private var chosen: any HTTPTransport {
        transport.withLock { transport in
            let chosen = transport ?? SystemTransport()
            transport = chosen
            return chosen
        }
    }
}
