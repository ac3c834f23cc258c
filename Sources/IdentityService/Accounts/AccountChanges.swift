package import IdentityDomain

/// What becomes of an optional property of an account.
package enum Field<Value: Sendable>: Sendable {
    case keep
    case set(Value)
    case clear
}

/// What a signed-in user changes about their own account.
package struct AccountChanges: Sendable {
    package var email: String?
    package var password: String?
    package var displayName: Field<String> = .keep
    package var photoURL: Field<String> = .keep

    package init(
        email: String? = nil,
        password: String? = nil,
        displayName: Field<String> = .keep,
        photoURL: Field<String> = .keep
    ) {
        self.email = email
        self.password = password
        self.displayName = displayName
        self.photoURL = photoURL
    }
}

/// An account after its user changed it.
package struct Updated: Sendable {
    package let user: User
    /// New tokens for this device, where the change ended the old ones.
    package let tokens: IssuedTokens?
    package let session: Session

    package init(user: User, tokens: IssuedTokens?, session: Session) {
        self.user = user
        self.tokens = tokens
        self.session = session
    }
}
