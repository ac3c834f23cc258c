import Cardea
import CardeaLocks

/// A network with a switch, so that one can see what the app does without it.
final class SwitchableTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let online = Atomic(true)

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    var isOnline: Bool {
        get { online.load(ordering: .relaxed) }
        set { online.store(newValue, ordering: .relaxed) }
    }

    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        guard isOnline else {
            throw TransportError(.cannotConnect, mayHaveBeenReceived: false, description: "switched off")
        }
        return try await transport.send(request)
    }
}
