import CardeaEncodings
import CardeaIdentityDomain

/// An administrator's changes, checked.
struct CheckedChanges: Sendable {
    let profile: Profile
    let email: Field<EmailAddress>
    let passwordHash: Field<String>
    let phoneNumber: Field<String>
    let userName: Field<UniqueUserName>
    let customClaims: Field<CustomClaims>
    let linkedIdentity: CheckedIdentity?
    let removedProviders: Set<ProviderID>
    let isEmailVerified: Bool?
    let isDisabled: Bool?
    let validSince: Timestamp?
    let endsSessions: Bool
    let lastSignedInAt: Timestamp?
    let now: Timestamp

    func apply(to user: inout User) {
        let before = user
        profile.apply(to: &user)
        var address = user.email
        email.apply(to: &address)
        user.changeEmail(to: address)
        phoneNumber.apply(to: &user.phoneNumber)
        var name = user.uniqueName
        userName.apply(to: &name)
        user.setUserName(name)
        passwordHash.apply(to: &user.passwordHash)
        user.isEmailVerified = (isEmailVerified ?? user.isEmailVerified) && user.email != nil
        user.isDisabled = isDisabled ?? user.isDisabled
        switch customClaims {
        case .keep: break
        case .set(let claims): user.customClaims = claims.text
        case .clear: user.customClaims = nil
        }
        if user.passwordHash?.exact != before.passwordHash?.exact { user.passwordChangedAt = now }
        if reasonToEndAll(from: before, to: user) != nil {
            user.beginEpoch(at: now)
        }
        user.validSince = validSince ?? user.validSince
        user.lastSignedInAt = lastSignedInAt ?? user.lastSignedInAt
    }

    /// The changes that end the sessions which must not continue.
    func endOfSessions(from before: User, to after: User) -> [Change] {
        if let reason = reasonToEndAll(from: before, to: after) {
            return [.endOfSessions(of: after, reason, at: now)]
        }
        guard let validSince else { return [] }
        // Times of authentication are compared by the second.
        return [
            .session(
                .revokeEarlier(
                    of: after.id,
                    after.pool,
                    authenticatedBefore: Timestamp(seconds: validSince.seconds),
                    Revocation(reason: .administrator, at: now)
                )
            )
        ]
    }

    private func reasonToEndAll(from before: User, to after: User) -> Revocation.Reason? {
        if after.isDisabled, !before.isDisabled { return .userDisabled }
        if after.passwordHash?.exact != before.passwordHash?.exact { return .passwordChange }
        if after.email != before.email { return .emailChange }
        if endsSessions { return .administrator }
        return validSince.map { $0.seconds >= now.seconds } == true ? .administrator : nil
    }
}
