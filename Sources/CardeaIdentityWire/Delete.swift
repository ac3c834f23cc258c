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
