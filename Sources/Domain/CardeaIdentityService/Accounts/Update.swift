import CardeaEncodings
import CardeaIdentityDomain
import CardeaSecrets
import CardeaUserNames

extension Accounts {
    /// Changes what users may change about themselves (U1).
    ///
    /// A new address or password needs a recent sign-in (U10), and ends the sessions of all other devices (U9). A new
    /// password begins a new session for this device too, so that copies of its tokens become invalid. A new address
    /// leaves this device its session and tokens. It is not a sign-in: the session's `auth_time` stays, and no tokens are
    /// issued. So an access token alone cannot get a refresh token.
    ///
    /// Users may remove each sign-in method, and the last one too: a password, the phone number, a provider (decision
    /// 49). That needs a recent sign-in, and ends the sessions of all other devices: they may have begun by it.
    ///
    /// If the project hides which addresses have users, users cannot change theirs: the response would reveal it.
    ///
    /// - Throws: `.credential(.tooOld)`, `.user(.emailExists)`, `.user(.userNameExists)`, `.rule(.unverifiedEmailChange)`, what is wrong
    ///   with the given texts; `.tooManyAttempts`.
    package func update(
        _ changes: AccountChanges,
        of who: SignedInCaller
    ) async throws(IdentityError) -> Updated {
        let (caller, policy) = (who.caller, who.policy)
        let profile = try Profile(displayName: changes.displayName, photoURL: changes.photoURL)
        let namesUser =
            changes.email != nil && !differences.contains(.anonymousAddress) || changes.userName != nil
        if who.user.isAnonymous, changes.password != nil || namesUser {
            let credentials = try Credentials(
                email: changes.email,
                userName: changes.userName,
                password: changes.password ?? ""
            )
            let upgraded = try await upgrade(who, credentials, profile).get()
            return Updated(user: upgraded.user, tokens: upgraded.tokens, session: upgraded.session)
        }
        let email = try changes.email.map { text throws(IdentityError) in try EmailAddress(given: text) }
        let userName = try changes.userName.map { text throws(IdentityError) in try UserName(given: text) }
        let claimed = LoginName.all(
            email.flatMap { $0 == who.user.email ? nil : $0 },
            userName.flatMap { $0.description.exact == who.user.userName?.exact ? nil : $0 }
        )
        var hash: String?
        if let password = changes.password {
            guard policy.signIn.allowsPassword else { throw .rule(.operationNotAllowed) }
            guard !password.isEmpty else { throw .password(.missing) }
            // Rejected before the costly work; decided again on the rows as they are then.
            try requireRecent(who)
            try passwords.check(new: password, policy)
        }
        try await throttle.admitClaim(of: claimed, by: caller)
        if changes.email != nil || changes.userName != nil || changes.password != nil {
            try throttle.countChange(of: who.user)
        }
        if let password = changes.password { hash = try await passwords.hash(password, for: caller) }
        let now = clock.now()
        var recovery: FormerAddressCode?
        if let email, email != who.user.email {
            recovery = try await codes.recovery(of: who.user, changedTo: email, by: caller, at: now)
        }
        let proof = SignInProof(hash == nil ? .anonymous : .password)
        let step = try completion.step(proof, of: who.user, by: caller, at: now)
        let update = AccountUpdate(
            profile: profile,
            email: email,
            userName: userName,
            passwordHash: hash,
            removesPassword: changes.removesPassword,
            removesEmail: changes.removesEmail,
            removesPhoneNumber: changes.removesPhoneNumber,
            removedProviders: changes.removedProviders,
            endsSessions: changes.endsSessions,
            passwordSignsIn: differences.contains(.passwordSignsIn),
            step: step,
            recovery: recovery
        )
        let changed = try await throttle.countingTakenNames(claimed, by: caller) {
            () async throws(IdentityError) in
            try await store.transact(
                who.lookup,
                .identities(of: who.user.id, in: who.user.pool),
                by: caller.actor
            ) { rows, identities throws(IdentityError) in
                try update.decide(Authenticated(rows, at: now), identities)
            }
        }
        codes.deliver(changed.who.recovery)
        let isWanted = changes.returnsTokens || changed.changesEmail
        let tokens =
            changed.needsTokens || isWanted && differences.contains(.tokensOfUpdates)
            ? try completion.signedIn(changed.who, step).tokens : nil
        return Updated(user: changed.who.user, tokens: tokens, session: changed.who.session)
    }

    /// - Throws: `.credential(.tooOld)`
    private func requireRecent(_ who: SignedInCaller) throws(IdentityError) {
        guard who.session.isRecent(for: who.user, who.policy, at: clock.now()) else {
            throw .credential(.tooOld)
        }
    }
}

