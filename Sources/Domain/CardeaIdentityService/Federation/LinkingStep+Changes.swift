import CardeaCryptography
import CardeaIdentityDomain
import CardeaSecrets

/// The parts of which the decisions consist.
extension LinkingStep {
    var policy: Policy { step.policy }
    var now: Timestamp { step.now }
    var pendingHash: [UInt8] { SHA256.hash(pendingToken.utf8) }

    /// Keeps the verified sign-in until the user has decided.
    ///
    /// A token that has not signed anybody in stays usable.
    func pending(_ reason: PendingSignIn.Reason) throws(IdentityError) -> Decision<SignInDecision> {
        let outcome = SignInDecision.pending(
            PendingSignIn(reason: reason, token: pendingToken, lifetime: PendingIdentity.lifetime)
        )
        guard !isResumed else { return .unchanged(outcome) }
        var assertion = assertion
        assertion.assertedAt = assertion.assertedAt ?? now
        let pending = try vault.seal(
            assertion,
            hash: pendingHash,
            in: newUser.pool,
            expiresAt: now + PendingIdentity.lifetime
        )
        return Decision([.identity(.suspend(pending))], outcome)
    }

    /// Begins a session of a user.
    func begin(
        _ user: User,
        _ changes: [Change],
        endingOthers reason: Revocation.Reason? = nil
    ) throws(IdentityError) -> Decision<SignInDecision> {
        finishing(try step.signIn(user, endingOthers: reason), changes)
    }

    /// The session of a signed-in user continues.
    ///
    /// A link to a user who is not anonymous does not authenticate the user.
    func proceed(
        _ who: Authenticated,
        as user: User,
        _ changes: [Change],
        isAuthentication: Bool = true,
        endingOthers reason: Revocation.Reason? = nil
    ) -> Decision<SignInDecision> {
        finishing(
            step.proceed(who, as: user, isAuthentication: isAuthentication, endingOthers: reason),
            changes
        )
    }

    /// Adds the changes of identities, and deletes the sign-in that waited.
    func finishing(_ decision: Decision<SignInDecision>, _ changes: [Change]) -> Decision<SignInDecision> {
        decision.adding((isResumed ? [.identity(.resume(hash: pendingHash))] : []) + changes)
    }

    /// Another account at the same provider.
    func otherIdentityAtProvider(among identities: [FederatedIdentity]) -> FederatedIdentity? {
        identities.first { $0.id.provider == assertion.provider && $0.id != assertion.identity }
    }

    /// The proof of the user's address by another account at the same provider, whether or not that one is still linked.
    ///
    /// Users of older databases have no recorded proofs before their next sign-in: the linked account counts for them.
    func formerProof(of user: User, _ identities: [FederatedIdentity]) -> EmailProof? {
        if let recorded = user.emailProof(by: assertion.provider) {
            return recorded.identity == assertion.identity ? nil : recorded
        }
        return otherIdentityAtProvider(among: identities)?.emailProof(of: user.email)
    }

    /// The record that the owner of the address has got the user.
    func event(_ kind: SecurityEvent.Kind, of user: User) -> SecurityEvent {
        step.event(kind, of: user, by: .provider(assertion.provider))
    }

    /// Whether the provider said this after a proof, or a link by an administrator: an older token of the former owner takes
    /// no address back.
    func isNewer(than proof: EmailProof) -> Bool {
        guard let assertedAt = assertion.assertedAt else { return true }
        return assertedAt > proof.at
    }

    /// Adds the identity to a user who has none at the provider.
    func insertion(of user: inout User) -> [Change] {
        user.addIdentity(assertion.identity)
        proveOwnEmail(of: &user)
        let identity = refreshed(
            FederatedIdentity(assertion.identity, of: user.id, in: user.pool, linkedAt: now)
        )
        return [.identity(.insert(identity, tokens: tokens))]
    }

    /// The changes of a sign-in with an identity that the user has.
    func identityUpdate(of owned: FederatedIdentity, _ user: inout User) -> [Change] {
        // The identity may get another address now.
        user.keepEmailProof(of: owned)
        proveOwnEmail(of: &user)
        return [.identity(.update(refreshed(owned), tokens: tokens))]
    }

    /// An identity with the values of the provider now; a value that it omits stays.
    func refreshed(_ identity: FederatedIdentity) -> FederatedIdentity {
        var identity = identity
        if let email { (identity.email, identity.isEmailTrusted) = (email, isEmailTrusted) }
        identity.displayName = displayName ?? identity.displayName
        identity.photoURL = photoURL ?? identity.photoURL
        identity.screenName =
            assertion.profile.screenName.map(ProfileRules.withoutControls)
            .flatMap { ProfileRules.isDisplayName($0) ? $0 : nil } ?? identity.screenName
        identity.lastSignedInAt = now
        return identity
    }

    /// The address counts as verified if the provider of the user's own identity vouches for it.
    func proveOwnEmail(of user: inout User) {
        guard isEmailTrusted, user.email == email else { return }
        user.isEmailVerified = true
        user.recordEmailProof(by: assertion.identity, at: now)
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
