/// The listeners and the events that are on their way to them, in order.
///
/// Events are queued under the lock of the state that they describe. One thread at a time delivers them outside the
/// lock: a listener may call back in.
package struct EventListeners<Event: Sendable>: Sendable {
    package typealias Listener = @Sendable (Event) -> Void

    private var listeners: [(id: UInt64, call: Listener)] = []
    private var queue: [(event: Event, listeners: [Listener])] = []
    private var lastID: UInt64 = 0
    private var isDelivering = false

    package init() {}

    /// Adds a listener that receives `event` first.
    package mutating func add(_ listener: @escaping Listener, hearing event: Event) -> UInt64 {
        lastID += 1
        listeners.append((lastID, listener))
        queue.append((event, [listener]))
        return lastID
    }

    package mutating func remove(_ id: UInt64) {
        listeners.removeAll { $0.id == id }
    }

    /// Queues an event for those who listen now.
    package mutating func emit(_ event: Event) {
        guard !listeners.isEmpty else { return }
        queue.append((event, listeners.map(\.call)))
    }

    /// Delivers what is queued, unless another thread does so already.
    ///
    /// - Parameter next: Calls `next(isContinuing:)` under the lock that guards the listeners.
    package static func deliver(_ next: (_ isContinuing: Bool) -> (() -> Void)?) {
        var isContinuing = false
        while let delivery = next(isContinuing) {
            delivery()
            isContinuing = true
        }
    }

    /// Removes the next delivery; `nil` if there is no delivery, or if another thread delivers.
    package mutating func next(isContinuing: Bool) -> (() -> Void)? {
        guard isContinuing || !isDelivering else { return nil }
        isDelivering = !queue.isEmpty
        guard isDelivering else { return nil }
        let (event, listeners) = queue.removeFirst()
        return { for listener in listeners { listener(event) } }
    }
}

/// A listener's registration; the listener is called until this is cancelled.
public struct SessionObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    package init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Stops the listener; an event that is already on its way may still arrive.
    public func cancel() {
        onCancel()
    }
}
