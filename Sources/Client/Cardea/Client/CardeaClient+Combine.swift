#if canImport(Combine)
internal import CardeaSession
public import Combine

/// The same as `events`, for code that uses Combine, such as a model for systems before iOS 17 and macOS 14.
extension CardeaClient {
    /// The current state, and then everything that happens to the current user; each subscriber gets all of it, in order.
    public var eventPublisher: AnyPublisher<CardeaEvent, Never> {
        .ofListener { [weak self] listener in self?.listen(listener) }
    }

    /// The current state, and then every state that follows.
    public var statePublisher: AnyPublisher<CardeaState, Never> {
        AnyPublisher.ofListener { [weak self] listener in
            self?.listen { [weak self] _ in if let self { listener(self.state) } }
        }
        .removeDuplicates().eraseToAnyPublisher()
    }
}
#endif
