/// Something that an engine did; holds no token.
///
/// Later versions add cases, so keep a default.
public enum SessionTrace: Sendable, Hashable {
    /// An event that listeners get too.
    case event(SessionEvent)
    /// A refresh goes out to the back end; counts from zero how often this one was sent before.
    case refreshSent(retry: Int)
    /// A refresh ended, after so long on the clock that counts sleep; so many requests waited for it.
    case refreshEnded(RefreshOutcome, duration: Duration, held: Int)
    /// A request that was rejected is sent again, with a newer token.
    case replayed
    /// The store did not do what it was asked.
    case storeFailed(StoreOperation, StoreError.Code)
}

/// An operation of the store.
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

/// The result of a refresh.
public enum RefreshOutcome: Sendable, Hashable {
    /// There is a new credential.
    case refreshed
    /// Another process had refreshed the credential; the back end was not asked.
    case takenFromStore
    /// The session has ended.
    case ended(SignOutReason)
    /// It failed, and the session continues.
    case failed(SessionError.Code)
}
