import CardeaIdentityDomain

extension IdentityService {
    /// Creates an account and signs its user in (K1, U4); with neither address nor password an anonymous one.
    ///
    /// - Throws: `.administratorOnly` where users may not sign up by themselves (U11) or not anonymously;
    ///   `.operationNotAllowed` where passwords are off; `.emailExists`; what is wrong with the given texts;
    ///   `.tooManyAttempts` for too many from one network.
    package func signUp(_ new: NewAccount, by caller: Caller) async throws(IdentityError) -> SignedIn {
        let policy = caller.policy
        guard policy.signUp.allowed else { throw .administratorOnly }
        let profile = try Profile(displayName: new.displayName, photoURL: new.photoURL)
        let credentials = try Credentials(email: new.email, password: new.password)

        let now = clock.now()
        var user = User(id: newUserID(), pool: caller.pool, createdAt: now)
        profile.apply(to: &user)
        user.lastSignedInAt = now
        if let credentials {
            guard policy.signIn.allowsPassword else { throw .operationNotAllowed }
            user.email = credentials.email
            try check(newPassword: credentials.password, policy)
            try await admit(caller.attempt(.signUp, at: credentials.email))
            try countNewAccount(by: caller)
            user.passwordHash = try await hash(credentials.password, for: caller)
            user.passwordChangedAt = now
        } else {
            guard policy.signIn.allowsAnonymous else { throw .administratorOnly }
            try countNewAccount(by: caller)
        }
        let session = try newSession(
            of: user,
            provider: credentials == nil ? .anonymous : .password,
            lifetime: new.lifetime,
            by: caller,
            at: now
        )
        let account = user
        try await claiming(credentials?.email, by: caller) { () async throws(IdentityError) in
            try await insert(account, with: [.session(.insert(session))])
        }
        if let credentials {
            // Whoever chose the password is seen at this network.
            _ = throttle.recordSuccess(
                of: caller.attempt(.signIn, at: credentials.email),
                now: clock.steady()
            )
        }
        return try signedIn(account, session, isNew: true, by: caller, at: now)
    }

    /// Inserts a user with further changes.
    ///
    /// - Throws: `.tenantNotFound` if the tenant of the pool was deleted since the request was admitted: nobody would
    ///   delete the user then.
    func insert(_ user: User, with changes: [Change] = []) async throws(IdentityError) {
        let changes = [.user(.insert(user))] + changes
        guard let tenant = user.pool.tenant else { return try await make(changes) }
        try await transact(.tenant(tenant, in: user.pool.project)) { tenant throws(IdentityError) in
            guard tenant != nil else { throw .tenantNotFound }
            return Decision(changes, ())
        }
    }

    func countNewAccount(by caller: Caller) throws(IdentityError) {
        try require(
            noDelay: throttle.countNewAccount(
                in: caller.project.id,
                from: caller.network,
                limit: caller.policy.signUp.maximumPerAddress,
                now: clock.steady()
            )
        )
    }

    /// Makes a change by which an account takes an address; to learn that another has it counts as a failure.
    func claiming<Outcome>(
        _ email: EmailAddress?,
        by caller: Caller,
        _ change: () async throws(IdentityError) -> Outcome
    ) async throws(IdentityError) -> Outcome {
        do {
            return try await change()
        } catch {
            if let email, error == .emailExists {
                _ = throttle.recordFailure(of: caller.attempt(.signUp, at: email), now: clock.steady())
            }
            throw error
        }
    }
}
