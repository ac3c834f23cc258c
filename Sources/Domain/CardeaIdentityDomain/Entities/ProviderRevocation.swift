/// The tokens of a deleted identity, until they are revoked at their provider (U13).
///
/// The store makes it with the deletion, so no crash loses it.
package struct ProviderRevocation: Sendable, Equatable {
    package let number: Int64
    package let id: ProviderSubject
    package let pool: UserPool
    package let tokens: SealedProviderTokens
    /// The number of times that the provider was asked in vain.
    package let attempts: Int64

    package init(
        number: Int64,
        id: ProviderSubject,
        pool: UserPool,
        tokens: SealedProviderTokens,
        attempts: Int64
    ) {
        self.number = number
        self.id = id
        self.pool = pool
        self.tokens = tokens
        self.attempts = attempts
    }

    /// When the next attempt is due after another one in vain: in 5 minutes, then each time later, up to a day.
    ///
    /// - Returns: `nil` after about a week: the provider's tokens expire by themselves.
    package func nextAttempt(after now: Timestamp) -> Timestamp? {
        guard attempts < 14 else { return nil }
        return now + .seconds(min(300 << attempts, 86_400))
    }
}
