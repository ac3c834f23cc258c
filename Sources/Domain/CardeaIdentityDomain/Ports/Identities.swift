/// A change to the accounts of users at identity providers.
///
/// Each change to an identity also deletes the sign-ins that wait for it (`PendingIdentity`). With an identity that is deleted,
/// its tokens become a `ProviderRevocation`.
package enum IdentityChange: Sendable, Equatable {
    /// Adds an identity. It must be free in its pool, and its user must have no other one at the provider.
    case insert(FederatedIdentity, tokens: SealedProviderTokens?)
    /// Replaces what a sign-in brings. Without tokens, the stored ones are deleted; a token that is absent stays.
    case update(FederatedIdentity, tokens: SealedProviderTokens?)
    /// Replaces what an administrator says of an identity: address and profile. Its tokens stay, and what sign-ins brought.
    case updateProfile(FederatedIdentity)
    /// Deletes the provider's access token of an identity, and its refresh token.
    case deleteTokens(ProviderSubject, UserPool)
    case delete(ProviderSubject, UserPool)
    /// Keeps a verified sign-in; it replaces an earlier one of the same identity.
    case suspend(PendingIdentity)
    /// Deletes a verified sign-in that is used. The transaction fails if it is not there.
    case resume(hash: [UInt8])
    /// Deletes a verified sign-in, if it is there.
    case deletePending(hash: [UInt8])
    /// Deletes the verified sign-ins of a provider in a pool.
    case deleteAllPending(at: ProviderID, UserPool)
    /// Postpones the revocation of tokens to another moment.
    case postponeRevocation(Int64, to: Timestamp)
    /// Deletes the tokens that are revoked at their provider, or that no provider revokes.
    case finishRevocation(Int64)
}

/// The identities of users.
package enum IdentitiesLookup: Lookup {
    case user(UserID, UserPool)
    case email(EmailAddress, UserPool)
    /// The user of a code that was sent by e-mail.
    case actionCode(hash: [UInt8])

    package func read(from reader: some RowReader) throws(StoreError) -> [FederatedIdentity] {
        try reader.identities(self)
    }
}

extension Lookup where Self == IdentitiesLookup {
    package static func identities(of user: UserID, in pool: UserPool) -> Self { .user(user, pool) }
    package static func identities(email: EmailAddress, in pool: UserPool) -> Self { .email(email, pool) }
    package static func identities(ofActionCode hash: [UInt8]) -> Self { .actionCode(hash: hash) }
}

/// The identities of several users of a pool.
package struct IdentitiesOfUsersLookup: Lookup {
    package let users: [UserID]
    package let pool: UserPool

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [UserID: [FederatedIdentity]] {
        try reader.identities(self)
    }
}

extension Lookup where Self == IdentitiesOfUsersLookup {
    package static func identities(of users: [UserID], in pool: UserPool) -> Self {
        IdentitiesOfUsersLookup(users: users, pool: pool)
    }
}

/// The identities of a pool that a list names, as far as they exist.
package struct OwnedIdentitiesLookup: Lookup {
    package let ids: [ProviderSubject]
    package let pool: UserPool

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [FederatedIdentity] {
        try reader.identities(self)
    }
}

extension Lookup where Self == OwnedIdentitiesLookup {
    package static func identities(_ ids: [ProviderSubject], in pool: UserPool) -> Self {
        OwnedIdentitiesLookup(ids: ids, pool: pool)
    }
}

/// The provider tokens of identities of a user.
package struct ProviderTokensLookup: Lookup {
    package let user: UserID
    package let pool: UserPool

    package func read(
        from reader: some RowReader
    ) throws(StoreError) -> [ProviderSubject: SealedProviderTokens] {
        try reader.providerTokens(self)
    }
}

extension Lookup where Self == ProviderTokensLookup {
    package static func providerTokens(of user: UserID, in pool: UserPool) -> Self {
        ProviderTokensLookup(user: user, pool: pool)
    }
}

/// A verified sign-in by the hash of its token.
package struct PendingIdentityLookup: Lookup {
    package let hash: [UInt8]

    package func read(from reader: some RowReader) throws(StoreError) -> PendingIdentity? {
        try reader.pendingIdentity(self)
    }
}

extension Lookup where Self == PendingIdentityLookup {
    package static func pendingIdentity(hash: [UInt8]) -> Self { PendingIdentityLookup(hash: hash) }
}

/// The hashes of verified sign-ins that expired before a moment.
package struct ExpiredPendingIdentitiesLookup: Lookup {
    package let before: Timestamp
    package let limit: Int

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [[UInt8]] {
        try reader.expiredPendingIdentities(self)
    }
}

extension Lookup where Self == ExpiredPendingIdentitiesLookup {
    package static func pendingIdentities(expiredBefore moment: Timestamp, limit: Int) -> Self {
        ExpiredPendingIdentitiesLookup(before: moment, limit: limit)
    }
}

/// The tokens of deleted identities that are due to be revoked at their providers.
package struct DueRevocationsLookup: Lookup {
    package let now: Timestamp
    package let limit: Int

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [ProviderRevocation] {
        try reader.dueRevocations(self)
    }
}

extension Lookup where Self == DueRevocationsLookup {
    package static func providerRevocations(dueAt now: Timestamp, limit: Int) -> Self {
        DueRevocationsLookup(now: now, limit: limit)
    }
}

package protocol IdentityReader {
    func dueRevocations(_ lookup: DueRevocationsLookup) throws(StoreError) -> [ProviderRevocation]
    func identities(_ lookup: IdentitiesLookup) throws(StoreError) -> [FederatedIdentity]
    func identities(_ lookup: IdentitiesOfUsersLookup) throws(StoreError) -> [UserID: [FederatedIdentity]]
    func identities(_ lookup: OwnedIdentitiesLookup) throws(StoreError) -> [FederatedIdentity]
    func identity(_ id: ProviderSubject, in pool: UserPool) throws(StoreError) -> FederatedIdentity?
    /// Whether a user of a pool has an account at a provider.
    func hasIdentities(at provider: ProviderID, in pool: UserPool) throws(StoreError) -> Bool
    func providerTokens(
        _ lookup: ProviderTokensLookup
    ) throws(StoreError) -> [ProviderSubject: SealedProviderTokens]
    func pendingIdentity(_ lookup: PendingIdentityLookup) throws(StoreError) -> PendingIdentity?
    func expiredPendingIdentities(_ lookup: ExpiredPendingIdentitiesLookup) throws(StoreError) -> [[UInt8]]
}
