/// Everything that a sign-in with a provider depends on, in one read.
package struct LinkingLookup: Lookup {
    package let pool: UserPool
    /// The person at the provider.
    package let id: ProviderSubject
    /// The address that the provider says, if it says one.
    package let email: EmailAddress?
    /// The session and the user that the identity is linked to, if somebody is signed in.
    package let session: SessionID?
    package let user: UserID?
    /// The token of a verified sign-in that waited, if the request has one.
    package let pendingHash: [UInt8]?

    package init(
        pool: UserPool,
        id: ProviderSubject,
        email: EmailAddress?,
        session: SessionID? = nil,
        user: UserID? = nil,
        pendingHash: [UInt8]? = nil
    ) {
        self.pool = pool
        self.id = id
        self.email = email
        self.session = session
        self.user = user
        self.pendingHash = pendingHash
    }

    package func read(from reader: some RowReader) throws(StoreError) -> LinkingRows {
        var rows = LinkingRows()
        rows.configuration = try reader.providerConfiguration(
            .providerConfiguration(id.provider, in: pool)
        )
        rows.owned = try reader.identity(id, in: pool)
        rows.owner = try reader.user(.identity(id, pool))
        if let email {
            rows.holder = try reader.user(.email(email, pool))
            rows.identitiesOfHolder = try reader.identities(.email(email, pool))
        }
        if let session { rows.session = try reader.session(.session(session)) }
        if let user {
            rows.current = try reader.user(.id(user, pool))
            rows.identitiesOfCurrent = try reader.identities(.user(user, pool))
        }
        if let pendingHash { rows.pending = try reader.pendingIdentity(.pendingIdentity(hash: pendingHash)) }
        rows.hasPool = try reader.hasPool(.hasPool(pool))
        return rows
    }
}

/// The rows of a sign-in with a provider.
package struct LinkingRows: Sendable {
    /// The configuration of the provider.
    package var configuration: ProviderConfiguration?
    /// The identity, if a user has it.
    package var owned: FederatedIdentity?
    /// The user who has the identity.
    package var owner: User?
    /// The user who has the address.
    package var holder: User?
    package var identitiesOfHolder: [FederatedIdentity] = []
    /// The session that the identity is linked in.
    package var session: Session?
    /// The user of that session.
    package var current: User?
    package var identitiesOfCurrent: [FederatedIdentity] = []
    package var pending: PendingIdentity?
    /// Whether the pool may get users.
    package var hasPool = true
}
