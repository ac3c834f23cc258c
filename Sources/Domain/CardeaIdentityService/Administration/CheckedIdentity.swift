import CardeaIdentityDomain

/// An identity that an administrator or an import names, checked.
struct CheckedIdentity: Sendable {
    let id: ProviderSubject
    private let email: EmailAddress?
    private let displayName: String?
    private let photoURL: String?

    /// - Throws: `.link(.invalidProviderID)`, `.link(.missingProviderSubject)`, or what is wrong with the given texts.
    init(_ given: UserRecord.Provider) throws(IdentityError) {
        guard let provider = ProviderID(rawValue: given.id), provider.isSpelledWell else {
            throw .link(.invalidProviderID)
        }
        guard let id = ProviderSubject(provider, given.subject) else { throw .link(.missingProviderSubject) }
        self.id = id
        let name = ProfileRules.withoutControls(given.displayName ?? "")
        let texts = (given.email ?? "", name, given.photoURL ?? "")
        if !texts.0.isEmpty {
            guard let address = EmailAddress(texts.0) else { throw .input(.invalidEmail) }
            email = address
        } else {
            email = nil
        }
        guard ProfileRules.isDisplayName(texts.1) else { throw .input(.invalidDisplayName) }
        guard texts.2.isEmpty || ProfileRules.isPhotoURL(texts.2) else { throw .input(.invalidPhotoURL) }
        displayName = texts.1.isEmpty ? nil : texts.1
        photoURL = texts.2.isEmpty ? nil : texts.2
    }

    /// The identity of a user.
    ///
    /// It vouches for the address of the user, if that is verified.
    func identity(of user: User, at now: Timestamp) -> FederatedIdentity {
        var identity = FederatedIdentity(id, of: user.id, in: user.pool, linkedAt: now)
        identity.email = email
        identity.isEmailTrusted = user.isEmailVerified && email != nil && email == user.email
        identity.displayName = displayName
        identity.photoURL = photoURL
        return identity
    }
}

extension ProviderID {
    /// Whether the name is in small letters, as those of all providers are; an operator chooses what follows `oidc.`.
    var isSpelledWell: Bool {
        let prefixes = ["oidc.", "saml."]
        return prefixes.contains { rawValue.utf8.starts(with: $0.utf8) }
            || !rawValue.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}

extension CheckedChanges {
    /// Links and unlinks identities of a user.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - linked: The identities that the user has.
    ///   - owned: The identity to link, if anybody has it.
    /// - Returns: The changes of identities.
    /// - Throws: `.link(.identityTaken)` if another user has the identity.
    func identityChanges(
        of user: inout User,
        _ linked: [FederatedIdentity],
        _ owned: [FederatedIdentity]
    ) throws(IdentityError) -> [Change] {
        let pool = user.pool
        let removed = linked.filter { removedProviders.contains($0.id.provider) }
        user.unlink(removed)
        guard let linkedIdentity else { return removed.map { .identity(.delete($0.id, pool)) } }
        if let owner = owned.first, owner.user != user.id { throw .link(.identityTaken) }
        let present = user.identities
        let replaced = linked.filter {
            present.contains($0.id) && $0.id.provider == linkedIdentity.id.provider
                && $0.id != linkedIdentity.id
        }
        user.unlink(replaced)
        user.addIdentity(linkedIdentity.id)
        let identity = linkedIdentity.identity(of: user, at: now)
        if identity.isEmailTrusted { user.recordEmailProof(by: identity.id, at: now) }
        return (removed + replaced).map { .identity(.delete($0.id, pool)) }
            + [.identity(identity.saved(among: present))]
    }
}

extension FederatedIdentity {
    /// The change that gives a user the identity.
    ///
    /// One that the user has already keeps its tokens and its times.
    func saved(among present: [ProviderSubject]) -> IdentityChange {
        present.contains(id) ? .updateProfile(self) : .insert(self, tokens: nil)
    }
}
