/// A refresher made of a closure, for a back end of the app's own.
public struct ClosureRefresher: CredentialRefresher {
    /// The work of a refresh.
    public typealias Refresh =
        @Sendable (Credential, RefreshAttempt) async throws(RefreshFailure) -> Credential

    private let work: Refresh

    /// Creates a refresher.
    public init(_ work: @escaping Refresh) {
        self.work = work
    }

    /// Runs the closure.
    public func refresh(
        _ credential: Credential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> Credential {
        try await work(credential, attempt)
    }
}
