/// `accounts:createAuthUri`: which ways of signing in an e-mail address has.
package struct CreateAuthUriRequest: Sendable {
    package var identifier: String?
    package var continueUri: String?
    package var providerId: String?
    package var tenantId: String?

    package init() {}
}

package struct CreateAuthUriResponse: Sendable, Encodable {
    package var kind = "identitytoolkit#CreateAuthUriResponse"
    package var sessionId: String
    /// Absent where the project does not tell which addresses have accounts.
    package var registered: Bool?
    package var signinMethods: [String]?
    package var allProviders: [String]?

    package init(sessionId: String) { self.sessionId = sessionId }
}
