/// How a session engine behaves.
public struct SessionConfiguration: Sendable {
    /// The app's own hosts: only requests to these carry the credential.
    public var origins: Set<Origin>

    /// How long before its end an access token is renewed; five minutes unless told.
    ///
    /// A call inside the leeway goes out at once with the token that is still good, while the renewal runs beside
    /// it; a call after the token's end waits for the renewal. If half of a token's lifetime is shorter than the
    /// leeway, half of the lifetime counts instead, wherever the token came from.
    public var leeway: Duration

    /// Whether calls inside the leeway wait for the renewal as well; they do not unless told.
    public var holdsInsideLeeway: Bool

    /// The longest that callers wait for one renewal; a minute unless told.
    public var refreshDeadline: Duration

    /// How often a renewal whose answer was lost is sent again before callers hear of it.
    public var refreshRetries: RetryPolicy

    /// Which of the app's requests are sent again by themselves when they fail, and when.
    public var requestRetries: RequestRetries

    /// How often one request is sent again with a newer token; once unless told.
    public var replayLimit: Int

    /// How many refreshes may follow the rejection of tokens before their announced end, in how long a time.
    ///
    /// More mean that new tokens do not help. Then a rejection goes to its own caller, and all other requests go on.
    /// Refreshes of tokens that reached their end do not count, nor those that brought no new token.
    public var refreshLimit: RefreshLimit

    /// The longest pause after a refresh that the back end turned away with `Retry-After`; ten minutes by default.
    public var longestRefreshPause: Duration

    /// Renewals by a timer, so that no request meets a token near its end; none unless told.
    public var refreshAhead: RefreshAhead?

    /// Whether a restored credential is renewed at once, beside the first requests; it is not unless told.
    public var refreshesAtStart: Bool

    /// The longest that requests wait, after a renewal, for the profile to be read again; ten seconds unless told.
    public var profileDeadline: Duration

    /// Gets renewals the time to end before the process is suspended; what the system gives unless told.
    public var backgroundTime: any BackgroundTime

    /// How many redirects one request may follow; ten unless told.
    public var redirectLimit: Int

    /// Creates a configuration.
    public init(
        origins: Set<Origin>,
        leeway: Duration = .seconds(300),
        holdsInsideLeeway: Bool = false,
        refreshDeadline: Duration = .seconds(60),
        refreshRetries: RetryPolicy = RetryPolicy(),
        requestRetries: RequestRetries = RequestRetries(),
        replayLimit: Int = 1,
        refreshLimit: RefreshLimit = RefreshLimit(),
        longestRefreshPause: Duration = .seconds(600),
        refreshAhead: RefreshAhead? = nil,
        refreshesAtStart: Bool = false,
        profileDeadline: Duration = .seconds(10),
        backgroundTime: any BackgroundTime = SystemBackgroundTime(),
        redirectLimit: Int = 10
    ) {
        self.origins = origins
        self.leeway = leeway
        self.holdsInsideLeeway = holdsInsideLeeway
        self.refreshDeadline = refreshDeadline
        self.refreshRetries = refreshRetries
        self.requestRetries = requestRetries
        self.replayLimit = replayLimit
        self.refreshLimit = refreshLimit
        self.longestRefreshPause = longestRefreshPause
        self.refreshAhead = refreshAhead
        self.refreshesAtStart = refreshesAtStart
        self.profileDeadline = profileDeadline
        self.backgroundTime = backgroundTime
        self.redirectLimit = redirectLimit
    }
}

/// How many refreshes may begin in how long a time.
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
