internal import CardeaIdentityWire
internal import CardeaSession
internal import Foundation

/// One page of a list of users.
public struct UserPage: Sendable {
    /// The users.
    public let users: [UserRecord]
    /// The token of the next page; `nil` on the last one.
    public let nextPageToken: String?
}

/// The order of a query for users.
public enum UserOrder: Sendable {
    /// By ID.
    case id
    /// By name.
    case displayName
    /// By time of creation.
    case createdAt
    /// By time of the last sign-in.
    case lastSignedInAt
    /// By e-mail address.
    case email

    fileprivate var field: SortField {
        switch self {
        case .id: .userID
        case .displayName: .name
        case .createdAt: .createdAt
        case .lastSignedInAt: .lastLoginAt
        case .email: .userEmail
        }
    }
}

extension AdminClient {
    /// One page of all users, ordered by ID.
    ///
    /// - Parameters:
    ///   - size: The number of users, 1 to 1000.
    ///   - pageToken: The token from the page before; `nil` for the first.
    /// - Returns: The page.
    /// - Throws: `invalidArgument` and failures of the request.
    public func userPage(size: Int = 1000, pageToken: String? = nil) async throws(AdminError) -> UserPage {
        var query = ["maxResults": String(size)]
        query["nextPageToken"] = pageToken
        let response: BatchGetResponse = try await shared.api.users(
            .get,
            "/accounts:batchGet",
            tenant: tenantID,
            query: query
        )
        let token = response.nextPageToken.flatMap { $0.isEmpty ? nil : $0 }
        return UserPage(users: (response.users ?? []).map(UserRecord.init), nextPageToken: token)
    }

    /// All users, ordered by ID, fetched page by page.
    ///
    ///     for try await user in admin.allUsers() { print(user.id) }
    ///
    /// - Parameter pageSize: The number of users of one request, 1 to 1000.
    /// - Returns: The users.
    public func allUsers(pageSize: Int = 1000) -> UserSequence {
        UserSequence(client: self, pageSize: pageSize)
    }

    /// A part of all users, in an order.
    ///
    /// - Parameters:
    ///   - order: The order; defaults to the ID.
    ///   - isDescending: Whether the greatest comes first; defaults to `false`.
    ///   - offset: The number of users to skip; defaults to 0.
    ///   - limit: The largest number of users, at most 500.
    /// - Returns: The users.
    /// - Throws: `invalidArgument` and failures of the request.
    public func queryUsers(
        order: UserOrder = .id,
        isDescending: Bool = false,
        offset: Int = 0,
        limit: Int = 500
    ) async throws(AdminError) -> [UserRecord] {
        var query = QueryRequest()
        query.sortBy = order.field
        query.order = isDescending ? .descending : .ascending
        query.offset = Int64(offset)
        query.limit = Int64(limit)
        return (try await response(query).userInfo ?? []).map(UserRecord.init)
    }

    /// The number of users.
    public func userCount() async throws(AdminError) -> Int {
        var query = QueryRequest()
        query.returnUserInfo = false
        return Int(try await response(query).recordsCount ?? "0") ?? 0
    }

    private func response(_ query: QueryRequest) async throws(AdminError) -> QueryResponse {
        try await shared.api.users(.post, "/accounts:query", tenant: tenantID, query)
    }
}

/// All users of a pool, fetched page by page.
public struct UserSequence: AsyncSequence, Sendable {
    /// A user.
    public typealias Element = UserRecord

    fileprivate let client: AdminClient
    fileprivate let pageSize: Int

    /// Starts at the first user.
    public func makeAsyncIterator() -> Iterator { Iterator(client: client, pageSize: pageSize) }

    /// The users that follow.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let client: AdminClient
        fileprivate let pageSize: Int
        private var users: ArraySlice<UserRecord> = []
        private var pageToken: String?
        private var isAtEnd = false

        fileprivate init(client: AdminClient, pageSize: Int) {
            (self.client, self.pageSize) = (client, pageSize)
        }

        /// The next user; `nil` after the last.
        ///
        /// - Throws: `AdminError`
        public mutating func next() async throws -> UserRecord? {
            while users.isEmpty, !isAtEnd {
                let page = try await client.userPage(size: pageSize, pageToken: pageToken)
                users = page.users[...]
                pageToken = page.nextPageToken
                isAtEnd = pageToken == nil
            }
            return users.popFirst()
        }
    }
}
