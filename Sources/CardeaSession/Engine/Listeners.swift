/// The listeners and the events that are on their way to them, in order.
///
/// Events are queued under the engine's lock and delivered outside it, by one thread at a time; a listener that
/// calls back into the engine only lengthens the queue.
struct Listeners: Sendable {
    typealias Listener = @Sendable (SessionEvent) -> Void

    private struct Delivery {
        let event: SessionEvent
        let listeners: [Listener]
    }

    private var listeners: [UInt64: Listener] = [:]
    private var order: [UInt64] = []
    private var lastID: UInt64 = 0
    private var queue: [Delivery] = []
    private var isDelivering = false

    /// Adds a listener, whose first event is the present state.
    mutating func add(_ listener: @escaping Listener, present state: SessionState) -> UInt64 {
        lastID += 1
        listeners[lastID] = listener
        order.append(lastID)
        queue.append(Delivery(event: .present(state), listeners: [listener]))
        return lastID
    }

    mutating func remove(_ id: UInt64) {
        listeners[id] = nil
        order.removeAll { $0 == id }
    }

    /// Queues an event for those who listen now.
    mutating func emit(_ event: SessionEvent) {
        guard !order.isEmpty else { return }
        queue.append(Delivery(event: event, listeners: order.compactMap { listeners[$0] }))
    }

    /// Takes the next delivery, unless another thread than the calling one is delivering already.
    mutating func next(isContinuing: Bool) -> (() -> Void)? {
        guard isContinuing || !isDelivering else { return nil }
        isDelivering = !queue.isEmpty
        guard isDelivering else { return nil }
        let delivery = queue.removeFirst()
        return { for listener in delivery.listeners { listener(delivery.event) } }
    }
}

/// A listener's registration; the listener is called until this is cancelled.
public struct SessionObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Stops the listener; an event that is already on its way may still arrive.
    public func cancel() {
        onCancel()
    }
}
