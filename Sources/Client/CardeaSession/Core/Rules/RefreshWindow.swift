/// The refreshes of the recent past that count towards `RefreshLimit`: many of them show that new tokens do not help.
///
/// A refresh counts in two cases: the back end rejected a token that had not expired, or a token had already expired
/// when it arrived.
struct RefreshWindow: Sendable {
    private var begun: [Duration] = []

    /// Counts a refresh.
    mutating func count(begunAt moment: Duration) {
        begun.append(moment)
    }

    /// Whether no more may begin at present.
    mutating func isFull(at uptime: Duration, limit: RefreshLimit) -> Bool {
        begun.removeAll { uptime - $0 >= limit.period }
        return begun.count >= limit.count
    }
}

/// The number of refreshes that may begin in a time.
struct RefreshLimit: Sendable, Hashable {
    var count: Int = 5
    var period: Duration = .seconds(30)
}

extension SessionConfiguration {
    var limit: RefreshLimit { RefreshLimit(count: refreshLimit, period: refreshLimitPeriod) }
}
