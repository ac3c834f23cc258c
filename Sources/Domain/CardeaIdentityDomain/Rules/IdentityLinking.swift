/// The rules of linking (U15, U16): they decide the outcome of a sign-in with a provider, without any effect.
///
/// The address is that of the provider. It is *trusted* if the provider has verified it and is an authority for it. The
/// table of all cases is in decisions/sign-in.md.
package struct IdentityLinking: Sendable {
    /// The user who has the identity.
    package var owner: User?
    /// The user who has the address.
    package var holder: User?
    /// The signed-in user that the identity is linked to; `nil` for a sign-in.
    package var current: User?
    package var hasEmail: Bool
    package var isEmailTrusted: Bool
    /// Whether users of different providers may have one address (`allowDuplicateEmails`).
    package var sharesEmails: Bool
    /// Whether a sign-in creates or changes a user, or only finds one.
    package var mayCreate: Bool

    package init(
        owner: User? = nil,
        holder: User? = nil,
        current: User? = nil,
        hasEmail: Bool = true,
        isEmailTrusted: Bool,
        sharesEmails: Bool = false,
        mayCreate: Bool = true
    ) {
        self.owner = owner
        self.holder = holder
        self.current = current
        self.hasEmail = hasEmail
        self.isEmailTrusted = isEmailTrusted
        self.sharesEmails = sharesEmails
        self.mayCreate = mayCreate
    }

    package enum Outcome: Sendable, Equatable {
        /// The user who has the identity signs in.
        case signIn
        /// The signed-in user, who has the identity, authenticates again.
        case reauthenticate
        /// The signed-in user gets the identity.
        case link
        /// The user with the verified address gets the identity and signs in.
        case linkByEmail
        /// The same, but the user's address was not verified: what could be another person's ends.
        case takeOver
        /// Another user has the address: that user has to sign in first, and link then.
        case confirm
        /// A user is created, with or without the address.
        case signUp(withEmail: Bool)
        /// Another user has the identity, so it is not linked.
        case identityTaken
        /// Another user has the address, so the identity is not linked.
        case emailTaken
        /// No user has the identity, and the request creates no user.
        case unknown
    }

    package var outcome: Outcome {
        let addressHolder = sharesEmails ? nil : holder
        if let current {
            if let owner { return owner.id == current.id ? .reauthenticate : .identityTaken }
            if let addressHolder, addressHolder.id != current.id { return .emailTaken }
            return .link
        }
        if owner != nil { return .signIn }
        guard mayCreate else { return .unknown }
        guard let addressHolder else { return .signUp(withEmail: hasEmail && !sharesEmails) }
        guard isEmailTrusted else { return .confirm }
        return addressHolder.isEmailVerified ? .linkByEmail : .takeOver
    }
}
