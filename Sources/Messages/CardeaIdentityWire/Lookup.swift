package import CardeaSecrets

/// `accounts:lookup`: the user of an access token, or the users that an administrator names.
package struct LookupRequest: Sendable, Codable {
    package var idToken: Secret?
    package var tenantId: String?

    // For administrators
    package var localId: [String]?
    package var email: [String]?
    package var phoneNumber: [String]?
    package var userName: [String]?
    package var federatedUserId: [FederatedUserID]?

    package init() {}
}

/// A user's account at an identity provider.
package struct FederatedUserID: Sendable, Codable {
    package var providerId: String?
    package var rawId: String?

    package init() {}
}

package struct LookupResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#GetAccountInfoResponse"
    /// Absent if no user was found.
    package var users: [AccountInfo]?

    package init(users: [AccountInfo]?) { self.users = users }
}

/// `projects.accounts:batchGet`: one page of a pool's users.
package struct BatchGetResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#DownloadAccountResponse"
    /// Absent if the page has no user.
    package var users: [AccountInfo]?
    package var nextPageToken: String?

    package init(users: [AccountInfo]?, nextPageToken: String? = nil) {
        self.users = users
        self.nextPageToken = nextPageToken
    }
}
