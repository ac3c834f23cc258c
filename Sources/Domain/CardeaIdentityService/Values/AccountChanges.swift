package import CardeaIdentityDomain
package import CardeaSecrets

/// The changes that signed-in users make to their own account.
package struct AccountChanges: Sendable {
    package var email: String?
    package var userName: String?
    package var password: Secret?
    package var displayName: Field<String> = .keep
    package var photoURL: Field<String> = .keep
    package var removesPassword = false
    /// Whether the address ends, and with it the sign-in by a link to it.
    package var removesEmail = false
    package var removesPhoneNumber = false
    /// The identity providers to unlink.
    package var removedProviders: Set<ProviderID> = []
    /// Whether all sessions end, and this device gets a new one.
    package var endsSessions = false
    /// Whether the response has tokens of the session, also if the change does not end the present ones.
    package var returnsTokens = false

    package init(
        email: String? = nil,
        userName: String? = nil,
        password: Secret? = nil,
        displayName: Field<String> = .keep,
        photoURL: Field<String> = .keep
    ) {
        self.email = email
        self.userName = userName
        self.password = password
        self.displayName = displayName
        self.photoURL = photoURL
    }
}
