import CardeaSession
import CardeaLocks

/// The events of an app's session.
final class EventLog: Sendable {
    private let events = Mutex<[SessionEvent]>([])

    init(_ engine: SessionEngine) {
        engine.listen { [weak self] event in self?.events.withLock { $0.append(event) } }
    }

    var all: [SessionEvent] { events.withLock(\.self) }

    /// Waits until the app receives an event: its calls may end a moment before.
    func hear(_ event: SessionEvent) async throws {
        try await until("\(event)") { all.contains(event) }
    }
}
