/// The property that orders a list of users; the ID decides between equal ones.
package enum UserOrder: Sendable {
    case id, email, displayName, createdAt, lastSignedInAt
}

/// A part of the ordered users of a pool.
///
/// Users without the property come last.
package struct UserListLookup: Lookup {
    package let pool: UserPool
    package let order: UserOrder
    package let isDescending: Bool
    /// The number of users to skip.
    package let offset: Int64
    package let limit: Int

    package init(in pool: UserPool, by order: UserOrder, isDescending: Bool, offset: Int64, limit: Int) {
        self.pool = pool
        self.order = order
        self.isDescending = isDescending
        self.offset = offset
        self.limit = limit
    }

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [User] { try reader.users(self) }
}

/// The users of a pool, ordered by ID, whose e-mail address, user name or phone number contains a text.
///
/// No index finds a part of a text. One search reads a limited number of users, and says where the next one begins.
package struct UserSearchLookup: Lookup {
    /// The number of users that one search reads.
    package static let standardWindow = 10_000

    package let pool: UserPool
    /// In small letters.
    package let part: String
    /// The place after which the search begins; `nil` for the first user.
    package let after: UserID?
    /// The largest number of users to find.
    package let limit: Int
    /// The number of users to read.
    package let window: Int

    package init(
        in pool: UserPool,
        part: String,
        after: UserID?,
        limit: Int,
        window: Int = standardWindow
    ) {
        self.pool = pool
        self.window = window
        self.part = part.lowercased()
        self.after = after
        self.limit = limit
    }

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> FoundUsers {
        try reader.users(self)
    }
}

/// A part of the result of a search.
package struct FoundUsers: Sendable {
    package let users: [User]
    /// The place after which the search continues; `nil` if it is complete.
    package let next: UserID?

    package init(users: [User], next: UserID?) {
        self.users = users
        self.next = next
    }
}

/// The number of users in a pool.
package struct UserCountLookup: Lookup {
    package let pool: UserPool

    package init(in pool: UserPool) { self.pool = pool }

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> Int64 { try reader.userCount(self) }
}

package protocol UserListReader {
    func users(_ lookup: UserListLookup) throws(StoreError) -> [User]
    func users(_ lookup: UserSearchLookup) throws(StoreError) -> FoundUsers
    func userCount(_ lookup: UserCountLookup) throws(StoreError) -> Int64
}
