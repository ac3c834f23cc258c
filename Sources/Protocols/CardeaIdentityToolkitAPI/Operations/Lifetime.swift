import CardeaIdentityDomain

extension TimeSpan {
    /// The access-token lifetimes that a sign-in can ask for, in seconds (K6); the project's maximum caps them.
    ///
    /// The upper bound is a hundred years: above every project's maximum, and small enough to count in milliseconds.
    static let secondsToAskFor: ClosedRange<Int64> = 1...3_155_760_000
}
