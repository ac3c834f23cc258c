import CardeaEncodings
package import CardeaIdentityDomain
import CardeaPhoneNumbers
import CardeaUserNames

extension UserAdministration {
    /// The user of this name; `nil` if it does not exist.
    package func find(_ selector: UserSelector, in pool: UserPool) async throws(IdentityError) -> User? {
        switch selector {
        case .id(let id):
            return try await store.read(.user(id, in: pool))
        case .email(let text):
            guard let email = EmailAddress(text) else { return nil }
            return try await store.read(.user(email: email, in: pool))
        case .phoneNumber(let text):
            guard let number = try? PhoneNumber(text) else { return nil }
            return try await store.read(.user(phoneNumber: number.description, in: pool))
        case .identity(let id):
            return try await store.read(.user(id, in: pool))
        case .userName(let text):
            guard let name = UserName(text) else { return nil }
            return try await store.read(.user(userName: name.description, in: pool))
        }
    }

    /// The users that selectors name, in the order of the selectors, each once.
    package func find(_ selectors: [UserSelector], in pool: UserPool) async throws(IdentityError) -> [User] {
        var lookup = UsersLookup(in: pool)
        for selector in selectors {
            switch selector {
            case .id(let id): lookup.ids.append(id)
            case .email(let text): if let email = EmailAddress(text) { lookup.emails.append(email) }
            case .phoneNumber(let text):
                if let number = try? PhoneNumber(text) { lookup.phoneNumbers.append(number.description) }
            case .identity(let id): lookup.identities.append(id)
            case .userName(let text):
                if let name = UserName(text) { lookup.userNames.append(name.description) }
            }
        }
        let found = try await store.read(lookup)
        var named: Set<UserID> = []
        return selectors.compactMap { selector in
            found.first { selector.names($0) && named.insert($0.id).inserted }
        }
    }

    /// One page of the users of a pool, ordered by id.
    ///
    /// A page begins after the last id of the page before, and holds at most 1000 users.
    package func list(
        in pool: UserPool,
        after: UserID? = nil,
        limit: Int
    ) async throws(IdentityError) -> [User] {
        try await store.read(.users(of: pool, after: after, limit: min(max(limit, 1), 1000)))
    }

    /// The users whose e-mail address, user name or phone number contains a text, ordered by ID.
    ///
    /// One search reads a limited number of users: its result may have few users, or none, and still not be complete.
    package func search(
        _ part: String,
        in pool: UserPool,
        after: UserID? = nil,
        limit: Int
    ) async throws(IdentityError) -> FoundUsers {
        try await store.read(
            UserSearchLookup(in: pool, part: part, after: after, limit: min(max(limit, 1), 1000))
        )
    }

    /// The number of active sessions of a user.
    package func sessionCount(of user: User) async throws(IdentityError) -> Int64 {
        try await store.read(.sessionCount(of: user.id, in: user.pool, at: clock.now()))
    }

    /// When each of these users was last active: the newest refresh of their sessions, or the last sign-in.
    package func lastRefreshes(
        of users: [User],
        in pool: UserPool
    ) async throws(IdentityError) -> [UserID: Timestamp] {
        let refreshes = try await store.read(.lastRefreshes(of: users.map(\.id), in: pool))
        let signIns = users.compactMap { user in user.lastSignedInAt.map { (user.id, $0) } }
        return refreshes.merging(signIns, uniquingKeysWith: max)
    }

    /// The identities of users, as far as they have any.
    package func identities(
        of users: [User],
        in pool: UserPool
    ) async throws(IdentityError) -> [UserID: [FederatedIdentity]] {
        let linked = users.filter { !$0.identities.isEmpty }.map(\.id)
        return linked.isEmpty ? [:] : try await store.read(.identities(of: linked, in: pool))
    }
}

extension UserSelector {
    fileprivate func names(_ user: User) -> Bool {
        switch self {
        case .id(let id): user.id == id
        case .email(let text): user.email != nil && user.email == EmailAddress(text)
        case .phoneNumber(let text):
            user.phoneNumber != nil && user.phoneNumber?.exact == (try? PhoneNumber(text))?.description.exact
        case .identity(let id): user.identities.contains(id)
        case .userName(let text):
            user.userName != nil && user.userName?.exact == UserName(text)?.description.exact
        }
    }
}
