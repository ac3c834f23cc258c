extension RetrySchedule {
    /// The longest pause that the callers of a refresh wait for: the last delay.
    var longestWait: Duration { delay(before: limit - 1) }

    /// The delay before a refresh that failed is sent again, while its callers wait.
    ///
    /// A refresh whose outcome is uncertain is sent again with the same key. A back end that names a short pause gets it;
    /// one that names a longer pause than this policy's longest delay is left alone, and the callers are notified.
    ///
    /// - Parameters:
    ///   - failure: Why it failed.
    ///   - count: How often it was sent again already.
    /// - Returns: The delay; `nil` if it is not sent again now.
    func delay(after failure: RefreshFailure, count: Int) -> Duration? {
        guard count < limit, (failure.retryAfter ?? .zero) <= longestWait else { return nil }
        switch failure.outcome {
        case .rejected: return nil
        case .transient: return failure.retryAfter.map { max($0, delay(before: count)) }
        case .uncertain: return max(failure.retryAfter ?? .zero, delay(before: count))
        }
    }
}
