package import CardeaIdentityDomain
package import CardeaSecrets

/// The input of a sign-up; with neither name nor password the account is anonymous.
package struct NewAccount: Sendable {
    package var email: String?
    package var userName: String?
    package var password: Secret?
    package var displayName: String?
    package var photoURL: String?
    /// The access-token lifetime that is asked for; capped by the project's maximum (K6).
    package var lifetime: TimeSpan?

    package init(
        email: String? = nil,
        userName: String? = nil,
        password: Secret? = nil,
        displayName: String? = nil,
        photoURL: String? = nil,
        lifetime: TimeSpan? = nil
    ) {
        self.email = email
        self.userName = userName
        self.password = password
        self.displayName = displayName
        self.photoURL = photoURL
        self.lifetime = lifetime
    }
}
