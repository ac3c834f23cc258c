import CardeaIdentityDomain

extension Accounts {
    /// Creates a user and signs the user in (K1, U4); with neither name nor password an anonymous one.
    ///
    /// - Throws: `.rule(.administratorOnly)` where users may not sign up by themselves (U11) or not anonymously;
    ///   `.rule(.operationNotAllowed)` where passwords are off; `.user(.emailExists)`, `.user(.userNameExists)`; the errors of invalid texts;
    ///   `.tooManyAttempts` for too many from one network.
    package func signUp(_ new: NewAccount, by caller: Caller) async throws(IdentityError) -> SignInResult {
        let policy = caller.policy
        guard policy.signUp.allowed else { throw .rule(.administratorOnly) }
        // That passwords are off is said before what is wrong with one.
        let isComplete = new.password != nil && (new.email ?? new.userName) != nil
        guard policy.signIn.allowsPassword || !isComplete else { throw .rule(.operationNotAllowed) }
        let profile = try Profile(displayName: new.displayName, photoURL: new.photoURL)
        let credentials = try Credentials(
            email: new.email,
            userName: new.userName,
            password: new.password
        )

        let hash: String?
        if let credentials {
            guard policy.signIn.allowsPassword else { throw .rule(.operationNotAllowed) }
            try passwords.check(new: credentials.password, policy)
            try await throttle.admitClaim(of: credentials.names, by: caller)
            try throttle.countNewAccount(by: caller)
            hash = try await passwords.hash(credentials.password, for: caller)
        } else {
            guard policy.signIn.allowsAnonymous else { throw .rule(.administratorOnly) }
            try throttle.countNewAccount(by: caller)
            hash = nil
        }
        // After the hash, which takes its time.
        let now = clock.now()
        var user = User(id: random.userID(), pool: caller.pool, createdAt: now)
        profile.apply(to: &user)
        credentials?.name(&user)
        user.passwordHash = hash
        user.passwordChangedAt = hash.map { _ in now }
        let proof = SignInProof(credentials == nil ? .anonymous : .password, lifetime: new.lifetime)
        let step = try completion.step(proof, of: user, by: caller, at: now)
        let account = user
        let names = credentials?.names ?? []
        let result = try await throttle.countingTakenNames(names, by: caller) {
            () async throws(IdentityError) in
            try await completion.complete(step, reading: .hasPool(caller.pool)) {
                hasPool throws(IdentityError) in
                guard hasPool else { throw .scope(.tenantNotFound) }
                return step.signUp(account)
            }
        }
        // The person who chose the password is at this network.
        for name in names { throttle.recordOwner(caller, of: name) }
        return result
    }
}
