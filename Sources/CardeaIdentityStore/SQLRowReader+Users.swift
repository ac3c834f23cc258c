internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension SQLRowReader: UserReader {
    func user(_ lookup: UserLookup) throws(StoreError) -> User? {
        switch lookup {
        case .id(let id, let pool):
            try first(Users.byID, Users.arguments(id, pool))
        case .email(let email, let pool):
            try first(Users.byEmail, UserPool.columns.values(pool) + [email.sqlValue])
        case .phoneNumber(let number, let pool):
            try first(Users.byPhoneNumber, UserPool.columns.values(pool) + [number.sqlValue])
        case .session(let id):
            try first(Users.bySession, [id.sqlValue])
        case .identity(let identity, let pool):
            try first(Identities.owner, Identities.arguments(identity, pool))
        case .actionCode(let hash):
            try first(ActionCodes.owner, [hash.sqlValue])
        }
    }

    func users(_ lookup: UsersLookup) throws(StoreError) -> [User] {
        let properties = [
            ("id", lookup.ids.map(\.sqlValue)), ("email", lookup.emails.map(\.sqlValue)),
            ("phone_number", lookup.phoneNumbers.map(\.sqlValue)),
        ]
        var parameters = UserPool.columns.values(lookup.pool)
        var conditions: [String] = []
        for (column, values) in properties where !values.isEmpty {
            conditions.append(Users.isOne(of: values, column, from: parameters.count + 1))
            parameters += values
        }
        if !lookup.identities.isEmpty {
            conditions.append(Identities.isOwner(of: lookup.identities, "id", from: parameters.count + 1))
            parameters += lookup.identities.flatMap(Identities.id.values)
        }
        guard !conditions.isEmpty else { return [] }
        let branches = conditions.map { condition in
            """
            SELECT \(Users.table.columns.view.list) FROM users \
            WHERE project = ?1 AND tenant = ?2 AND \(condition) AND \(Users.isPresent)
            """
        }
        // A union finds each user once, and searches each index by itself.
        let source = "FROM (\(branches.joined(separator: " UNION ")))"
        return try all(Select(Users.table.columns.view, source, isReused: false), parameters)
    }

    func users(_ lookup: UserPageLookup) throws(StoreError) -> [User] {
        var arguments = UserPool.columns.arguments(lookup.pool)
        arguments["after"] = (lookup.after?.rawValue ?? "").sqlValue
        arguments["limit"] = Int64(lookup.limit).sqlValue
        return try all(Users.page, arguments)
    }

    func anonymousUsers(_ lookup: AnonymousUsersLookup) throws(StoreError) -> [UserPlace] {
        let after = lookup.after
        return try all(
            AnonymousUsers.page,
            [
                "project": lookup.project.sqlValue,
                "after": (after?.createdAt ?? Timestamp(milliseconds: .min)).sqlValue,
                "tenant": (after?.pool.tenant?.rawValue ?? "").sqlValue,
                "id": (after?.user.rawValue ?? "").sqlValue,
                "created_before": lookup.createdBefore.sqlValue,
                "limit": Int64(lookup.limit).sqlValue,
            ]
        )
    }

    func isUnusedAnonymousUser(_ lookup: UnusedAnonymousUserLookup) throws(StoreError) -> Bool {
        var arguments = Users.arguments(lookup.user, lookup.pool)
        arguments["since"] = lookup.since.sqlValue
        return try first(AnonymousUsers.unused, arguments) != nil
    }

    func deletedUser(_ lookup: DeletedUserLookup) throws(StoreError) -> DeletedUser? {
        try first(Users.deleted, [])
    }
}
