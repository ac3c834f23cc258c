internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements of ordered lists of users.
enum UserLists {
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

    /// The last user of the window that a search reads.
    static let endOfWindow = Select(
        Users.id.view,
        "FROM users WHERE \(Users.inPool) AND id > :after ORDER BY id LIMIT 1 OFFSET :window"
    )
    /// The matching users of a window, and of the rest of the pool.
    static let searchWindow = search("AND id <= :last")
    static let searchRest = search("")

    private static func search(_ end: String) -> Select<User> {
        let columns = ["email", "user_name", "phone_number"]
        let matches = columns.map { "lower(\($0)) LIKE :part ESCAPE '!'" }.joined(separator: " OR ")
        return Users.table.select(
            "\(Users.inPool) AND id > :after \(end) AND \(Users.isPresent) AND (\(matches)) ORDER BY id LIMIT :limit"
        )
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

    func users(_ lookup: UserSearchLookup) throws(StoreError) -> FoundUsers {
        var arguments = UserPool.columns.arguments(lookup.pool)
        arguments["after"] = (lookup.after?.rawValue ?? "").sqlValue
        let window = ["window": Int64(lookup.window - 1).sqlValue]
        let last = try first(UserLists.endOfWindow, arguments.merging(window) { $1 })
        // The marks of LIKE mean themselves.
        let part = lookup.part.map { "!%_".contains($0) ? "!\($0)" : "\($0)" }.joined()
        arguments["part"] = "%\(part)%".sqlValue
        arguments["limit"] = Int64(lookup.limit).sqlValue
        if let last { arguments["last"] = last.sqlValue }
        let users = try all(last == nil ? UserLists.searchRest : UserLists.searchWindow, arguments)
        return FoundUsers(users: users, next: users.count == lookup.limit ? users.last?.id : last)
    }

    func userCount(_ lookup: UserCountLookup) throws(StoreError) -> Int64 {
        try first(UserLists.count, UserPool.columns.arguments(lookup.pool)) ?? 0
    }
}
