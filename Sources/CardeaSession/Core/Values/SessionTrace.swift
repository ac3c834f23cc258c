/// Something that an engine did; holds no token.
///
/// Later versions add cases, so keep a default.
public enum SessionTrace: Sendable, Hashable {
    /// What the listeners hear as well.
    case event(SessionEvent)
    /// A refresh goes out to the back end; counts from zero how often this one was sent before.
    case refreshSent(retry: Int)
    /// A refresh ended.
    case refreshEnded(RefreshReport)
    /// A request that was rejected is sent again, with a newer token.
    case replayed
    /// The store did not do what it was asked.
    case storeFailed(StoreOperation, StoreError.Code)
}

/// What the engine asks of a store.
public enum StoreOperation: String, Sendable, Hashable, CaseIterable {
    /// Reading the record.
    case load
    /// Writing it.
    case save
    /// Deleting it.
    case delete
    /// Getting exclusive access.
    case exclusiveAccess
}

/// How a refresh went.
public struct RefreshReport: Sendable, Hashable {
    /// What a refresh came to.
    public enum Outcome: Sendable, Hashable {
        /// There is a new credential.
        case refreshed
        /// Another process had refreshed the credential; the back end was not asked.
        case takenFromStore
        /// The session is over.
        case ended(SignOutReason)
        /// It failed, and the session goes on.
        case failed(SessionError.Code)
    }

    /// What it came to.
    public let outcome: Outcome
    /// How long it took, on the clock that counts sleep.
    public let duration: Duration
    /// How many requests waited for it when it ended.
    public let held: Int
}
