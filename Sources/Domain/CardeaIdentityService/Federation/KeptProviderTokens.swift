package import CardeaIdentityDomain

/// The tokens of a provider that the project keeps (U13).
package struct KeptProviderTokens: Sendable {
    package let tokens: ProviderTokens
    /// When the access token expires, if the provider said it.
    package let expiresAt: Timestamp?
}

extension Federation {
    /// The kept tokens of a user.
    ///
    /// - Returns: `nil` if none are kept, or if the settings say that none are kept any more.
    /// - Throws: `.user(.notFound)`
    package func keptTokens(
        of user: UserID,
        in pool: UserPool,
        at provider: ProviderID,
        by caller: Caller
    ) async throws(IdentityError) -> KeptProviderTokens? {
        let (found, identities, sealed) = try await store.read(
            .user(user, in: pool),
            .identities(of: user, in: pool),
            .providerTokens(of: user, in: pool)
        )
        guard found != nil else { throw .user(.notFound) }
        guard let policy = projects.policy(in: pool, of: caller.app), policy.signIn.keepsProviderTokens,
            let identity = identities.first(where: { $0.id.provider == provider }),
            let sealed = sealed[identity.id]
        else { return nil }
        let tokens = try vault.open(sealed, of: identity.id, in: pool)
        let issuedAt = tokens.issuedAt ?? identity.lastSignedInAt
        let expiresAt = tokens.lifetime.flatMap { lifetime in issuedAt.map { $0 + lifetime } }
        return KeptProviderTokens(tokens: tokens, expiresAt: expiresAt)
    }

    /// Revokes a token of a user at its provider, and deletes the kept tokens.
    ///
    /// - Throws: `.provider`; `.tooManyAttempts`; `.credential(.mismatch)` if the user has no identity at the provider.
    package func revoke(
        _ token: RevocableToken,
        at provider: ProviderID,
        of who: SignedInCaller
    ) async throws(IdentityError) {
        let caller = who.caller
        guard let identity = who.user.identities.first(where: { $0.provider == provider }) else {
            throw .credential(.mismatch)
        }
        try await throttle.verifying(by: caller) { place async throws(ProviderError) in
            try await revoker.revoke(token, of: provider, in: caller.scope, place)
        }
        // A provider ends all tokens of the grant, so the kept ones are of no use.
        try await store.make([.identity(.deleteTokens(identity, who.user.pool))], by: caller.actor)
    }
}
