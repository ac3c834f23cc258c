extension SessionTrace: CustomStringConvertible {
    /// One line for a log; says nothing about the user.
    public var description: String {
        switch self {
        case .event(let event): "session: \(event.summary)"
        case .refreshSent(let retry): "refresh: sent" + (retry > 0 ? " again (\(retry))" : "")
        case .refreshEnded(let outcome, let duration, let held):
            "refresh: \(outcome.summary) after \(duration), \(held) held"
        case .replayed: "request: sent again with a newer token"
        case .storeFailed(let operation, let code): "store: \(operation.rawValue) failed: \(code.rawValue)"
        }
    }

    /// Whether somebody should look at it.
    public var isWarning: Bool {
        switch self {
        case .event(.refreshFailed), .event(.profileReadFailed), .event(.persistencePending), .storeFailed:
            true
        case .event(.signedOut(let reason)): reason != .requested
        default: false
        }
    }
}

extension SessionEvent {
    /// The event, without the user's data.
    fileprivate var summary: String {
        switch self {
        case .present(let state): "is \(state.summary)"
        case .restored(let state): "restored: \(state.summary)"
        case .signedIn: "signed in"
        case .signedOut(let reason): "signed out: \(reason.rawValue)"
        case .tokenChanged(let cause): "new access token: \(cause)"
        case .profileChanged: "profile changed"
        case .refreshFailed(let code): "refresh failed: \(code.rawValue)"
        case .profileReadFailed: "profile could not be read"
        case .persistencePending: "credential not stored yet"
        case .persisted: "credential stored"
        }
    }
}

extension SessionState {
    fileprivate var summary: String {
        switch self {
        case .restoring: "restoring"
        case .signedOut(let reason): "signed out" + (reason.map { ": \($0.rawValue)" } ?? "")
        case .signedIn: "signed in"
        }
    }
}

extension RefreshOutcome {
    fileprivate var summary: String {
        switch self {
        case .refreshed: "refreshed"
        case .takenFromStore: "taken from the store"
        case .ended(let reason): "ended the session: \(reason.rawValue)"
        case .failed(let code): "failed: \(code.rawValue)"
        }
    }
}
