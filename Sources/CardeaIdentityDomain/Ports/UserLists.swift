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

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [User] { try reader.users(self) }
}

/// The number of users in a pool.
package struct UserCountLookup: Lookup {
    package let pool: UserPool

    package init(in pool: UserPool) { self.pool = pool }

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> Int64 { try reader.userCount(self) }
}

package protocol UserListReader {
    func users(_ lookup: UserListLookup) throws(StoreError) -> [User]
    func userCount(_ lookup: UserCountLookup) throws(StoreError) -> Int64
}
