import CardeaEncodings
import CardeaIdentityDomain
import CardeaSecrets
import CardeaUserNames

extension Accounts {
    /// Changes what users may change about themselves (U1).
    ///
    /// A new address or password needs a recent sign-in (U10), and ends the sessions of all other devices (U9). A new
    /// password begins a new session for this device too, so that copies of its tokens become invalid. A new address
    /// leaves this device its session and tokens. It is no sign-in: the session's `auth_time` stays, and no tokens are
    /// issued. So an access token alone cannot get a refresh token.
    ///
    /// Users may remove each sign-in method, and the last one too: a password, the phone number, a provider (decision
    /// 49). That needs a recent sign-in, and ends the sessions of all other devices: they may have begun by it.
    ///
    /// If the project hides which addresses have users, users cannot change theirs: the response would reveal it.
    ///
    /// - Throws: `.recentSignInRequired`, `.emailExists`, `.userNameExists`, `.unverifiedEmailChange`, what is wrong
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
            let upgraded = try await upgrade(who, credentials, profile)
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
            guard policy.signIn.allowsPassword else { throw .operationNotAllowed }
            guard !password.isEmpty else { throw .missingPassword }
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
        var recovery: RecoveryCode?
        if let email, email != who.user.email {
            recovery = try await codes.recovery(of: who.user, changedTo: email, by: caller, at: now)
        }
        let newSession = try issuer.newSession(
            of: who.user,
            provider: .password,
            lifetime: nil,
            by: caller,
            at: now
        )
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
            policy: policy,
            newSession: newSession,
            recovery: recovery,
            now: now
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
        codes.deliver(changed.recovery)
        let (user, session) = (changed.who.user, changed.who.session)
        let isWanted = changes.returnsTokens || changed.changesEmail
        let tokens =
            changed.needsTokens || isWanted && differences.contains(.tokensOfUpdates)
            ? try issuer.signedIn(user, session, by: caller, at: now).tokens : nil
        return Updated(user: user, tokens: tokens, session: session)
    }

    /// - Throws: `.recentSignInRequired`
    private func requireRecent(_ who: SignedInCaller) throws(IdentityError) {
        guard who.session.isRecent(for: who.user, who.policy, at: clock.now()) else {
            throw .recentSignInRequired
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
    let policy: Policy
    /// The session that follows when the present one has to end.
    let newSession: Session
    /// The code by which a former address can come back.
    let recovery: RecoveryCode?
    let now: Timestamp

    struct Changed: Sendable {
        let who: Authenticated
        /// Whether the access tokens from before have stopped working.
        let needsTokens: Bool
        /// Whether they say an old address.
        let changesEmail: Bool
        var recovery: CreatedCode?
    }

    func decide(
        _ who: Authenticated,
        _ identities: [FederatedIdentity]
    ) throws(IdentityError) -> Decision<Changed> {
        var user = who.user
        profile.apply(to: &user)
        let changesEmail = email != nil && email != user.email
        if let userName, userName.description.exact != user.userName?.exact {
            guard who.session.isRecent(for: user, policy, at: now) else { throw .recentSignInRequired }
            user.setUserName(userName.unique)
        }
        let removed = identities.filter { removedProviders.contains($0.id.provider) }
        let removesNumber = removesPhoneNumber && user.phoneNumber != nil
        let removesName = removesPassword || removesEmail || removesNumber
        guard changesEmail || removesName || !removed.isEmpty || beginsSession else {
            let same = Authenticated(user: user, session: who.session)
            return Decision(
                [.user(.update(user))],
                Changed(who: same, needsTokens: false, changesEmail: false)
            )
        }
        guard who.session.isRecent(for: user, policy, at: now) else { throw .recentSignInRequired }
        var sent: CreatedCode?
        if changesEmail {
            guard !policy.signIn.protectsEmailEnumeration else { throw .unverifiedEmailChange }
            sent = recovery?.code(of: who.user)
            user.changeEmail(to: email)
        }
        if removesNumber { user.phoneNumber = nil }
        remove(removed, from: &user, identities)
        guard user.email != nil || user.userName != nil || user.phoneNumber != nil || passwordHash == nil
        else {
            throw .missingEmail
        }
        let session: Session
        if beginsSession {
            if let passwordHash { user.setPassword(passwordHash, at: now) } else { user.beginEpoch(at: now) }
            user.lastSignedInAt = now
            session = begun(after: who, as: user)
        } else {
            user.beginEpoch(keeping: who.session)
            session = kept(who.session, as: user)
        }
        // The session that begins is not there yet, so it is spared like one that is kept.
        return Decision(
            [
                .user(.update(user)),
                .endOfSessions(of: user, except: session.id, reason, at: now),
                .session(beginsSession ? .insert(session) : .reauthenticate(session)),
            ] + removed.map { .identity(.delete($0.id, user.pool)) } + (sent?.changes ?? []),
            Changed(
                who: Authenticated(user: user, session: session),
                needsTokens: beginsSession,
                changesEmail: changesEmail,
                recovery: sent
            )
        )
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
    private func kept(_ session: Session, as user: User) -> Session {
        var kept = session
        kept.epoch = user.epoch
        return kept
    }

    /// The session that takes the place of this device's.
    private func begun(after who: Authenticated, as user: User) -> Session {
        var begun = who.session.replaced(by: newSession)
        begun.authenticate(user, at: now)
        let wasAnonymous = begun.signInProvider.exact == SignInProvider.anonymous.rawValue.exact
        if passwordHash != nil, wasAnonymous || passwordSignsIn {
            begun.signInProvider = newSession.signInProvider
        }
        begun.setExpiry(for: user, previous: who.user, policy, at: now)
        return begun
    }
}
