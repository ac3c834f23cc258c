public import CardeaSession
internal import CardeaLocks

extension CardeaClient {
    /// The changes of the current user; every sequence begins with the current state.
    public var events: AsyncStream<CardeaEvent> {
        AsyncStream { continuation in
            let observation = listen { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }

    /// Calls `listener` with the current state now, and with everything that happens to the current user from then on.
    ///
    /// It is called on no particular thread, one event at a time, and may call back into the client.
    ///
    /// - Parameter listener: The function to call.
    /// - Returns: The registration; the listener is called until it is cancelled.
    @discardableResult
    public func listen(_ listener: @escaping @Sendable (CardeaEvent) -> Void) -> SessionObservation {
        let id = current.withLock { $0.listeners.add(listener, hearing: .present($0.state)) }
        deliver()
        return SessionObservation { [weak self] in self?.current.withLock { $0.listeners.remove(id) } }
    }

    /// Sets the current state, and notifies listeners.
    func become(_ state: CardeaState, telling event: CardeaEvent) {
        let observation = current.withLock { current in
            defer { current.observation = nil }
            current.state = state
            current.listeners.emit(event)
            return current.observation
        }
        observation?.cancel()
        deliver()
    }

    /// Sets the current user, notifies listeners, and observes the session of the user.
    func becomeCurrent(_ user: CardeaUser, telling event: CardeaEvent) {
        become(.signedIn(user), telling: event)
        let observation = user.session.engine.listen { [weak self, weak user] event in
            guard let self, let user else { return }
            self.forward(event, of: user)
        }
        current.withLock { ($0.observation, $0.slot) = (observation, user.session.slot) }
    }

    private func forward(_ event: SessionEvent, of user: CardeaUser) {
        current.withLock { current in
            guard current.state.user === user else { return }
            switch event {
            // A failure to store the sign-in was reported before the user became the current one.
            case .present(.signedIn) where !user.session.engine.isPersisted:
                current.listeners.emit(.persistencePending(user))
            case .present(.signedIn), .present(.restoring), .present(.signedOut(nil)), .restored, .signedIn:
                break
            case .present(.signedOut(let reason?)), .signedOut(let reason):
                current.state = .signedOut(reason)
                current.listeners.emit(.signedOut(user, reason))
            case .tokenChanged(let cause): current.listeners.emit(.tokenChanged(user, cause))
            case .profileChanged(let profile): current.listeners.emit(.profileChanged(user, profile))
            case .profileReadFailed: current.listeners.emit(.profileReadFailed(user))
            case .persistencePending: current.listeners.emit(.persistencePending(user))
            case .persisted: current.listeners.emit(.persisted(user))
            case .refreshFailed(let code):
                current.listeners.emit(.refreshFailed(user, CardeaError(SessionError(code))))
            }
        }
        deliver()
    }

    private func deliver() {
        EventListeners<CardeaEvent>.deliver { isContinuing in
            current.withLock { $0.listeners.next(isContinuing: isContinuing) }
        }
    }
}
