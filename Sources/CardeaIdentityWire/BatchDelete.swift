/// What `accounts:batchDelete` is given.
package struct BatchDeleteRequest: Sendable {
    package var localIds: [String]?
    /// Whether accounts that are not disabled are deleted too.
    package var force: Bool?

    package init() {}
}

/// What `accounts:batchDelete` answers: which accounts are left, and why.
package struct BatchDeleteResponse: Sendable, Encodable {
    package struct Failure: Sendable, Encodable {
        /// The account's place in the request.
        package let index: Int
        package let localId: String
        package let message: String

        package init(index: Int, localId: String, message: String) {
            self.index = index
            self.localId = localId
            self.message = message
        }
    }

    /// `nil` when none is left.
    package let errors: [Failure]?

    package init(errors: [Failure]?) { self.errors = errors }
}
