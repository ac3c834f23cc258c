import CardeaSession
import Locks

/// What an app hears of its session.
final class EventLog: Sendable {
    private let events = Mutex<[SessionEvent]>([])

    init(_ engine: SessionEngine) {
        engine.listen { [weak self] event in self?.events.withLock { $0.append(event) } }
    }

    var all: [SessionEvent] { events.withLock(\.self) }
}
