import CardeaIdentityDomain

/// The parts of which the decisions consist.
extension LinkingStep {
    /// Deletes the sign-in that waited, if this is one.
    var resumption: [Change] { pendingHash.map { [.identity(.resume(hash: $0))] } ?? [] }

    var policy: Policy { start.policy }
    var now: Timestamp { start.now }

    /// When the person proved to be who it is: a token of the provider may be older than the request.
    var provedAt: Timestamp { min(now, assertion.assertedAt ?? now) }

    /// Begins a session of a user.
    func begin(
        _ user: User,
        _ changes: [Change],
        endingOthers reason: Revocation.Reason? = nil,
        isEmailRecycled: Bool = false
    ) throws(IdentityError) -> Decision<Outcome> {
        decision(
            try start.signIn(user, provedAt: provedAt, endingOthers: reason),
            changes,
            isEmailRecycled: isEmailRecycled
        )
    }

    /// The session of a signed-in user continues.
    ///
    /// A link to a user who is not anonymous is no authentication.
    func proceed(
        _ who: Authenticated,
        as user: User,
        _ changes: [Change],
        isAuthentication: Bool = true,
        endingOthers reason: Revocation.Reason? = nil
    ) -> Decision<Outcome> {
        decision(
            start.proceed(
                who,
                as: user,
                provedAt: max(provedAt, who.session.authenticatedAt),
                isAuthentication: isAuthentication,
                endingOthers: reason
            ),
            changes
        )
    }

    func decision(
        _ sessions: Decision<Authenticated>,
        _ changes: [Change],
        isNew: Bool = false,
        isEmailRecycled: Bool = false
    ) -> Decision<Outcome> {
        sessions.adding(resumption + changes)
            .map { .signedIn($0, isNew: isNew, isEmailRecycled: isEmailRecycled) }
    }

    /// Another account at the same provider.
    func rival(among identities: [FederatedIdentity]) -> FederatedIdentity? {
        identities.first { $0.id.provider == assertion.provider && $0.id != assertion.identity }
    }

    /// Whether the provider said this after the last sign-in by another account, or after its link by an administrator: an
    /// older token of the former owner takes no address back.
    func isNewer(than rival: FederatedIdentity) -> Bool {
        guard let assertedAt = assertion.assertedAt else { return true }
        return assertedAt > rival.lastSignedInAt ?? rival.linkedAt
    }

    /// Adds the identity to a user who has none at the provider.
    func insertion(of user: inout User) -> [Change] {
        user.addIdentity(assertion.identity)
        let identity = refreshed(
            FederatedIdentity(assertion.identity, of: user.id, in: user.pool, linkedAt: now)
        )
        return [.identity(.insert(identity, tokens: tokens))]
    }

    /// An identity with what the provider says now.
    func refreshed(_ identity: FederatedIdentity) -> FederatedIdentity {
        var identity = identity
        identity.email = email
        identity.isEmailTrusted = isEmailTrusted
        identity.displayName = displayName
        identity.photoURL = photoURL
        identity.screenName = assertion.profile.screenName.map(ProfileRules.withoutControls)
            .flatMap { ProfileRules.isDisplayName($0) ? $0 : nil }
        identity.lastSignedInAt = now
        return identity
    }

    /// The address counts as verified if the provider of the user's own identity vouches for it.
    func proveOwnEmail(of user: inout User) {
        if isEmailTrusted, user.email == email { user.isEmailVerified = true }
    }

    /// A profile from the provider replaces what was there (U4).
    func fillProfile(of user: inout User) {
        user.displayName = displayName ?? user.displayName
        user.photoURL = photoURL ?? user.photoURL
    }

    private var displayName: String? {
        assertion.profile.displayName.map(ProfileRules.withoutControls)
            .flatMap { !$0.isEmpty && ProfileRules.isDisplayName($0) ? $0 : nil }
    }

    private var photoURL: String? {
        assertion.profile.photoURL.flatMap { ProfileRules.isPhotoURL($0) ? $0 : nil }
    }
}
