/// An account at a provider that cannot be linked.
package enum LinkError: Error, Sendable, Equatable, CaseIterable {
    /// The token of a verified sign-in is unknown, expired, was used, or belongs to another pool.
    case invalidPendingToken
    /// The request names no valid provider, or no ID of the user there.
    case invalidProviderID
    case missingProviderSubject
    /// The identity at the provider belongs to another user.
    case identityTaken
    /// The user has another identity at the same provider.
    case providerAlreadyLinked
}
