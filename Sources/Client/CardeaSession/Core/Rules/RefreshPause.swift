/// The time after a failed refresh during which others do not begin, or not all of them.
struct RefreshPause: Sendable {
    /// The reason for a refresh.
    enum Purpose: Sendable {
        /// The token has expired, or the app asks for a new one.
        case need
        /// The back end rejected a token that has not expired: it may be good for all other requests.
        case rejection
        /// The app demands a refresh, as a user does who tries again.
        case demand
    }

    let end: Duration
    private let error: SessionError
    /// Whether the back end, or a server in front of it, has responded.
    private let hadResponse: Bool
    /// Whether the back end named its length (`Retry-After`).
    let isNamed: Bool
    /// Whether callers wait for its end: it is short, and the network is well.
    let isWaitedFor: Bool

    /// Decides how long to wait after a failure.
    ///
    /// The back end's own `Retry-After` counts, within the configured limits; otherwise each failure doubles the
    /// delay. If the back end was not reached, a caller may try again at once. If something else responded, such as a
    /// captive portal, the pause is short: the network may be well at any moment.
    ///
    /// - Parameters:
    ///   - error: Why the refresh failed.
    ///   - wasSent: Whether the refresh was sent.
    ///   - isForeign: Whether something else than the back end responded.
    ///   - failures: How many failed before it, in a row.
    ///   - uptime: The present moment.
    ///   - configuration: The limits.
    init(
        after error: SessionError,
        wasSent: Bool,
        isForeign: Bool,
        failures: Int,
        at uptime: Duration,
        _ configuration: SessionConfiguration
    ) {
        let retries = configuration.refreshRetries
        let wanted = error.retryAfter.map { min($0, configuration.longestRefreshPause) }
        let own = retries.delay(before: isForeign ? min(failures, retries.limit - 1) : failures)
        let length = wanted.map { max($0, retries.delay(before: 0)) } ?? own
        let hadResponse = wasSent && error.code == .refreshFailed && error.transport == nil
        end = uptime + length
        isNamed = wanted != nil
        isWaitedFor = hadResponse && length <= retries.longestWait
        self.hadResponse = hadResponse
        self.error = error
    }

    /// The error for a caller that needs a new token during the pause, with the time that remains; `nil` if a refresh
    /// may start.
    func error(at uptime: Duration, for purpose: Purpose) -> SessionError? {
        let counts =
            switch purpose {
            case .need: hadResponse
            case .rejection: true
            case .demand: hadResponse && isNamed
            }
        return uptime < end && counts ? error.retryable(after: end - uptime) : nil
    }
}
