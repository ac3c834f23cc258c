import CardeaEncodings
import CardeaIdentityDomain

/// Encrypts what providers say and issue, under the master key.
///
/// Each text is bound to its pool, its provider and the person there: none can replace another.
struct IdentityVault: Sendable {
    let vault: KeyVault

    /// Encrypts the tokens of a sign-in for the provider's own API.
    ///
    /// The ID token is not kept: it would sign in anybody who has it.
    func seal(
        _ tokens: ProviderTokens,
        of id: ProviderSubject,
        in pool: UserPool,
        at now: Timestamp
    ) throws(IdentityError) -> SealedProviderTokens {
        var sealed = SealedProviderTokens()
        if tokens.accessToken != nil {
            var access = tokens
            access.issuedAt = now
            (access.refreshToken, access.idToken) = (nil, nil)
            sealed.access = try seal(access.members, Self.label("provider access token", id, pool))
        }
        if let refresh = tokens.refreshToken {
            let members = ProviderTokens(refreshToken: refresh, clientID: tokens.clientID).members
            sealed.refresh = try seal(members, Self.label("provider refresh token", id, pool))
        }
        return sealed
    }

    func open(
        _ sealed: SealedProviderTokens,
        of id: ProviderSubject,
        in pool: UserPool
    ) throws(IdentityError) -> ProviderTokens {
        var tokens = ProviderTokens()
        if let access = sealed.access {
            tokens = ProviderTokens(try open(access, Self.label("provider access token", id, pool)))
            // An earlier release kept it.
            tokens.idToken = nil
        }
        if let refresh = sealed.refresh {
            // It may be older than the access token, and of another client.
            let kept = ProviderTokens(try open(refresh, Self.label("provider refresh token", id, pool)))
            (tokens.refreshToken, tokens.clientID) = (kept.refreshToken, kept.clientID)
        }
        return tokens
    }

    func seal(
        _ assertion: ProviderAssertion,
        hash: [UInt8],
        in pool: UserPool,
        expiresAt: Timestamp
    ) throws(IdentityError) -> PendingIdentity {
        PendingIdentity(
            hash: hash,
            id: assertion.identity,
            pool: pool,
            sealed: try seal(assertion.members, Self.label("pending identity", assertion.identity, pool)),
            expiresAt: expiresAt
        )
    }

    func assertion(of pending: PendingIdentity) throws(IdentityError) -> ProviderAssertion {
        let members = try open(pending.sealed, Self.label("pending identity", pending.id, pending.pool))
        return ProviderAssertion(pending.id, members)
    }

    private func seal(_ members: JSONObject, _ label: [UInt8]) throws(IdentityError) -> [UInt8] {
        var json = JSONText()
        json.object(members)
        do throws(ProjectDirectoryError) {
            return try vault.seal(json.bytes, authenticating: label, name: "provider's data")
        } catch {
            throw .store(.unavailable("a provider's data cannot be encrypted"))
        }
    }

    private func open(_ sealed: [UInt8], _ label: [UInt8]) throws(IdentityError) -> JSONObject {
        guard let json = try? vault.open(sealed, authenticating: label, name: "provider's data"),
            let members = JSONValue(parsing: json)?.object
        else { throw .store(.damaged("a provider's data")) }
        return members
    }

    private static func label(_ use: String, _ id: ProviderSubject, _ pool: UserPool) -> [UInt8] {
        [use, pool.project.rawValue, pool.tenant?.rawValue ?? "", id.provider.rawValue, id.subject]
            .flatMap { Array($0.utf8) + [0] }
    }
}
