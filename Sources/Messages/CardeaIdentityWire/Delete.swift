package import CardeaSecrets

/// `accounts:delete`: the user of an access token, or by an administrator the user `localId`.
package struct DeleteRequest: Sendable, Codable {
    package var idToken: Secret?
    package var tenantId: String?

    // For administrators
    package var localId: String?

    package init() {}
}

package struct DeleteResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#DeleteAccountResponse"

    package init() {}
}

/// `accounts:batchDelete`: users that an administrator deletes.
package struct BatchDeleteRequest: Sendable, Codable {
    package var localIds: [String]?
    /// Whether users that are not disabled are deleted too.
    package var force: Bool?

    package init() {}
}

package struct BatchDeleteResponse: Sendable, Codable {
    /// Absent if all users were deleted.
    package var errors: [BatchDeleteError]?

    package init(errors: [BatchDeleteError]?) { self.errors = errors }
}

/// A user that was not deleted.
package struct BatchDeleteError: Sendable, Codable {
    /// The position in the request; Google's servers leave 0 out.
    package var index: Int?
    package var localId: String?
    package var message: String?

    package init(index: Int, localId: String, message: String) {
        (self.index, self.localId, self.message) = (index, localId, message)
    }
}
