/// The time after a failed refresh during which others do not begin, or not all of them.
struct RefreshPause: Sendable {
    /// The reason for a refresh.
    enum Purpose: Sendable {
        /// The token has expired, or the app asks for a new one.
        case need
        /// The back end rejected a token that has not expired: it may be good for all other requests.
        case rejection
    }

    let end: Duration
    private let error: SessionError
    /// Whether the back end, or a server in front of it, has responded.
    private let hadResponse: Bool

    /// Decides how long to wait after a failure.
    ///
    /// The back end's own `Retry-After` counts, within the configured limits; otherwise each failure doubles the
    /// delay. If the back end was not reached, a caller may try again at once.
    ///
    /// - Parameters:
    ///   - error: Why the refresh failed.
    ///   - wasSent: Whether the refresh was sent.
    ///   - failures: How many failed before it, in a row.
    ///   - uptime: The present moment.
    ///   - configuration: The limits.
    init(
        after error: SessionError,
        wasSent: Bool,
        failures: Int,
        at uptime: Duration,
        _ configuration: SessionConfiguration
    ) {
        let retries = configuration.refreshRetries
        let wanted = error.retryAfter.map { min($0, configuration.longestRefreshPause) }
        end = uptime + (wanted.map { max($0, retries.delay(before: 0)) } ?? retries.delay(before: failures))
        hadResponse = wasSent && error.code == .refreshFailed && error.transport == nil
        self.error = error
    }

    /// The error for a caller that needs a new token during the pause, with the time that remains; `nil` if a refresh
    /// may start.
    func error(at uptime: Duration, for purpose: Purpose) -> SessionError? {
        guard uptime < end, hadResponse || purpose == .rejection else { return nil }
        return error.retryable(after: end - uptime)
    }
}
