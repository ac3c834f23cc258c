import CardeaCryptography
import CardeaIdentityDomain
import CardeaSecrets

/// The whole decision about a sign-in with a provider, as rows and changes; `IdentityLinking` has the rules.
struct LinkingStep: Sendable {
    let assertion: ProviderAssertion
    /// The address that the provider says, if it has the form of one.
    let email: EmailAddress?
    /// The user to create, if there is no user yet.
    let newUser: User
    let step: SignInStep
    /// The signed-in user who gets the identity.
    let linking: SignedInCaller?
    /// The token of a sign-in that waits: of the one that is resumed, or of this one.
    let pendingToken: Secret
    let isResumed: Bool
    let vault: IdentityVault
    /// The provider's tokens, if the project keeps them.
    let tokens: SealedProviderTokens?
    let mayCreate: Bool
    /// Whether the signed-in user cannot authenticate again by an identity of its own.
    let linksOnce: Bool
    /// Whether a new user was counted and allowed.
    var maySignUp = false

    var lookup: LinkingLookup {
        LinkingLookup(
            pool: newUser.pool,
            id: assertion.identity,
            email: email,
            session: linking?.session.id,
            user: linking?.user.id,
            pendingHash: isResumed ? pendingHash : nil
        )
    }

    func decide(_ rows: LinkingRows) throws(IdentityError) -> Decision<SignInDecision> {
        // The configuration may have changed while the provider responded.
        if let error = assertion.client?.error(with: rows.configuration) { throw .provider(error) }
        if isResumed {
            guard let pending = rows.pending, pending.hash == pendingHash, pending.id == assertion.identity,
                pending.isUsable(in: newUser.pool, at: now)
            else { throw .link(.invalidPendingToken) }
        }
        let who =
            try linking.map { _ throws(IdentityError) in
                try Authenticated(rows.session, rows.current, at: now)
            }
        let rules = IdentityLinking(
            owner: rows.owner,
            holder: rows.holder,
            current: who?.user,
            hasEmail: email != nil,
            isEmailTrusted: isEmailTrusted && provesEmail(of: rows.holder),
            sharesEmails: policy.signIn.allowsDuplicateEmails,
            mayCreate: mayCreate
        )
        switch rules.outcome {
        case .signIn: return try signIn(rows.owner, rows.owned)
        case .reauthenticate where linksOnce: return try pending(.conflict(.link(.identityTaken)))
        case .reauthenticate: return try reauthenticate(who, rows.owned)
        case .link: return try link(who, rows.identitiesOfCurrent)
        case .linkByEmail: return try linkByEmail(rows.holder, rows.identitiesOfHolder)
        case .takeOver: return try takeOver(rows.holder, rows.identitiesOfHolder)
        case .confirm: return try confirm(rows.holder)
        case .signUp(let withEmail): return try signUp(withEmail, rows)
        case .identityTaken: return try pending(.conflict(.link(.identityTaken)))
        case .emailTaken: return try pending(.conflict(.user(.emailExists)))
        case .unknown: throw .user(.notFound)
        }
    }

    /// Whether the person may have made the address up.
    var hasUntrustedEmail: Bool { email != nil && !isEmailTrusted }

    /// Whether the provider proves that the person has the address.
    var isEmailTrusted: Bool { assertion.isEmailTrusted && email != nil }

    /// Whether the provider may speak for the user who has the address: it may have been another person's.
    private func provesEmail(of holder: User?) -> Bool {
        holder?.isEmailProved(by: assertion.provider, assertedAt: assertion.assertedAt) ?? true
    }

    private func confirm(_ holder: User?) throws(IdentityError) -> Decision<SignInDecision> {
        guard let holder else { throw .user(.notFound) }
        return try pending(.confirmation(of: holder.id, providers: holder.signInProviders))
    }

    private func signIn(
        _ owner: User?,
        _ owned: FederatedIdentity?
    ) throws(IdentityError) -> Decision<SignInDecision> {
        guard var user = owner, let owned else { throw .user(.notFound) }
        let changes = identityUpdate(of: owned, &user)
        return try begin(user, changes)
    }

