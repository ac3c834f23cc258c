import CardeaLocks

/// The requests that a server has received so far.
final class ServerLog: Sendable {
    struct State {
        var accepted = 0
        var open = 0
        var mostOpen = 0
        var requests: [String] = []
    }

    private let guarded = Mutex(State())

    var state: State { guarded.withLock { $0 } }

    func opened() {
        guarded.withLock { state in
            state.accepted += 1
            state.open += 1
            state.mostOpen = max(state.mostOpen, state.open)
        }
    }

    func closed() {
        guarded.withLock { $0.open -= 1 }
    }

    func received(_ request: String) {
        guarded.withLock { $0.requests.append(request) }
    }
}
