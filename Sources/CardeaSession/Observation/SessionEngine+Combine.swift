#if canImport(Combine)
// Its subjects may be used from any thread, which older SDKs do not say.
@preconcurrency public import Combine
import Locks

/// The same as `events` and `states`, for code that uses Combine. Not compiled by this project's CI.
extension SessionEngine {
    /// The present state, and then everything that happens; each subscriber gets all of it, in order.
    public var eventPublisher: AnyPublisher<SessionEvent, Never> {
        publisher(\.self)
    }

    /// The present state, and then every state that follows.
    public var statePublisher: AnyPublisher<SessionState, Never> {
        publisher { [weak self] _ in self?.state }.compactMap(\.self).removeDuplicates().eraseToAnyPublisher()
    }

    private func publisher<Output: Sendable>(
        _ output: @escaping @Sendable (SessionEvent) -> Output
    ) -> AnyPublisher<Output, Never> {
        Deferred { [weak self] in
            let subject = PassthroughSubject<Output, Never>()
            let registration = Registration()
            // The buffer is there before the listener, so that the present state waits for the first demand.
            return subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest).handleEvents(
                receiveSubscription: { _ in
                    registration.hold(self?.listen { subject.send(output($0)) })
                },
                receiveCancel: { registration.end() }
            )
        }.eraseToAnyPublisher()
    }
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
