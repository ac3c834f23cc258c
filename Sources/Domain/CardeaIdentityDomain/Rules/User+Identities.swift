extension User {
    /// Adds an identity; it replaces the one at the same provider, which only administrators may do.
    package mutating func addIdentity(_ id: ProviderSubject) {
        identities.removeAll { $0.provider == id.provider }
        identities.append(id)
    }

    package mutating func removeIdentities(_ ids: [ProviderSubject]) {
        identities.removeAll(where: ids.contains)
    }

    /// Removes identities, and remembers which of them have proved the address.
    package mutating func unlink(_ linked: [FederatedIdentity]) {
        for identity in linked { keepEmailProof(of: identity) }
        removeIdentities(linked.map(\.id))
    }

    /// Records the proof of an identity that is about to end or to change.
    ///
    /// Users of an older database, and imported ones, may have no record of it yet.
    package mutating func keepEmailProof(of identity: FederatedIdentity) {
        guard emailProof(by: identity.id.provider) == nil, let proof = identity.emailProof(of: email) else {
            return
        }
        emailProofs.append(proof)
    }

    /// The recorded proof of the address by a provider.
    package func emailProof(by provider: ProviderID) -> EmailProof? {
        emailProofs.first { $0.identity.provider == provider }
    }

    /// Records that an account at a trusted provider has proved the user's address.
    ///
    /// It replaces the proof of another account at the same provider.
    package mutating func recordEmailProof(by id: ProviderSubject, at now: Timestamp) {
        emailProofs.removeAll { $0.identity.provider == id.provider }
        emailProofs.append(EmailProof(by: id, at: now))
    }

    /// Ends all that the former owner of the address has, because the address belongs to another person now.
    ///
    /// The ID and the address stay. Everything else that signs in or says who somebody is ends: password, phone number,
    /// user name, identities, profile and claims.
    ///
    /// - Parameters:
    ///   - provider: The provider that has given the address to another person.
    ///   - now: The moment.
    /// - Returns: The identities that end.
    package mutating func recycle(by provider: ProviderID, at now: Timestamp) -> [ProviderSubject] {
        (recycling, emailProofs) = (Recycling(by: provider, at: now), [])
        let ended = identities
        identities = []
        if hasPassword {
            passwordHash = nil
            passwordChangedAt = now
        }
        (phoneNumber, uniqueName, customClaims) = (nil, nil, nil)
        (displayName, photoURL, initialEmail) = (nil, nil, nil)
        signsInByEmailLink = false
        isEmailVerified = true
        beginEpoch(at: now)
        return ended
    }

    /// Whether a trusted provider proves the address for this user.
    ///
    /// The provider that has recycled the address knows its present owner. Any other provider, and any older word of that
    /// one, may still be about the former owner.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - assertedAt: When it said so; `nil` if it was asked just now.
    /// - Returns: Whether its word counts.
    package func isEmailProved(by provider: ProviderID, assertedAt: Timestamp?) -> Bool {
        guard let recycling else { return true }
        return recycling.provider == provider && (assertedAt.map { $0 > recycling.at } ?? true)
    }

    /// Gives the user to the owner of the address, who has proved it: by mail, or by a trusted provider.
    ///
    /// Somebody else may have made an unverified user. The password, the phone number, the first address, all sessions, and
    /// the identities that do not vouch for the address end (U16). A provider brings a profile of its own: if the user
    /// has ever signed in, the profile and the user name end too. Otherwise only an administrator can have set them.
    ///
    /// - Parameters:
    ///   - linked: The identities of the user.
    ///   - endsProfile: Whether the profile and the user name of a user who has signed in end.
    ///   - now: The moment.
    /// - Returns: The identities that end; `nil` if nothing ends.
    package mutating func takeOver(
        _ linked: [FederatedIdentity],
        endingProfile endsProfile: Bool = false,
        at now: Timestamp
    ) -> [ProviderSubject]? {
        guard !isEmailVerified else { return nil }
        isEmailVerified = true
        let foreign = linked.filter { !$0.vouches(for: email) }.map(\.id)
        let hasSignedIn = lastSignedInAt != nil
        guard hasSignedIn || hasPassword || phoneNumber != nil || !foreign.isEmpty else { return nil }
        if hasPassword {
            passwordHash = nil
            passwordChangedAt = now
        }
        if endsProfile, hasSignedIn { (displayName, photoURL, uniqueName) = (nil, nil, nil) }
        (phoneNumber, initialEmail) = (nil, nil)
        removeIdentities(foreign)
        beginEpoch(at: now)
        return foreign
    }
}
