package import CardeaIdentityDomain

/// What an administrator says of an account, one that is there or a new one.
package struct AdministeredChanges: Sendable {
    package var email: Field<String> = .keep
    package var password: Field<String> = .keep
    package var displayName: Field<String> = .keep
    package var photoURL: Field<String> = .keep
    package var phoneNumber: Field<String> = .keep
    package var userName: Field<String> = .keep
    /// JSON text of one object.
    package var customClaims: Field<String> = .keep
    package var isEmailVerified: Bool?
    package var isDisabled: Bool?
    /// Ends everything that began before this moment.
    package var validSince: Timestamp?

    package init() {}
}
