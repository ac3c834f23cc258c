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
}
