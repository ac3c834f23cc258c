internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements of ordered lists of users.
private enum UserLists {
    static let count = Select(
        Columns<Int64>("count(*)").view,
        "FROM users WHERE \(Users.inPool) AND \(Users.isPresent)"
    )

    /// Only the order by ID has an index.
    ///
    /// The others read and sort the whole pool, on a thread of its own.
    static func select(_ order: UserOrder, _ isDescending: Bool) -> Select<User> {
        let direction = isDescending ? "DESC" : "ASC"
        let id = "id \(direction)"
        let terms = order == .id ? id : "\(column(order)) \(direction) NULLS LAST, \(id)"
        let source = """
            FROM users WHERE \(Users.inPool) AND \(Users.isPresent) \
            ORDER BY \(terms) LIMIT :limit OFFSET :offset
            """
        return Select(Users.table.columns.view, source, isReused: false)
    }

    private static func column(_ order: UserOrder) -> String {
        switch order {
        case .id: "id"
        case .email: "email"
        case .displayName: "display_name"
        case .createdAt: "created_at"
        case .lastSignedInAt: "last_signed_in_at"
        }
    }
}

extension SQLRowReader: UserListReader {
    func users(_ lookup: UserListLookup) throws(StoreError) -> [User] {
        var arguments = UserPool.columns.arguments(lookup.pool)
        arguments["limit"] = Int64(lookup.limit).sqlValue
        arguments["offset"] = lookup.offset.sqlValue
        return try all(UserLists.select(lookup.order, lookup.isDescending), arguments)
    }

    func userCount(_ lookup: UserCountLookup) throws(StoreError) -> Int64 {
        try first(UserLists.count, UserPool.columns.arguments(lookup.pool)) ?? 0
    }
}
