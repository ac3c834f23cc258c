import CardeaEncodings
import CardeaIdentityDomain

/// The attempts of a channel that run, and the pause that its gateway asked for.
struct DeliverySlots: Sendable {
    /// A gateway cannot stop a channel for longer at a time.
    private static let longestPause = TimeSpan.minutes(5)

    private let schedule: DeliverySchedule
    private var running: [ExactText: Int] = [:]
    private var pauseEnd: Timestamp?

    init(_ schedule: DeliverySchedule) { self.schedule = schedule }

    /// The number of attempts that may begin.
    var free: Int { schedule.concurrency - running.values.reduce(0, +) }

    /// The destinations that have their share of the attempts.
    var busy: [String] {
        running.filter { $0.value >= schedule.concurrencyPerDestination }.keys.map(\.wrappedValue)
    }

    /// The messages that may be attempted now, in their order.
    func admitted<Message: OutboxMessage>(_ messages: [Message]) -> [Message] {
        var next = self
        return messages.filter { message in
            guard next.free > 0, !next.busy.contains(exact: message.destination) else { return false }
            next.begin(message.destination)
            return true
        }
    }

    mutating func begin(_ destination: String) { running[destination.exact, default: 0] += 1 }

    mutating func end(_ destination: String) {
        let left = (running[destination.exact] ?? 0) - 1
        running[destination.exact] = left > 0 ? left : nil
    }

    mutating func pause(for span: TimeSpan, at now: Timestamp) {
        pauseEnd = now + min(span, Self.longestPause)
    }

    /// The time until attempts may begin again; `nil` if they may begin now.
    func pause(at now: Timestamp) -> TimeSpan? {
        // A clock that was set back does not make the pause longer.
        guard let pauseEnd, now < pauseEnd, pauseEnd - now <= Self.longestPause else { return nil }
        return pauseEnd - now
    }
}