    private func reauthenticate(
        _ who: Authenticated?,
        _ owned: FederatedIdentity?
    ) throws(IdentityError) -> Decision<SignInDecision> {
        guard let who, let owned else { throw .user(.notFound) }
        var user = who.user
        let changes = identityUpdate(of: owned, &user)
        return proceed(who, as: user, changes)
    }

    private func link(
        _ who: Authenticated?,
        _ identities: [FederatedIdentity]
    ) throws(IdentityError) -> Decision<SignInDecision> {
        guard let who else { throw .user(.notFound) }
        guard who.session.isRecent(for: who.user, policy, at: now) else { throw .credential(.tooOld) }
        guard otherIdentityAtProvider(among: identities) == nil else {
            return try pending(.conflict(.link(.providerAlreadyLinked)))
        }
        var user = who.user
        if user.isAnonymous {
            guard policy.signUp.allowed else { throw .rule(.administratorOnly) }
            // Access tokens from before say that the user is anonymous.
            user.beginEpoch(at: now)
        }
        if user.email == nil, !policy.signIn.allowsDuplicateEmails { user.email = email }
        let changes = insertion(of: &user)
        guard who.user.isAnonymous else { return proceed(who, as: user, changes, isAuthentication: false) }
        return proceed(who, as: user, changes, endingOthers: .identityChange)
    }

    private func linkByEmail(
        _ holder: User?,
        _ identities: [FederatedIdentity]
    ) throws(IdentityError) -> Decision<SignInDecision> {
        guard var user = holder else { throw .user(.notFound) }
        if let proof = formerProof(of: user, identities) {
            return isNewer(than: proof) ? try recycle(user) : try confirm(user)
        }
        // An account with another address may be that of the same person: the user decides.
        guard otherIdentityAtProvider(among: identities) == nil else { return try confirm(user) }
        fillProfile(of: &user)
        let changes = insertion(of: &user)
        return try begin(user, changes)
    }

    private func takeOver(
        _ holder: User?,
        _ identities: [FederatedIdentity]
    ) throws(IdentityError) -> Decision<SignInDecision> {
        guard var user = holder else { throw .user(.notFound) }
        if let proof = formerProof(of: user, identities) {
            return isNewer(than: proof) ? try recycle(user) : try confirm(user)
        }
        let foreign = user.takeOver(identities, endingProfile: true, at: now)
        fillProfile(of: &user)
        let changes = insertion(of: &user)
        return try begin(
            user,
            user.endOfCredentials(foreign, recording: event(.takeOver, of: user)) + changes,
            endingOthers: foreign.map { _ in .identityChange }
        )
    }

    /// The address belongs to another person at the provider now: the former owner gets no access.
    private func recycle(_ holder: User) throws(IdentityError) -> Decision<SignInDecision> {
        // Its new owner is another person, who signs up.
        guard policy.signUp.allowed else { throw .rule(.administratorOnly) }
        var user = holder
        let ended = user.recycle(by: assertion.provider, at: now)
        fillProfile(of: &user)
        let changes = insertion(of: &user)
        return try begin(
            user,
            user.endOfCredentials(ended, recording: event(.recycledAddress, of: user)) + changes,
            endingOthers: .identityChange
        )
        .setting(\.isEmailRecycled, true)
    }

    private func signUp(
        _ withEmail: Bool,
        _ rows: LinkingRows
    ) throws(IdentityError) -> Decision<SignInDecision> {
        guard maySignUp else { return .unchanged(.undecided) }
        guard rows.hasPool else { throw .scope(.tenantNotFound) }
        var user = newUser
        if withEmail {
            user.email = email
            user.isEmailVerified = isEmailTrusted
        }
        fillProfile(of: &user)
        let changes = insertion(of: &user)
        return finishing(step.signUp(user), changes)
    }
}

extension User {
    /// The ways by which the user can confirm a link: names as of `providerUserInfo`.
    var signInProviders: [String] {
        (hasPassword || signsInByEmailLink ? [SignInMethod.password.signInProvider] : [])
            + identities.map(\.provider.rawValue)
    }
}