/// The decision about a user's own changes.
private struct AccountUpdate: Sendable {
    let profile: Profile
    let email: EmailAddress?
    let userName: UserName?
    let passwordHash: String?
    let removesPassword: Bool
    let removesEmail: Bool
    let removesPhoneNumber: Bool
    let removedProviders: Set<ProviderID>
    let endsSessions: Bool
    /// Whether a new password makes the sign-in one by password.
    let passwordSignsIn: Bool
    /// The sign-in that follows when the present session has to end.
    let step: SignInStep
    /// The code by which a former address can come back.
    let recovery: FormerAddressCode?

    struct Changed: Sendable {
        let who: SignedInUser
        /// Whether the access tokens from before have stopped working.
        let needsTokens: Bool
        /// Whether they say an old address.
        let changesEmail: Bool
    }

    private var policy: Policy { step.policy }
    private var now: Timestamp { step.now }

    func decide(
        _ who: Authenticated,
        _ identities: [FederatedIdentity]
    ) throws(IdentityError) -> Decision<Changed> {
        var user = who.user
        profile.apply(to: &user)
        let changesEmail = email != nil && email != user.email
        if let userName, userName.description.exact != user.userName?.exact {
            guard who.session.isRecent(for: user, policy, at: now) else { throw .credential(.tooOld) }
            user.setUserName(userName.unique)
        }
        let removed = identities.filter { removedProviders.contains($0.id.provider) }
        let removesNumber = removesPhoneNumber && user.phoneNumber != nil
        let removesName = removesPassword || removesEmail || removesNumber
        guard changesEmail || removesName || !removed.isEmpty || beginsSession else {
            let same = Authenticated(user: user, session: who.session)
            return Decision(
                [.user(.update(user))],
                Changed(who: SignedInUser(same), needsTokens: false, changesEmail: false)
            )
        }
        guard who.session.isRecent(for: user, policy, at: now) else { throw .credential(.tooOld) }
        var sent: CreatedCode?
        if changesEmail {
            guard !policy.signIn.protectsEmailEnumeration else { throw .rule(.unverifiedEmailChange) }
            sent = recovery?.code(of: who.user)
            user.changeEmail(to: email)
        }
        if removesNumber { user.phoneNumber = nil }
        remove(removed, from: &user, identities)
        guard user.email != nil || user.userName != nil || user.phoneNumber != nil || passwordHash == nil
        else {
            throw .input(.missingEmail)
        }
        if beginsSession {
            if let passwordHash { user.setPassword(passwordHash, at: now) } else { user.beginEpoch(at: now) }
        } else {
            user.beginEpoch(keeping: who.session)
        }
        let decision = beginsSession ? replacing(who, as: user) : keeping(who, as: user)
        return decision.adding(removed.map { .identity(.delete($0.id, user.pool)) } + (sent?.changes ?? []))
            .map { signedIn in
                var signedIn = signedIn
                signedIn.recovery = sent
                return Changed(who: signedIn, needsTokens: beginsSession, changesEmail: changesEmail)
            }
    }

    /// Ends credentials; the address of a remaining identity stays, with its proofs.
    private func remove(
        _ removed: [FederatedIdentity],
        from user: inout User,
        _ identities: [FederatedIdentity]
    ) {
        user.unlink(removed)
        if removesPassword { user.removePassword(at: now) }
        guard removesEmail else { return }
        let address = user.email
        if identities.contains(where: { !removed.contains($0) && $0.email == address }) {
            user.signsInByEmailLink = false
        } else {
            user.removeEmail()
        }
    }

    /// Whether this device gets a new session.
    private var beginsSession: Bool { passwordHash != nil || endsSessions }

    private var reason: Revocation.Reason {
        if passwordHash != nil || removesPassword { return .passwordChange }
        if !removedProviders.isEmpty { return .identityChange }
        if removesPhoneNumber { return .phoneChange }
        return endsSessions ? .signOut : .emailChange
    }

    /// This device's session, in the user's new epoch.
    private func keeping(_ who: Authenticated, as user: User) -> Decision<SignedInUser> {
        var kept = who.session
        kept.epoch = user.epoch
        return Decision(
            [
                .user(.update(user)), .endOfSessions(of: user, except: kept.id, reason, at: now),
                .session(.reauthenticate(kept)),
            ],
            SignedInUser(Authenticated(user: user, session: kept))
        )
    }

    /// A session in place of this device's.
    private func replacing(_ who: Authenticated, as user: User) -> Decision<SignedInUser> {
        let wasAnonymous = SignInMethod.anonymous.isNamed(who.session.signInProvider)
        let changesMethod = passwordHash != nil && (wasAnonymous || passwordSignsIn)
        return step.replace(who, as: user, changesMethod: changesMethod, because: reason)
    }
}
