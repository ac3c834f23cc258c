/// What a signed-in user changes about their own account.
package struct AccountChanges: Sendable {
    package var email: String?
    package var userName: String?
    package var password: String?
    package var displayName: Field<String> = .keep
    package var photoURL: Field<String> = .keep

    package init(
        email: String? = nil,
        userName: String? = nil,
        password: String? = nil,
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
