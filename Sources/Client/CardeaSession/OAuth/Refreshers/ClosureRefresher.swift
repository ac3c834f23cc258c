/// A refresher made of a closure, for a back end of the app's own.
package struct ClosureRefresher: CredentialRefresher {
    /// The work of a refresh.
    package typealias Refresh =
        @Sendable (SessionCredential, RefreshAttempt) async throws(RefreshFailure) -> SessionCredential

    private let work: Refresh

    /// Creates a refresher.
    package init(_ work: @escaping Refresh) {
        self.work = work
    }

    /// Runs the closure.
    package func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        try await work(credential, attempt)
    }
}
