import CardeaSession

/// The state of a listener, and whether the next event can follow it.
struct EventOrder: Sendable {
    private enum Known {
        case nothing
        case state(SessionState)
    }

    private var known = Known.nothing

    /// Takes an event in.
    ///
    /// - Returns: The fault of the event, if there is one; the user whose session it ends, if it does.
    mutating func take(_ event: SessionEvent) -> (wrong: String?, ended: String?) {
        switch (known, event) {
        case (.nothing, .present(let state)):
            known = .state(state)
            return (nil, nil)
        case (.nothing, _), (_, .present):
            return ("an event before the present state, or that state twice: \(event)", nil)
        case (.state(let state), _):
            return take(event, in: state)
        }
    }

    private mutating func take(_ event: SessionEvent, in state: SessionState) -> (String?, String?) {
        switch event {
        case .restored(let restored) where state.profile == nil: known = .state(restored)
        case .signedIn(let profile):
            // A sign-in ends the session before it without an event of its own.
            known = .state(.signedIn(profile))
            return (nil, state.profile?.userID)
        case .signedOut(let reason) where state.mayEnd:
            known = .state(.signedOut(reason))
            return (nil, state.profile?.userID)
        case .profileChanged(let profile) where state.profile != nil: known = .state(.signedIn(profile))
        case .tokenChanged, .refreshFailed, .persistencePending, .persisted:
            if state.profile == nil { fallthrough }
        default: return ("\(event) in the state \(state)", nil)
        }
        return (nil, nil)
    }

    /// The signed-in user, as far as a listener knows.
    var user: String? {
        guard case .state(let state) = known else { return nil }
        return state.profile?.userID
    }

    /// Whether somebody who heard all events believes what is true.
    func agrees(with state: SessionState) -> Bool {
        switch (known, state) {
        case (.state(let known), _) where known == state: true
        // A listener without a sign-in event needs no sign-out event.
        case (.state(.restoring), .signedOut), (.state(.signedOut), .signedOut): true
        default: false
        }
    }
}

extension SessionState {
    /// Whether there is, or may be, a session.
    fileprivate var mayEnd: Bool {
        switch self {
        case .restoring, .signedIn, .signedOut(.storedCredentialUnreadable): true
        case .signedOut: false
        }
    }
}
