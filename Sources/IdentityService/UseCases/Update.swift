import IdentityDomain

extension IdentityService {
    /// Changes what users may change about themselves (U1).
    ///
    /// A new address or password needs a recent sign-in (U10). It ends all sessions of the user and begins a
    /// new one for this device (U9): neither the others' tokens nor copies of this device's are good any more.
    ///
    /// - Throws: `.recentSignInRequired`, `.emailExists`, what is wrong with the given texts.
    package func update(
        _ changes: AccountChanges,
        of who: Authenticated,
        by caller: Caller
    ) async throws(IdentityError) -> Updated {
        let profile = try Profile(displayName: changes.displayName, photoURL: changes.photoURL)
        if who.user.isAnonymous, changes.email != nil || changes.password != nil {
            let credentials = try Credentials(email: changes.email ?? "", password: changes.password ?? "")
            let upgraded = try await upgrade(who, credentials, profile, by: caller)
            return Updated(user: upgraded.user, tokens: upgraded.tokens, session: upgraded.session)
        }
        let settings = caller.project.settings
        let email = try changes.email.map { text throws(IdentityError) in try EmailAddress(given: text) }
        var hash: String?
        if let password = changes.password {
            guard settings.allowsPasswordSignIn else { throw .operationNotAllowed }
            guard !password.isEmpty else { throw .missingPassword }
            // Refused before the costly work; decided again on the rows as they are then.
            try requireRecent(who, settings)
            hash = try await self.hash(newPassword: password, settings)
        }
        let now = clock.now()
        let renewed = try newSession(of: who.user.id, provider: .password, lifetime: nil, by: caller, at: now)
        let update = AccountUpdate(
            profile: profile,
            email: email,
            passwordHash: hash,
            settings: settings,
            renewed: renewed,
            now: now
        )
        let (user, session) = try await transact(who.selection) { found throws(IdentityError) in
            try update.decide(found.standing(at: now))
        }
        let isRenewed = session.id == renewed.id
        let tokens = isRenewed ? try signedIn(user, session, by: caller, at: now).tokens : nil
        return Updated(user: user, tokens: tokens, session: session)
    }

    /// - Throws: `.recentSignInRequired`
    private func requireRecent(_ who: Authenticated, _ settings: ProjectSettings) throws(IdentityError) {
        guard who.session.isRecent(for: who.user, settings, at: clock.now()) else {
            throw .recentSignInRequired
        }
    }
}

/// The decision about a user's own changes.
private struct AccountUpdate: Sendable {
    let profile: Profile
    let email: EmailAddress?
    let passwordHash: String?
    let settings: ProjectSettings
    /// The session that follows when the present ones have to end.
    let renewed: Session
    let now: Timestamp

    func decide(_ who: Authenticated) throws(IdentityError) -> Decision<(User, Session)> {
        var user = who.user
        profile.apply(to: &user)
        let changesEmail = email != nil && email != user.email
        guard changesEmail || passwordHash != nil else {
            return Decision([.updateUser(user)], (user, who.session))
        }
        guard who.session.isRecent(for: user, settings, at: now) else { throw .recentSignInRequired }
        if changesEmail {
            user.email = email
            user.isEmailVerified = false
        }
        guard user.email != nil else { throw .missingEmail }
        if let passwordHash { user.setPassword(passwordHash, at: now) }
        user.validSince = now
        user.lastSignedInAt = now

        var session = renewed
        session.signInProvider = who.session.signInProvider
        session.accessTokenLifetime = who.session.accessTokenLifetime
        session.expiresAt = who.session.expiresAt
        let reason: Revocation.Reason = passwordHash != nil ? .passwordChange : .emailChange
        return Decision(
            [
                .updateUser(user),
                .revokeSessions(of: user.id, user.pool, except: nil, Revocation(reason: reason, at: now)),
                .insertSession(session),
            ],
            (user, session)
        )
    }
}
