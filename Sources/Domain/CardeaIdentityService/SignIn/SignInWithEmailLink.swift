import CardeaCryptography
package import CardeaIdentityDomain
package import CardeaSecrets

extension SignIn {
    /// Signs in by the code of a link that was sent to an address; a new address signs up.
    ///
    /// A signed-in user gets the address; it replaces another one, which can come back by a link.
    ///
    /// A user with an unverified address loses the password that somebody set, maybe not the owner of the address.
    ///
    /// - Parameters:
    ///   - email: The address. The link alone does not sign in, because links are forwarded.
    ///   - text: The code.
    ///   - lifetime: The access-token lifetime that is asked for; capped by the project's maximum (K6).
    ///   - who: The signed-in user who gets the address, or who authenticates again; `nil` for a new session.
    ///   - caller: The sender of the request.
    /// - Returns: The user with a session and tokens.
    /// - Throws: `.rule(.operationNotAllowed)`, `.rule(.administratorOnly)`, `.user(.emailExists)`, `.credential(.tooOld)`, `.code(.emailMismatch)`, and the errors of `checkCode`.
    package func withEmailLink(
        email: String,
        code text: Secret,
        lifetime: TimeSpan? = nil,
        linking who: SignedInCaller? = nil,
        by caller: Caller
    ) async throws(IdentityError) -> SignInResult {
        try await completion.counted { () async throws(IdentityError) in
            let caller = who.caller(or: caller)
            guard caller.policy.signIn.allowsEmailLink else { throw .rule(.operationNotAllowed) }
            let email = try EmailAddress(given: email)
            guard !text.isEmpty else { throw .code(.missing) }
            return try await exchange(SHA256.hash(text.utf8), email, lifetime, who, by: caller)
        }
    }

    private func exchange(
        _ hash: [UInt8],
        _ email: EmailAddress,
        _ lifetime: TimeSpan?,
        _ who: SignedInCaller?,
        by caller: Caller
    ) async throws(IdentityError) -> SignInResult {
        let found = try await throttle.attempting(codeHash: hash, by: caller) {
            () async throws(IdentityError) -> User? in
            let (code, user) = try await store.read(
                .actionCode(hash: hash),
                .user(email: email, in: caller.pool)
            )
            _ = try code.usableForSignIn(email, user, by: caller, at: clock.now())
            return user
        }
        if let found, let who, found.id != who.user.id { throw .user(.emailExists) }
        if found == nil, who == nil || who?.user.isAnonymous == true {
            guard caller.policy.signUp.allowed else { throw .rule(.administratorOnly) }
        }
        let isNew = found == nil && who == nil
        if isNew { try throttle.countNewAccount(by: caller) }

        let now = clock.now()
        let user = found ?? who?.user ?? User(id: random.userID(), pool: caller.pool, createdAt: now)
        let step = try completion.step(
            SignInProof(.emailLink, lifetime: lifetime),
            of: user,
            by: caller,
            at: now
        )
        var recovery: FormerAddressCode?
        if let who, who.user.email != email {
            recovery = try await codes.recovery(of: who.user, changedTo: email, by: caller, at: now)
        }
        let rule = EmailLinkRule(
            email: email,
            user: user,
            step: step,
            recovery: recovery,
            keepsCredentials: differences.contains(.linkKeepsCredentials)
        )
        return try await completion.complete(
            step,
            reading: .actionCode(hash: hash),
            .user(email: email, in: caller.pool),
            .identities(email: email, in: caller.pool),
            who?.lookup,
            .hasPool(caller.pool)
        ) { code, owner, identities, signedIn, hasPool throws(IdentityError) in
            let code = try code.usableForSignIn(email, owner, by: caller, at: now)
            let decision: Decision<SignInDecision>
            if let signedIn {
                decision = try rule.link(Authenticated(signedIn, at: now), owner: owner)
            } else if let owner {
                decision = try rule.signIn(owner, identities)
            } else {
                // The user that was read has been deleted, or has lost the address.
                guard isNew else { throw .code(.invalid) }
                guard hasPool else { throw .scope(.tenantNotFound) }
                decision = rule.signUp()
            }
            // Later changes may delete all codes of the user.
            return decision.preceded(by: [.actionCode(.consume(code))])
        }
    }
}

extension ActionCode? {
    /// - Throws: `.code(.emailMismatch)`, and the errors of `usable`.
    fileprivate func usableForSignIn(
        _ email: EmailAddress,
        _ user: User?,
        by caller: Caller,
        at now: Timestamp
    ) throws(IdentityError) -> ActionCode {
        if let code = self, code.purpose == .emailSignIn, code.pool == caller.pool, code.email != email {
            throw .code(.emailMismatch)
        }
        return try usable(for: [.emailSignIn], user, by: caller, at: now)
    }
}

/// The changes of a sign-in by a link.
private struct EmailLinkRule: Sendable {
    let email: EmailAddress
    /// The user as it was read, or a new one.
    let user: User
    let step: SignInStep
    /// The code by which the former address of a signed-in user can come back.
    let recovery: FormerAddressCode?
    /// Whether a user with an unverified address keeps the password and the sessions.
    let keepsCredentials: Bool

    func signUp() -> Decision<SignInDecision> { step.signUp(proven(user)) }

    func signIn(
        _ owner: User,
        _ identities: [FederatedIdentity]
    ) throws(IdentityError) -> Decision<SignInDecision> {
        // Somebody else has got the address in the meantime.
        guard owner.id == user.id else { throw .code(.invalid) }
        var user = owner
        let ended = keepsCredentials ? nil : user.takeOver(identities, at: step.now)
        let takeOver = step.event(.takeOver, of: user, by: .emailLink)
        return try step.signIn(proven(user), endingOthers: ended.map { _ in .passwordChange })
            .adding(user.endOfCredentials(ended, recording: takeOver))
    }

    /// Gives the address to a signed-in user, or authenticates the user again.
    ///
    /// The session continues. A new address does not authenticate a user who has another one.
    func link(_ who: Authenticated, owner: User?) throws(IdentityError) -> Decision<SignInDecision> {
        if let owner, owner.id != who.user.id { throw .user(.emailExists) }
        guard who.user.email != email else { return step.proceed(who, as: proven(who.user)) }
        guard who.session.isRecent(for: who.user, step.policy, at: step.now) else {
            throw .credential(.tooOld)
        }
        let replaced = who.user.email != nil
        let sent = recovery?.code(of: who.user)
        var linked = who.user
        linked.changeEmail(to: email)
        // Access tokens from before may say that the user is anonymous.
        if replaced { linked.beginEpoch(keeping: who.session) } else { linked.beginEpoch(at: step.now) }
        return step.proceed(
            who,
            as: proven(linked),
            isAuthentication: !replaced,
            endingOthers: .emailChange
        )
        .adding(sent?.changes ?? [])
        .setting(\.recovery, sent)
    }

    /// The user with the address that the link proves.
    private func proven(_ user: User) -> User {
        var user = user
        user.email = email
        user.isEmailVerified = true
        user.signsInByEmailLink = true
        return user
    }
}
