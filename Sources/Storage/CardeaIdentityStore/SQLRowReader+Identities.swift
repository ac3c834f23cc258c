internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension SQLRowReader: IdentityReader {
    func identities(_ lookup: IdentitiesLookup) throws(StoreError) -> [FederatedIdentity] {
        switch lookup {
        case .user(let id, let pool):
            return try all(Identities.ofUser, Sessions.arguments(id, pool)).inLinkOrder
        case .email(let email, let pool):
            return try all(Identities.ofEmail, UserPool.columns.values(pool) + [email.sqlValue]).inLinkOrder
        case .actionCode(let hash):
            return try all(Identities.ofActionCode, [hash.sqlValue]).inLinkOrder
        }
    }

    func identities(_ lookup: IdentitiesOfUsersLookup) throws(StoreError) -> [UserID: [FederatedIdentity]] {
        guard !lookup.users.isEmpty else { return [:] }
        let identities = try all(Identities.ofUsers, in: lookup.pool, lookup.users.map(\.sqlValue))
        return Dictionary(grouping: identities.inLinkOrder, by: \.user)
    }

    func identities(_ lookup: OwnedIdentitiesLookup) throws(StoreError) -> [FederatedIdentity] {
        guard !lookup.ids.isEmpty else { return [] }
        return try all(Identities.byIDs, in: lookup.pool, lookup.ids.flatMap { Identities.id.values($0) })
    }

    func identity(_ id: ProviderSubject, in pool: UserPool) throws(StoreError) -> FederatedIdentity? {
        try first(Identities.byID, Identities.arguments(id, pool))
    }

    func hasIdentities(at provider: ProviderID, in pool: UserPool) throws(StoreError) -> Bool {
        try first(Identities.firstAtProvider, ProviderConfigurations.arguments(provider, pool)) != nil
    }

    func providerTokens(
        _ lookup: ProviderTokensLookup
    ) throws(StoreError) -> [ProviderSubject: SealedProviderTokens] {
        let rows = try all(Identities.tokens, Sessions.arguments(lookup.user, lookup.pool))
        return Dictionary(uniqueKeysWithValues: rows)
    }

    func pendingIdentity(_ lookup: PendingIdentityLookup) throws(StoreError) -> PendingIdentity? {
        try first(PendingIdentities.byHash, [lookup.hash.sqlValue])
    }

    func expiredPendingIdentities(
        _ lookup: ExpiredPendingIdentitiesLookup
    ) throws(StoreError) -> [[UInt8]] {
        try all(PendingIdentities.expired, [lookup.before.sqlValue, Int64(lookup.limit).sqlValue])
    }

    func dueRevocations(_ lookup: DueRevocationsLookup) throws(StoreError) -> [ProviderRevocation] {
        try all(ProviderRevocations.due, [lookup.now.sqlValue, Int64(lookup.limit).sqlValue])
    }
}

extension [FederatedIdentity] {
    /// A user has few, so no statement needs to sort them.
    fileprivate var inLinkOrder: Self {
        sorted { ($0.linkedAt, $0.id.provider.rawValue) < ($1.linkedAt, $1.id.provider.rawValue) }
    }
}
