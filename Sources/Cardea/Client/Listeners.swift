/// The listeners and the events that are on their way to them, in order.
///
/// Events are queued under the lock that guards the state they tell of, and delivered outside it, by one thread at
/// a time: a listener may call back in.
struct Listeners<Event: Sendable>: Sendable {
    typealias Listener = @Sendable (Event) -> Void

    private var listeners: [(id: UInt64, call: Listener)] = []
    private var queue: [(event: Event, listeners: [Listener])] = []
    private var lastID: UInt64 = 0
    private var isDelivering = false

    /// Adds a listener that hears `event` first.
    mutating func add(_ listener: @escaping Listener, hearing event: Event) -> UInt64 {
        lastID += 1
        listeners.append((lastID, listener))
        queue.append((event, [listener]))
        return lastID
    }

    mutating func remove(_ id: UInt64) {
        listeners.removeAll { $0.id == id }
    }

    /// Queues an event for those who listen now.
    mutating func emit(_ event: Event) {
        queue.append((event, listeners.map(\.call)))
    }

    /// Takes the next delivery; `nil` when there is none, or when another thread delivers.
    mutating func next(isContinuing: Bool) -> (() -> Void)? {
        guard isContinuing || !isDelivering else { return nil }
        isDelivering = !queue.isEmpty
        guard isDelivering else { return nil }
        let (event, listeners) = queue.removeFirst()
        return { for listener in listeners { listener(event) } }
    }
}
