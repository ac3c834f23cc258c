/// How many failures are forgiven, and how fast they are forgotten.
package struct AttemptPolicy: Sendable, Equatable {
    /// Failures in a row on one account from one network.
    package var accountBurst = 10
    /// The time in which one of them is forgotten.
    package var accountRecovery = TimeSpan.minutes(1)
    /// Failures on whatever accounts from one network.
    package var networkBurst = 200
    package var networkRecovery = TimeSpan.seconds(5)
    /// The most counts that are kept; beyond it the most forgiven ones go.
    package var capacity = 100_000

    package init() {}
}
