/// `accounts:query`: the users that an expression matches, or a part of all users in an order.
package struct QueryRequest: Sendable, Codable {
    package var returnUserInfo: Bool?
    package var limit: Int64?
    package var offset: Int64?
    package var sortBy: SortField?
    package var order: SortOrder?
    package var expression: [SQLExpression]?

    package init() {}
}

/// A condition.
///
/// Only the first field counts, in the order of the declaration.
package struct SQLExpression: Sendable, Codable {
    package var email: String?
    package var phoneNumber: String?
    package var userId: String?

    package init() {}
}

/// The cases are in the order of the protocol's numbers.
package enum SortField: String, Sendable, Codable, CaseIterable {
    case unspecified = "SORT_BY_FIELD_UNSPECIFIED"
    case userID = "USER_ID"
    case name = "NAME"
    case createdAt = "CREATED_AT"
    case lastLoginAt = "LAST_LOGIN_AT"
    case userEmail = "USER_EMAIL"
}

/// The cases are in the order of the protocol's numbers.
package enum SortOrder: String, Sendable, Codable, CaseIterable {
    case unspecified = "ORDER_UNSPECIFIED"
    case ascending = "ASC"
    case descending = "DESC"
}

package struct QueryResponse: Sendable, Codable {
    /// The number of users, in decimal.
    package var recordsCount: String?
    /// Absent if no user was found.
    package var userInfo: [AccountInfo]?

    package init(recordsCount: Int, userInfo: [AccountInfo]? = nil) {
        self.recordsCount = String(recordsCount)
        self.userInfo = userInfo
    }
}
