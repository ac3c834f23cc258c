package import CardeaSecrets

/// `accounts:signInWithIdp`: a sign-in by an identity provider; with `idToken`, its user gets the account or signs in
/// again.
package struct SignInWithIdpRequest: Sendable, Codable {
    /// The URL that the provider redirected to, with its code; any URL of the app, if `postBody` has a credential.
    package var requestUri: Secret?
    /// A form with the provider's credential.
    package var postBody: Secret?
    package var pendingToken: Secret?
    /// The secret of the app: that of `createAuthUri`.
    package var sessionId: Secret?
    package var idToken: Secret?
    package var tenantId: String?
    package var returnSecureToken: Bool?
    /// Whether a conflict of a link is a response with `errorMessage`, and not an error.
    package var returnIdpCredential: Bool?
    package var autoCreate: Bool?
    /// Seconds that the access token shall live; Cardea's own.
    package var accessTokenLifetime: Int64?

    package init() {}
}

package struct SignInWithIdpResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#VerifyAssertionResponse"
    package var providerId: String?
    package var federatedId: String?
    package var localId: String?
    package var email: String?
    package var emailVerified: Bool?
    package var displayName: String?
    package var fullName: String?
    package var firstName: String?
    package var lastName: String?
    package var nickName: String?
    package var screenName: String?
    package var photoUrl: String?
    package var language: String?
    package var timeZone: String?
    package var dateOfBirth: String?
    /// JSON text of one object.
    package var rawUserInfo: String?
    package var oauthAccessToken: Secret?
    package var oauthRefreshToken: Secret?
    package var oauthIdToken: Secret?
    package var oauthTokenSecret: Secret?
    /// Seconds.
    package var oauthExpireIn: Int64?
    package var isNewUser: Bool?
    package var emailRecycled: Bool?
    /// Present in place of tokens, if another user has the address.
    package var needConfirmation: Bool?
    /// The sign-in methods of that user.
    package var verifiedProvider: [String]?
    /// Present in place of tokens: the code of a conflict.
    package var errorMessage: String?
    /// The token with which the app continues without the provider.
    package var pendingToken: Secret?
    package var tenantId: String?
    package var idToken: Secret?
    package var refreshToken: Secret?
    /// Seconds, in decimal.
    package var expiresIn: String?

    package init() {}
}
