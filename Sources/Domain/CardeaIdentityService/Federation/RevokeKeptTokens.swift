import CardeaIdentityDomain

extension Federation {
    /// Revokes, at their providers, tokens of identities that were deleted.
    ///
    /// - Parameter limit: The largest number of identities.
    /// - Returns: The number that were revoked, and whether more may be due.
    /// - Throws: An error of the store.
    package func revokeTokensOfDeletedIdentities(
        limit: Int
    ) async throws(IdentityError) -> (revoked: Int, hasMore: Bool) {
        let due = try await store.read(.providerRevocations(dueAt: clock.now(), limit: limit))
        var revoked = 0
        for revocation in due {
            if try await revoke(revocation) { revoked += 1 }
        }
        return (revoked, due.count == limit)
    }

    private func revoke(_ revocation: ProviderRevocation) async throws(IdentityError) -> Bool {
        let now = clock.now()
        guard let tokens = try? vault.open(revocation.tokens, of: revocation.id, in: revocation.pool),
            let scope = projects.scope(in: revocation.pool, of: nil)
        else {
            // They belong to another master key, or to a project or a tenant that was deleted.
            try await store.make([.identity(.finishRevocation(revocation.number))], by: .server)
            return false
        }
        let candidates = [
            tokens.refreshToken.map { RevocableToken.refreshToken($0, clientID: tokens.clientID) },
            tokens.accessToken.map { RevocableToken.accessToken($0, clientID: tokens.clientID) },
        ]
        var isRevoked = false
        for token in candidates.compactMap(\.self) {
            do throws(ProviderError) {
                try await revoker.revoke(token, of: revocation.id.provider, in: scope, .unlimited)
                isRevoked = true
                break
            } catch {
                // Some providers revoke no refresh tokens.
                if case .unsupported = error { continue }
                if case .unavailable = error, let next = revocation.nextAttempt(after: now) {
                    try await store.make(
                        [.identity(.postponeRevocation(revocation.number, to: next))],
                        by: .server
                    )
                    return false
                }
                break
            }
        }
        try await store.make([.identity(.finishRevocation(revocation.number))], by: .server)
        return isRevoked
    }
}
