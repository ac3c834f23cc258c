package import CardeaIdentityDomain

extension IdentityService {
    /// The user of this name; `nil` when there is none.
    package func user(_ selector: UserSelector, in pool: UserPool) async throws(IdentityError) -> User? {
        let key: Selection.UserKey
        switch selector {
        case .id(let id):
            key = .id(id, pool)
        case .email(let text):
            guard let email = EmailAddress(text) else { return nil }
            key = .email(email, pool)
        case .phoneNumber(let number):
            key = .phoneNumber(number, pool)
        }
        return try await read(Selection(user: key)).user
    }

    /// One page of the users of a pool, ordered by id.
    ///
    /// A page begins behind the last id of the page before, and holds 1000 users at the most.
    package func users(
        in pool: UserPool,
        after: UserID? = nil,
        limit: Int
    ) async throws(IdentityError) -> [User] {
        try await stored { () async throws(StoreError) in
            try await users.users(of: pool, after: after, limit: min(max(limit, 1), 1000))
        }
    }

    /// When each of these users was last active: the newest refresh of their sessions, or the last sign-in.
    package func lastRefreshes(
        of found: [User],
        in pool: UserPool
    ) async throws(IdentityError) -> [UserID: Timestamp] {
        let refreshes = try await stored { () async throws(StoreError) in
            try await users.lastRefreshes(of: found.map(\.id), in: pool)
        }
        let signIns = found.compactMap { user in user.lastSignedInAt.map { (user.id, $0) } }
        return refreshes.merging(signIns, uniquingKeysWith: max)
    }

    /// The sessions of a user that stand, newest first.
    package func sessions(of id: UserID, in pool: UserPool) async throws(IdentityError) -> [Session] {
        let now = clock.now()
        guard let user = try await user(.id(id), in: pool) else { throw .userNotFound }
        let sessions = try await stored { () async throws(StoreError) in
            try await users.liveSessions(of: id, in: pool)
        }
        return sessions.filter { $0.end(for: user, at: now) == nil }
    }
}
