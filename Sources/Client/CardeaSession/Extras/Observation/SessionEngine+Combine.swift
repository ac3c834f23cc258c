#if canImport(Combine)
public import Combine
import CardeaLocks

/// The same as `events` and `states`, for code that uses Combine.
extension SessionEngine {
    /// The current state, and then everything that happens; each subscriber gets all of it, in order.
    public var eventPublisher: AnyPublisher<SessionEvent, Never> {
        .ofListener { [weak self] listener in self?.listen(listener) }
    }

    /// The current state, and then every state that follows.
    public var statePublisher: AnyPublisher<SessionState, Never> {
        AnyPublisher.ofListener { [weak self] listener in
            self?.listen { [weak self] _ in if let self { listener(self.state) } }
        }
        .removeDuplicates().eraseToAnyPublisher()
    }
}

extension AnyPublisher where Output: Sendable, Failure == Never {
    /// A publisher of what a listener hears; each subscriber has a listener of its own.
    package static func ofListener(
        _ listen: @escaping @Sendable (@escaping @Sendable (Output) -> Void) -> SessionObservation?
    ) -> Self {
        Deferred {
            let subject = SharedSubject<Output>()
            let registration = Registration()
            // The buffer is there before the listener, so that the current state waits for the first demand.
            return subject.value.buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest).handleEvents(
                receiveSubscription: { _ in registration.hold(listen { subject.value.send($0) }) },
                receiveCancel: { registration.end() }
            )
        }.eraseToAnyPublisher()
    }
}

/// A subject, which may be used from any thread; the SDKs before Xcode 26 do not say so.
private struct SharedSubject<Output>: @unchecked Sendable {
    let value = PassthroughSubject<Output, Never>()
}

/// A subscriber's listener.
private final class Registration: Sendable {
    private let observation = Mutex<SessionObservation?>(nil)

    func hold(_ observation: SessionObservation?) {
        self.observation.withLock { $0 = observation }
    }

    func end() {
        observation.withLock(\.self)?.cancel()
    }
}
#endif
