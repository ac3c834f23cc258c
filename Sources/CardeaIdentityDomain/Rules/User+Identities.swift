extension User {
    /// Adds an identity; it replaces the one at the same provider, which only administrators may do.
    package mutating func addIdentity(_ id: ProviderSubject) {
        identities.removeAll { $0.provider == id.provider }
        identities.append(id)
    }

    package mutating func removeIdentities(_ ids: [ProviderSubject]) {
        identities.removeAll(where: ids.contains)
    }

    /// Ends all that the former owner of the address has, because the address belongs to another person now.
    ///
    /// The ID and the address stay. Everything else that signs in or says who somebody is ends: password, phone number,
    /// user name, identities, profile and claims.
    ///
    /// - Returns: The identities that end.
    package mutating func recycle(at now: Timestamp) -> [ProviderSubject] {
        let ended = identities
        identities = []
        if hasPassword {
            passwordHash = nil
            passwordChangedAt = now
        }
        (phoneNumber, userName, customClaims) = (nil, nil, nil)
        (displayName, photoURL) = (nil, nil)
        signsInByEmailLink = false
        isEmailVerified = true
        beginEpoch(at: now)
        return ended
    }

    /// Records that the owner of the address has proved it: by mail, or by a trusted provider.
    ///
    /// The password, the phone number, and the identities that do not vouch for the address end: somebody else may
    /// have set them before (U16).
    ///
    /// - Parameters:
    ///   - linked: The identities of the user.
    ///   - now: The moment.
    /// - Returns: The identities that end; `nil` if nothing ends, and sessions go on.
    package mutating func proveEmail(
        _ linked: [FederatedIdentity],
        at now: Timestamp
    ) -> [ProviderSubject]? {
        guard !isEmailVerified else { return nil }
        isEmailVerified = true
        let foreign = linked.filter { !$0.vouches(for: email) }.map(\.id)
        guard hasPassword || phoneNumber != nil || !foreign.isEmpty else { return nil }
        if hasPassword {
            passwordHash = nil
            passwordChangedAt = now
        }
        phoneNumber = nil
        removeIdentities(foreign)
        beginEpoch(at: now)
        return foreign
    }
}
