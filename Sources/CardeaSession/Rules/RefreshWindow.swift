/// Counts the renewals of the recent past.
struct RefreshWindow: Sendable {
    private var begun: [Duration] = []

    /// Notes a renewal, unless the limit is reached.
    mutating func begin(at uptime: Duration, limit: RefreshLimit) -> Bool {
        begun.removeAll { uptime - $0 >= limit.period }
        guard begun.count < limit.count else { return false }
        begun.append(uptime)
        return true
    }

    /// Takes a renewal back that came to nothing before the back end was asked.
    mutating func takeBack(begunAt moment: Duration) {
        if let index = begun.lastIndex(of: moment) { begun.remove(at: index) }
    }

    /// From when on a renewal is within the limit, and as far from the last one as even spacing would have it.
    ///
    /// - Returns: `nil` when the limit allows none at all.
    func opening(limit: RefreshLimit) -> Duration? {
        guard limit.count > 0 else { return nil }
        guard let last = begun.last else { return .zero }
        let spaced = last + limit.period / limit.count
        guard begun.count >= limit.count else { return spaced }
        return max(spaced, begun[begun.count - limit.count] + limit.period)
    }
}
