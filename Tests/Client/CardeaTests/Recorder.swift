import Cardea
import CardeaTesting
import CardeaLocks

/// Writes down what a client tells its listeners.
final class Recorder: Sendable {
    private let events = Mutex<[CardeaEvent]>([])

    init(_ client: CardeaClient) {
        client.listen { [weak self] event in self?.events.withLock { $0.append(event) } }
    }

    var all: [CardeaEvent] { events.withLock(\.self) }

    /// Waits until listeners have been told: that comes after the callers have their responses.
    func hears(_ isAwaited: (CardeaEvent) -> Bool) async -> Bool {
        await eventually { all.contains(where: isAwaited) }
    }
}
