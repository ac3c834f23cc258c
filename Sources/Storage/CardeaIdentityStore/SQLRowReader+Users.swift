internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension SQLRowReader: UserReader {
    func user(_ lookup: UserLookup) throws(StoreError) -> User? {
        switch lookup {
        case .id(let id, let pool):
            try first(Users.byID, UserPool.columns.values(pool, [id.sqlValue]))
        case .email(let email, let pool):
            try first(Users.byEmail, UserPool.columns.values(pool) + [email.sqlValue])
        case .phoneNumber(let number, let pool):
            try first(Users.byPhoneNumber, UserPool.columns.values(pool) + [number.sqlValue])
        case .userName(let name, let pool):
            try first(Users.byUserName, UserPool.columns.values(pool) + [name.sqlValue])
        case .session(let id):
            try first(Users.bySession, [id.sqlValue])
        case .identity(let identity, let pool):
            try first(Identities.owner, Identities.arguments(identity, pool))
        case .actionCode(let hash):
            try first(ActionCodes.owner, [hash.sqlValue])
        case .phoneCode(let id):
            try first(PhoneCodes.owner, [id.sqlValue])
        }
    }

    func users(_ lookup: UsersLookup) throws(StoreError) -> [User] {
        let properties = [
            (property: Users.Property.id, values: lookup.ids.map(\.sqlValue)),
            (property: Users.Property.email, values: lookup.emails.map(\.sqlValue)),
            (property: Users.Property.phoneNumber, values: lookup.phoneNumbers.map(\.sqlValue)),
            (property: Users.Property.userName, values: lookup.userNames.map(\.sqlValue)),
            (property: Users.Property.skeleton, values: lookup.skeletons.map(\.sqlValue)),
        ].filter { !$0.values.isEmpty }
        let identities = lookup.identities.flatMap { Identities.id.values($0) }
        switch (properties.count, identities.isEmpty) {
        case (0, true): return []
        case (0, false): return try all(Users.byIdentities, in: lookup.pool, identities)
        case (1, true): return try all(properties[0].property.list, in: lookup.pool, properties[0].values)
        default: break
        }
        let query = Users.having(
            oneOf: properties.map { ($0.property.column, $0.values.count) },
            identities: lookup.identities.count
        )
        let values = properties.flatMap(\.values) + identities
        return try all(query, UserPool.columns.values(lookup.pool) + values)
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

    func users(_ lookup: NamesWithoutSkeletonLookup) throws(StoreError) -> [User] {
        try all(Users.withoutSkeleton, ["limit": Int64(lookup.limit).sqlValue])
    }

    func deletedUser(_ lookup: DeletedUserLookup) throws(StoreError) -> DeletedUser? {
        try first(Users.deleted, [])
    }
}
