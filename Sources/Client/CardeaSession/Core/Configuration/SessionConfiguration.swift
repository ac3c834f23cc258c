public import Foundation

/// The behavior of a session engine.
public struct SessionConfiguration: Sendable {
    /// The app's own hosts: only requests to these carry the credential.
    public var origins: Set<WebOrigin>

    /// The time before its end at which an access token is refreshed; defaults to five minutes.
    ///
    /// A request inside the expiry margin is sent at once with the token that is still valid, while the refresh runs; a
    /// call after the token's end waits for the refresh. If half of a token's lifetime is shorter than the expiry
    /// margin, half of the lifetime counts instead.
    public var expiryMargin: Duration

    /// Whether calls inside the expiry margin wait for the refresh as well; they do not by default.
    public var waitsInsideExpiryMargin: Bool

    /// The longest that callers wait for one refresh; defaults to a minute.
    public var refreshDeadline: Duration

    /// The number of times that a refresh whose response was lost is sent again before callers are notified.
    public var refreshRetries: RetrySchedule

    /// Which of the app's requests are sent again by themselves when they fail, and when.
    public var requestRetries: RequestRetries

    /// The number of times that one request is sent again with a newer token; defaults to once.
    public var replayLimit: Int

    /// The number of refreshes that may follow the rejection of tokens before their announced end, in
    /// `refreshLimitPeriod`; defaults to
    /// five.
    ///
    /// More mean that new tokens do not help. Then a rejection goes to its own caller, and all other requests continue.
    /// Refreshes of tokens that reached their end do not count, nor those that brought no new token.
    public var refreshLimit: Int

    /// The time over which `refreshLimit` counts; defaults to 30 seconds.
    public var refreshLimitPeriod: Duration

    /// The longest pause after a refresh that the back end turned away with `Retry-After`; ten minutes by default.
    public var longestRefreshPause: Duration

    /// Refreshes by a timer, so that no request meets a token near its end; none by default.
    public var refreshAhead: RefreshAhead?

    /// Whether a restored credential is refreshed at once, beside the first requests; it is not by default.
    public var refreshesAtStart: Bool

    /// The longest that requests wait, after a refresh, for the profile to be read again; defaults to ten seconds.
    public var profileDeadline: Duration

    /// Gets refreshes the time to end before the process is suspended.
    package var backgroundTime: any BackgroundTime = SystemBackgroundTime()

    /// Tell that a network or the user is back, which ends the pause after failed refreshes.
    package var returnMonitors: [any ActivityMonitor] = SystemReturn.monitors

    /// The largest number of redirects that one request follows; defaults to ten.
    public var redirectLimit: Int

    /// Creates a configuration.
    public init(
        origins: Set<WebOrigin>,
        expiryMargin: Duration = .seconds(300),
        waitsInsideExpiryMargin: Bool = false,
        refreshDeadline: Duration = .seconds(60),
        refreshRetries: RetrySchedule = RetrySchedule(),
        requestRetries: RequestRetries = RequestRetries(),
        replayLimit: Int = 1,
        refreshLimit: Int = 5,
        refreshLimitPeriod: Duration = .seconds(30),
        longestRefreshPause: Duration = .seconds(600),
        refreshAhead: RefreshAhead? = nil,
        refreshesAtStart: Bool = false,
        profileDeadline: Duration = .seconds(10),
        redirectLimit: Int = 10
    ) {
        self.origins = origins
        self.expiryMargin = expiryMargin
        self.waitsInsideExpiryMargin = waitsInsideExpiryMargin
        self.refreshDeadline = refreshDeadline
        self.refreshRetries = refreshRetries
        self.requestRetries = requestRetries
        self.replayLimit = replayLimit
        self.refreshLimit = refreshLimit
        self.refreshLimitPeriod = refreshLimitPeriod
        self.longestRefreshPause = longestRefreshPause
        self.refreshAhead = refreshAhead
        self.refreshesAtStart = refreshesAtStart
        self.profileDeadline = profileDeadline
        self.redirectLimit = redirectLimit
    }
}

extension SessionConfiguration {
    /// Creates a configuration with the defaults, for an app with one host of its own.
    ///
    ///     SessionConfiguration(origin: api)
    ///
    /// - Parameter url: An address of the app's own host; its scheme, host and port count. The program stops if it is not an
    ///   absolute `http` or `https` address.
    public init(origin url: URL) {
        guard let origin = WebOrigin(url) else {
            preconditionFailure("\(url) is not an absolute http or https address")
        }
        self.init(origins: [origin])
    }
}
