public import CardeaHTTPMessages

/// The number of further tries of something, and the delays before them.
public struct RetrySchedule: Sendable, Hashable {
    /// The number of times beyond the first.
    public var limit: Int
    /// The delay before the first retry; each further one doubles it.
    public var delay: Duration
    /// The longest delay.
    public var longestDelay: Duration
    /// The random part of a delay, from 0 (none) to 1 (all).
    ///
    /// It prevents that many devices retry at the same moment.
    public var jitter: Double

    /// Creates a policy: three retries, after one, two and four seconds by default.
    public init(
        limit: Int = 3,
        delay: Duration = .seconds(1),
        longestDelay: Duration = .seconds(60),
        jitter: Double = 0
    ) {
        self.limit = limit
        self.delay = delay
        self.longestDelay = longestDelay
        self.jitter = jitter
    }

    /// The delay before a retry, with nothing left to chance.
    ///
    /// - Parameter retry: Counts from zero.
    /// - Returns: The delay, doubled for each earlier retry, and never more than the longest.
    public func delay(before retry: Int) -> Duration {
        min(delay * (1 << min(max(retry, 0), 20)), longestDelay)
    }

    /// The delay before a retry, shortened by chance.
    ///
    /// - Parameters:
    ///   - retry: Counts from zero.
    ///   - random: Decides how much of the jitter comes off.
    /// - Returns: The delay.
    public func delay(before retry: Int, using random: inout some RandomNumberGenerator) -> Duration {
        guard jitter > 0 else { return delay(before: retry) }
        return delay(before: retry) * (1 - min(jitter, 1) * Double.random(in: 0...1, using: &random))
    }
}

/// Which requests that failed are sent again by themselves, and when.
///
/// Time-outs, lost connections and connections that could not be made, and responses that say "not now". A request with
/// a non-idempotent method (RFC 9110 §9.2.2) is sent again only if the server certainly did not receive it; one that
/// was cancelled, or whose content is gone, never.
public struct RequestRetries: Sendable, Hashable {
    /// The number of tries, and the delays before them.
    public var policy: RetrySchedule
    /// The statuses that say "not now".
    public var statuses: Set<Int>
    /// The methods of requests that may reach the server twice.
    public var methods: Set<RequestMethod>
    /// The longest `Retry-After` that is waited for, within `RequestOptions.deadline`; a response that asks for more goes to
    /// the caller.
    public var longestRetryAfter: Duration

    /// Creates rules: three retries after about one, two and four seconds, of idempotent methods, after 429, 502,
    /// 503 and 504 by default.
    public init(
        policy: RetrySchedule = RetrySchedule(jitter: 0.5),
        statuses: Set<Int> = [429, 502, 503, 504],
        methods: Set<RequestMethod> = RequestMethod.idempotent,
        longestRetryAfter: Duration = .seconds(60)
    ) {
        self.policy = policy
        self.statuses = statuses
        self.methods = methods
        self.longestRetryAfter = longestRetryAfter
    }

    /// Nothing is sent again.
    public static let none = Self(policy: RetrySchedule(limit: 0))
}
