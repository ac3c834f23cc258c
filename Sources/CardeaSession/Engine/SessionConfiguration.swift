/// How a session engine behaves.
public struct SessionConfiguration: Sendable {
    /// The app's own hosts: only requests to these carry the credential.
    public var origins: Set<Origin>

    /// How long before its end an access token is renewed; five minutes unless told.
    ///
    /// A call inside the leeway goes out at once with the token that is still good, while the renewal runs beside
    /// it; a call after the token's end waits for the renewal. When a renewed token does not live twice as
    /// long as the leeway, half of its life counts instead: asking again at once would bring no more.
    public var leeway: Duration

    /// Whether calls inside the leeway wait for the renewal as well; they do not unless told.
    public var holdsInsideLeeway: Bool

    /// The longest that callers wait for one renewal; a minute unless told.
    public var refreshDeadline: Duration

    /// How often a renewal whose answer was lost is sent again before callers hear of it.
    public var retries: RetryPolicy

    /// How often one request is sent again with a newer token; once unless told.
    public var replayLimit: Int

    /// How many renewals may be begun in how long a time; more mean that the server refuses even new tokens.
    public var refreshLimit: RefreshLimit

    /// How many redirects one request may follow; ten unless told.
    public var redirectLimit: Int

    /// Creates a configuration.
    public init(
        origins: Set<Origin>,
        leeway: Duration = .seconds(300),
        holdsInsideLeeway: Bool = false,
        refreshDeadline: Duration = .seconds(60),
        retries: RetryPolicy = RetryPolicy(),
        replayLimit: Int = 1,
        refreshLimit: RefreshLimit = RefreshLimit(),
        redirectLimit: Int = 10
    ) {
        self.origins = origins
        self.leeway = leeway
        self.holdsInsideLeeway = holdsInsideLeeway
        self.refreshDeadline = refreshDeadline
        self.retries = retries
        self.replayLimit = replayLimit
        self.refreshLimit = refreshLimit
        self.redirectLimit = redirectLimit
    }
}

/// How often, and after what delays, something is tried again.
public struct RetryPolicy: Sendable, Hashable {
    /// How many times beyond the first.
    public var limit: Int
    /// The delay before the first retry; each further one doubles it.
    public var delay: Duration
    /// The longest delay.
    public var longestDelay: Duration

    /// Creates a policy: three retries, after one, two and four seconds, unless told.
    public init(limit: Int = 3, delay: Duration = .seconds(1), longestDelay: Duration = .seconds(60)) {
        self.limit = limit
        self.delay = delay
        self.longestDelay = longestDelay
    }

    /// The delay before a retry.
    ///
    /// - Parameter retry: Counts from zero.
    /// - Returns: The delay, doubled for each earlier retry, and never more than the longest.
    public func delay(before retry: Int) -> Duration {
        min(delay * (1 << min(max(retry, 0), 20)), longestDelay)
    }
}

/// How many renewals may be begun in how long a time.
public struct RefreshLimit: Sendable, Hashable {
    /// The number of renewals.
    public var count: Int
    /// The time they are counted over.
    public var period: Duration

    /// Creates a limit: five in thirty seconds unless told.
    public init(count: Int = 5, period: Duration = .seconds(30)) {
        self.count = count
        self.period = period
    }
}

/// What one request asks of the engine.
public struct RequestOptions: Sendable, Hashable {
    /// Whether the request carries the credential.
    public var isAuthorized: Bool
    /// Whether a refusal of the token leads to a renewal and a replay; otherwise the answer is handed back as it is.
    public var isReplayed: Bool
    /// Whether redirects are followed.
    public var followsRedirects: Bool

    /// Creates options: everything on unless told.
    public init(isAuthorized: Bool = true, isReplayed: Bool = true, followsRedirects: Bool = true) {
        self.isAuthorized = isAuthorized
        self.isReplayed = isReplayed
        self.followsRedirects = followsRedirects
    }

    /// The request goes out as it is, without the credential.
    public static let unauthenticated = Self(isAuthorized: false)
}
