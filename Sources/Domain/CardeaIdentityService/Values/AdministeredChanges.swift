package import CardeaIdentityDomain
package import CardeaSecrets

/// The fields that an administrator sets, of an existing user or of a new one.
package struct AdministeredChanges: Sendable {
    package var email: Field<String> = .keep
    package var password: Field<Secret> = .keep
    package var displayName: Field<String> = .keep
    package var photoURL: Field<String> = .keep
    package var phoneNumber: Field<String> = .keep
    package var userName: Field<String> = .keep
    /// JSON text of one object.
    package var customClaims: Field<String> = .keep
    /// The identity to link; it replaces the one at the same provider.
    package var linkedIdentity: UserRecord.Provider?
    /// The identity providers to unlink.
    package var removedProviders: Set<ProviderID> = []
    package var isEmailVerified: Bool?
    package var isDisabled: Bool?
    /// Ends everything that began before this moment.
    package var validSince: Timestamp?
    /// Whether all sessions end.
    package var endsSessions = false
    package var lastSignedInAt: Timestamp?

    package init() {}
}
