import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations

extension ToolkitOperation {
    static var query: Self {
        Operation(
            "accounts.query",
            "Returns the users that an expression matches, or a part of all users in an order.",
            paths: .administrator("accounts:query")
                + [.identityToolkit("/v1/projects/{project}:queryAccounts", variant: "queryAccounts")],
            by: [.administrator]
        ) { (call, message: QueryRequest) in
            guard let expression = message.expression?.first else { return try await call.allUsers(message) }
            return try await call.matches(expression, message)
        }
    }
}

extension ToolkitCall {
    /// The user that an expression names.
    fileprivate func matches(
        _ expression: SQLExpression,
        _ message: QueryRequest
    ) async throws -> QueryResponse {
        guard let selector = expression.selector else {
            throw IdentityToolkitError(
                .invalidArgument,
                "An expression needs email, phoneNumber or userId."
            )
        }
        let users = try await services.users.find([selector], in: caller.pool)
        guard message.returnsUsers else { return QueryResponse(recordsCount: users.count) }
        return try await response(Array(users.dropFirst(message.isPastFirst ? 1 : 0)))
    }

    fileprivate func allUsers(_ message: QueryRequest) async throws -> QueryResponse {
        guard message.returnsUsers else {
            return QueryResponse(recordsCount: Int(try await services.users.count(in: caller.pool)))
        }
        let users = try await services.users.list(
            in: caller.pool,
            by: message.sortBy?.order ?? .id,
            isDescending: message.order == .descending,
            offset: message.offset ?? 0,
            limit: Int(message.limit ?? QueryRequest.maximumLimit)
        )
        return try await response(users)
    }

    private func response(_ users: [User]) async throws -> QueryResponse {
        let infos = try await services.users.accountInfo(of: users, in: caller.pool)
        return QueryResponse(recordsCount: infos.count, userInfo: shown(infos))
    }
}

extension QueryRequest: InputMessage {
    static let maximumLimit: Int64 = 500

    var returnsUsers: Bool { returnUserInfo ?? true }
    /// Whether the only match of an expression is skipped.
    var isPastFirst: Bool { (offset ?? 0) > 0 }

    package static let inputFields = InputTable<Self> {
        InputField(\.returnUserInfo, "Whether to return the users, or only their number; defaults to true.")
        InputField(\.limit, 1...maximumLimit, "Largest number of users; defaults to 500.")
        InputField(\.offset, 0...Int64.max, "Number of users to skip; defaults to 0.")
        InputField(\.sortBy, "Property that orders the users; defaults to USER_ID.")
        InputField(\.order, "Direction of the order; defaults to ASC.")
        InputField(
            \.expression,
            .count(10, each: NoLimit()),
            "Condition that the users match. Only the first one counts."
        )
        InputField.scope
    }
}

extension SQLExpression: InputMessage {
    var selector: UserSelector? {
        email.map(UserSelector.email)
            ?? phoneNumber.map(UserSelector.phoneNumber)
            ?? userId.map { .id(UserID(rawValue: $0)) }
    }

    package static let inputFields = InputTable<Self> {
        InputField(\.email, .name(254), "E-mail address, in any letter case.")
        InputField(\.phoneNumber, .name(32), "Phone number in E.164 form.")
        InputField(\.userId, .name(128), "ID of the user.")
    }
}

extension SortField: WireEnum {
    var order: UserOrder {
        switch self {
        case .unspecified, .userID: .id
        case .name: .displayName
        case .createdAt: .createdAt
        case .lastLoginAt: .lastSignedInAt
        case .userEmail: .email
        }
    }
}

extension SortOrder: WireEnum {}

extension QueryResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(
            \.recordsCount,
            "Number of the users in the response, or of all matches if none are returned."
        )
        OutputField(\.userInfo, "The users; absent if no user was found, but in an emulator.")
    }
}
