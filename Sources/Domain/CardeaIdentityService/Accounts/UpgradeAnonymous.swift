import CardeaIdentityDomain
package import CardeaSecrets

extension Accounts {
    /// Gives a user without a password an e-mail address, a user name or both, and a password; the account and its
    /// session continue.
    ///
    /// The user is anonymous, or signs in by other methods. Then the sign-in must be recent (U10), and the address that of
    /// the user, if there is one.
    ///
    /// The session keeps its refresh tokens, so that a lost response costs nothing; access tokens made before
    /// stop working, since they say that the user is anonymous.
    ///
    /// - Throws: `.user(.emailExists)` if the address or the user has a password already; `.credential(.tooOld)`.
    package func upgradeAnonymous(
        _ who: SignedInCaller,
        email: String?,
        userName: String? = nil,
        password: Secret,
        displayName: String? = nil,
        photoURL: String? = nil
    ) async throws(IdentityError) -> SignInResult {
        let credentials = try Credentials(email: email, userName: userName, password: password)
        let profile = try Profile(displayName: displayName, photoURL: photoURL)
        return try await upgrade(who, credentials, profile)
    }

    func upgrade(
        _ who: SignedInCaller,
        _ credentials: Credentials,
        _ profile: Profile
    ) async throws(IdentityError) -> SignInResult {
        let (caller, policy) = (who.caller, who.policy)
        guard policy.signIn.allowsPassword else { throw .rule(.operationNotAllowed) }
        guard policy.signUp.allowed || !who.user.isAnonymous else { throw .rule(.administratorOnly) }
        try passwords.check(new: credentials.password, policy)
        try await throttle.admitClaim(of: credentials.names, by: caller)
        try throttle.countChange(of: who.user)
        let hash = try await passwords.hash(credentials.password, for: caller)
        let now = clock.now()

        let step = try completion.step(SignInProof(.password), of: who.user, by: caller, at: now)
        let rule = {
            @Sendable (rows: SignedInRows) throws(IdentityError) -> Decision<SignInDecision> in
            let who = try Authenticated(rows, at: now)
            let email = who.user.email
            let hasOtherEmail = credentials.email != nil && email != nil && credentials.email != email
            guard !who.user.hasPassword, !hasOtherEmail else { throw .user(.emailExists) }
            guard who.session.isRecent(for: who.user, policy, at: now) else { throw .credential(.tooOld) }
            var user = who.user
            credentials.name(&user)
            user.setPassword(hash, at: now)
            profile.apply(to: &user)
            return step.proceed(who, as: user, endingOthers: .passwordChange)
        }
        return try await throttle.countingTakenNames(credentials.names, by: caller) {
            () async throws(IdentityError) in
            try await completion.complete(step, reading: who.lookup, decide: rule)
        }
    }
}

extension User {
    /// Sets a password; whatever began before stops working.
    ///
    /// The moment of the change names the password, so it is never that of the password before.
    mutating func setPassword(_ hash: String?, at now: Timestamp) {
        passwordHash = hash
        passwordChangedAt = now == passwordChangedAt ? now + TimeSpan(milliseconds: 1) : now
        beginEpoch(at: now)
    }
}
