package import CardeaIdentityDomain

extension UserAdministration {
    /// A part of the ordered users of a pool: at most 500 users after the first `offset` ones.
    package func list(
        in pool: UserPool,
        by order: UserOrder,
        isDescending: Bool,
        offset: Int64,
        limit: Int
    ) async throws(IdentityError) -> [User] {
        try await store.read(
            UserListLookup(
                in: pool,
                by: order,
                isDescending: isDescending,
                offset: max(offset, 0),
                limit: min(max(limit, 1), 500)
            )
        )
    }

    /// The number of users in a pool.
    package func count(in pool: UserPool) async throws(IdentityError) -> Int64 {
        try await store.read(UserCountLookup(in: pool))
    }
}
