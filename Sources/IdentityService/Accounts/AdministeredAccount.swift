package import IdentityDomain

/// An account that an administrator creates.
package struct AdministeredAccount: Sendable {
    /// The id to give it; `nil` for one of the server's choice.
    package var id: UserID?
    package var email: String?
    package var password: String?
    package var displayName: String?
    package var photoURL: String?
    package var phoneNumber: String?
    package var isEmailVerified = false
    package var isDisabled = false
    /// JSON text of one object.
    package var customClaims: String?

    package init(id: UserID? = nil, email: String? = nil, password: String? = nil) {
        self.id = id
        self.email = email
        self.password = password
    }
}

/// What an administrator changes about an account.
package struct AdministeredChanges: Sendable {
    package var email: Field<String> = .keep
    package var password: Field<String> = .keep
    package var displayName: Field<String> = .keep
    package var photoURL: Field<String> = .keep
    package var phoneNumber: Field<String> = .keep
    /// JSON text of one object.
    package var customClaims: Field<String> = .keep
    package var isEmailVerified: Bool?
    package var isDisabled: Bool?
    /// Ends everything that began before this moment.
    package var validSince: Timestamp?

    package init() {}
}

/// How an administrator names a user.
package enum UserSelector: Sendable {
    case id(UserID)
    case email(String)
    case phoneNumber(String)
}
