package import CardeaIdentityDomain
package import CardeaPasswordHashing
package import CardeaSecrets

/// A user as an import or an export names it; nothing of it is checked.
package struct UserRecord: Sendable {
    package var id: String
    /// The tenant that the record names.
    package var tenant: String?
    package var email: String?
    package var isEmailVerified = false
    /// The provider that has given the address to another person than its former owner, and when.
    package var recycledBy: String?
    package var recycledAt: Timestamp?
    /// The accounts at trusted providers that have proved the address, one for each provider.
    package var emailProofs: [Proof] = []
    /// Whether the user has signed in by a link that was sent to the address.
    package var signsInByEmailLink = false
    package var displayName: String?
    package var photoURL: String?
    package var phoneNumber: String?
    package var userName: String?
    package var password: Password?
    package var passwordChangedAt: Timestamp?
    package var usesCustomTokens = false
    /// JSON text of one object.
    package var customClaims: String?
    package var isDisabled = false
    package var createdAt: Timestamp?
    package var lastSignedInAt: Timestamp?
    package var validSince: Timestamp?
    /// Accounts at identity providers.
    package var providers: [Provider] = []
    /// Whether the record names second factors.
    ///
    /// The store has no place for them yet, so it is rejected.
    package var hasSecondFactors = false

    package enum Password: Redacted {
        /// A hash in a text form that `PasswordHasher.check` accepts.
        case hash(String)
        /// It is hashed by the import.
        case plain(Secret)
        /// There is a hash, but it cannot be imported.
        case invalid(ForeignHashError)
    }

    /// An account at a provider that has proved the user's address.
    package struct Proof: Sendable, Equatable {
        package var provider: String
        /// The user's ID at the provider.
        package var subject: String
        /// `nil` for the time of the import.
        package var at: Timestamp?

        package init(provider: String, subject: String, at: Timestamp?) {
            self.provider = provider
            self.subject = subject
            self.at = at
        }
    }

    /// An account at another identity provider.
    package struct Provider: Sendable, Equatable {
        package var id: String
        /// The user's ID at the provider.
        package var subject: String
        package var email: String?
        package var displayName: String?
        package var photoURL: String?

        package init(
            id: String,
            subject: String,
            email: String? = nil,
            displayName: String? = nil,
            photoURL: String? = nil
        ) {
            self.id = id
            self.subject = subject
            self.email = email
            self.displayName = displayName
            self.photoURL = photoURL
        }
    }

    package init(id: String) { self.id = id }
}

extension UserRecord {
    var tenantID: TenantID? { tenant.flatMap { $0.isEmpty ? nil : TenantID(rawValue: $0) } }

    /// A stored user with its hash as the store has it.
    init(_ user: User, _ identities: [FederatedIdentity]) {
        id = user.id.rawValue
        tenant = user.pool.tenant?.rawValue
        email = user.email?.description
        isEmailVerified = user.isEmailVerified && user.email != nil
        (recycledBy, recycledAt) = (user.recycling?.provider.rawValue, user.recycling?.at)
        emailProofs = user.emailProofs.map { proof in
            Proof(provider: proof.identity.provider.rawValue, subject: proof.identity.subject, at: proof.at)
        }
        signsInByEmailLink = user.signsInByEmailLink && user.email != nil
        displayName = user.displayName
        photoURL = user.photoURL
        phoneNumber = user.phoneNumber
        userName = user.userName
        password = user.passwordHash.map(Password.hash)
        passwordChangedAt = user.passwordChangedAt
        usesCustomTokens = user.usesCustomTokens
        customClaims = user.customClaims
        isDisabled = user.isDisabled
        createdAt = user.createdAt
        lastSignedInAt = user.lastSignedInAt
        validSince = user.validSince
        providers = identities.map { identity in
            Provider(
                id: identity.id.provider.rawValue,
                subject: identity.id.subject,
                email: identity.email?.description,
                displayName: identity.displayName,
                photoURL: identity.photoURL
            )
        }
    }
}
