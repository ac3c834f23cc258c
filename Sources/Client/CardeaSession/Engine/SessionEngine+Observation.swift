import CardeaLocks

extension SessionEngine {
    /// Calls a listener with the current state, and then with everything that happens.
    ///
    /// It is called outside any lock, in order, on whatever thread the event came from; it may call the engine. A
    /// caller that waited for the event may continue a moment earlier.
    ///
    /// - Parameter listener: The function to call.
    /// - Returns: The registration; the listener is called until that is cancelled.
    @discardableResult
    public func listen(_ listener: @escaping @Sendable (SessionEvent) -> Void) -> SessionObservation {
        let id = core.withLock { $0.listeners.add(listener, hearing: .present($0.machine.state)) }
        deliverEvents()
        return SessionObservation { [weak self] in
            self?.core.withLock { $0.listeners.remove(id) }
        }
    }

    /// The current state, and then everything that happens.
    public var events: AsyncStream<SessionEvent> {
        AsyncStream { continuation in
            let observation = listen { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }

    /// The current state, and then every state that follows; a slow reader sees only the latest.
    public var states: AsyncStream<SessionState> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observation = listen { [weak self] event in
                switch event {
                case .present(let state), .restored(let state): continuation.yield(state)
                case .signedIn, .signedOut, .profileChanged:
                    if let self { continuation.yield(self.state) }
                case .tokenChanged, .refreshFailed, .profileReadFailed, .persistencePending, .persisted: break
                }
            }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}
