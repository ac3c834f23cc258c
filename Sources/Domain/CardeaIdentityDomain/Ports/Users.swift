/// A change to users.
package enum UserChange: Sendable, Equatable {
    /// Adds a user. Its id, e-mail address, phone number and user name must be free in its pool.
    case insert(User)
    /// Replaces a user whose stored revision is still the given one. The stored revision grows by one.
    case update(User)
    /// The same, but also the time of creation is replaced.
    case replace(User)
    /// Deletes a user with its sessions and codes, and records a tombstone for each active session.
    ///
    /// A user with very many sessions is emptied; housekeeping deletes the rows.
    case delete(UserID, UserPool, at: Timestamp)
    /// Deletes the empty row of a deleted user, once its last session is gone.
    case deleteRemainder(UserID, UserPool)
}

/// Names a user by one of its unique properties.
package enum UserLookup: Lookup {
    case id(UserID, UserPool)
    case email(EmailAddress, UserPool)
    case phoneNumber(String, UserPool)
    case userName(String, UserPool)
    case session(SessionID)
    /// The user who has an identity at a provider.
    case identity(ProviderSubject, UserPool)
    /// The user of a code that was sent by e-mail.
    case actionCode(hash: [UInt8])
    /// The user who has the number that a code was sent to.
    case phoneCode(id: [UInt8])

    package func read(from reader: some RowReader) throws(StoreError) -> User? { try reader.user(self) }
}

extension Lookup where Self == UserLookup {
    package static func user(_ id: UserID, in pool: UserPool) -> Self { .id(id, pool) }
    package static func user(email: EmailAddress, in pool: UserPool) -> Self { .email(email, pool) }
    package static func user(phoneNumber: String, in pool: UserPool) -> Self {
        .phoneNumber(phoneNumber, pool)
    }
    package static func user(userName: String, in pool: UserPool) -> Self { .userName(userName, pool) }
    package static func user(ofSession session: SessionID) -> Self { .session(session) }
    package static func user(_ identity: ProviderSubject, in pool: UserPool) -> Self {
        .identity(identity, pool)
    }
    package static func user(ofActionCode hash: [UInt8]) -> Self { .actionCode(hash: hash) }
    package static func user(ofPhoneCode id: [UInt8]) -> Self { .phoneCode(id: id) }
}

/// Names users of a pool by ids, e-mail addresses, phone numbers, user names and identities.
///
/// Each user is found once.
package struct UsersLookup: Lookup {
    package let pool: UserPool
    package var ids: [UserID]
    package var emails: [EmailAddress]
    package var phoneNumbers: [String]
    package var identities: [ProviderSubject]
    package var userNames: [String]
    package var skeletons: [String]

    package init(
        in pool: UserPool,
        ids: [UserID] = [],
        emails: [EmailAddress] = [],
        phoneNumbers: [String] = [],
        userNames: [String] = [],
        skeletons: [String] = [],
        identities: [ProviderSubject] = []
    ) {
        self.pool = pool
        self.ids = ids
        self.emails = emails
        self.phoneNumbers = phoneNumbers
        self.identities = identities
        self.userNames = userNames
        self.skeletons = skeletons
    }

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [User] { try reader.users(self) }
}

/// One page of the users of a pool, ordered by id.
package struct UserPageLookup: Lookup {
    package let pool: UserPool
    /// The last id of the page before; `nil` for the first page.
    package let after: UserID?
    package let limit: Int

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [User] { try reader.users(self) }
}

extension Lookup where Self == UserPageLookup {
    package static func users(of pool: UserPool, after: UserID? = nil, limit: Int) -> Self {
        UserPageLookup(pool: pool, after: after, limit: limit)
    }
}

/// Where a user is in a list that is ordered by the time of creation.
package struct UserPlace: Sendable, Equatable {
    package let createdAt: Timestamp
    package let pool: UserPool
    package let user: UserID

    package init(createdAt: Timestamp, pool: UserPool, user: UserID) {
        self.createdAt = createdAt
        self.pool = pool
        self.user = user
    }
}

/// One page of the anonymous users of a project and its tenants that were created before a moment.
package struct AnonymousUsersLookup: Lookup {
    package let project: ProjectID
    package let createdBefore: Timestamp
    /// The last place of the page before; `nil` for the first page.
    package let after: UserPlace?
    package let limit: Int

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [UserPlace] {
        try reader.anonymousUsers(self)
    }
}

extension Lookup where Self == AnonymousUsersLookup {
    package static func anonymousUsers(
        of project: ProjectID,
        createdBefore: Timestamp,
        after: UserPlace?,
        limit: Int
    ) -> Self {
        AnonymousUsersLookup(project: project, createdBefore: createdBefore, after: after, limit: limit)
    }
}

/// Whether a user is anonymous and neither signed in nor refreshed a session since a moment.
package struct UnusedAnonymousUserLookup: Lookup {
    package let user: UserID
    package let pool: UserPool
    package let since: Timestamp

    package func read(from reader: some RowReader) throws(StoreError) -> Bool {
        try reader.isUnusedAnonymousUser(self)
    }
}

extension Lookup where Self == UnusedAnonymousUserLookup {
    package static func isUnusedAnonymous(_ user: UserID, in pool: UserPool, since: Timestamp) -> Self {
        UnusedAnonymousUserLookup(user: user, pool: pool, since: since)
    }
}

/// A user that was deleted while it had more sessions than are deleted at once.
package struct DeletedUser: Sendable, Equatable {
    package let pool: UserPool
    package let id: UserID
    package let deletedAt: Timestamp

    package init(pool: UserPool, id: UserID, deletedAt: Timestamp) {
        self.pool = pool
        self.id = id
        self.deletedAt = deletedAt
    }
}

/// A deleted user whose sessions are not all deleted.
package struct DeletedUserLookup: Lookup {
    package func read(from reader: some RowReader) throws(StoreError) -> DeletedUser? {
        try reader.deletedUser(self)
    }
}

extension Lookup where Self == DeletedUserLookup {
    package static var deletedUser: Self { DeletedUserLookup() }
}

/// Some of the users whose names have no skeleton yet.
package struct NamesWithoutSkeletonLookup: Lookup {
    package let limit: Int

    package func read(from reader: some RowReader) throws(StoreError) -> [User] { try reader.users(self) }
}

extension Lookup where Self == NamesWithoutSkeletonLookup {
    package static func namesWithoutSkeleton(limit: Int) -> Self { NamesWithoutSkeletonLookup(limit: limit) }
}

package protocol UserReader {
    func user(_ lookup: UserLookup) throws(StoreError) -> User?
    func users(_ lookup: UsersLookup) throws(StoreError) -> [User]
    func users(_ lookup: UserPageLookup) throws(StoreError) -> [User]
    func anonymousUsers(_ lookup: AnonymousUsersLookup) throws(StoreError) -> [UserPlace]
    func isUnusedAnonymousUser(_ lookup: UnusedAnonymousUserLookup) throws(StoreError) -> Bool
    func deletedUser(_ lookup: DeletedUserLookup) throws(StoreError) -> DeletedUser?
    func users(_ lookup: NamesWithoutSkeletonLookup) throws(StoreError) -> [User]
}
