package import CardeaSecrets

/// What a signed-in user changes about their own account.
package struct AccountChanges: Sendable {
    package var email: String?
    package var password: Secret?
    package var displayName: Field<String> = .keep
    package var photoURL: Field<String> = .keep

    package init(
        email: String? = nil,
        password: Secret? = nil,
        displayName: Field<String> = .keep,
        photoURL: Field<String> = .keep
    ) {
        self.email = email
        self.password = password
        self.displayName = displayName
        self.photoURL = photoURL
    }
}
