import CardeaEncodings
package import CardeaIdentityDomain
import CardeaPasswordHashing
package import CardeaSecrets

extension SignIn {
    /// Signs a user in by a name and a password (K1, K3), or reauthenticates a session (U10).
    ///
    /// A reauthentication does not change the session's refresh tokens, and returns the last one. So a lost response
    /// does no harm.
    ///
    /// - Parameters:
    ///   - login: The e-mail address, user name or phone number.
    ///   - password: The password.
    ///   - lifetime: The access-token lifetime that is asked for; capped by the project's maximum (K6).
    ///   - reauthenticating: The signed-in user whose session continues; `nil` for a session of its own (K4).
    ///   - caller: The sender of the request.
    /// - Returns: The user with a session and tokens.
    /// - Throws: `.credential(.invalid)` for an unknown address, a user without a password and a wrong password, if the
    ///   project hides which addresses have users.
    package func withPassword(
        login: LoginName,
        password: Secret,
        lifetime: TimeSpan? = nil,
        reauthenticating: SignedInCaller? = nil,
        by caller: Caller
    ) async throws(IdentityError) -> SignInResult {
        try await completion.counted { () async throws(IdentityError) in
            let caller = reauthenticating.caller(or: caller)
            guard caller.policy.signIn.allowsPassword else { throw .rule(.passwordSignInOff) }
            guard !password.isEmpty else { throw .password(.missing) }
            // The password may be changed while its hash is computed; then the new one decides.
            return try await completion.repeating { () async throws(IdentityError) in
                let proof = try await prove(login, password, by: caller)
                return try await complete(proof, lifetime, reauthenticating, by: caller)
            }
        }
    }

    /// - Returns: `nil` if the password has been changed since it was compared.
    private func complete(
        _ proof: PasswordProof,
        _ lifetime: TimeSpan?,
        _ reauthenticating: SignedInCaller?,
        by caller: Caller
    ) async throws(IdentityError) -> SignInResult? {
        if let reauthenticating, reauthenticating.user.id != proof.user.id { throw .credential(.mismatch) }
        let step = try completion.step(
            SignInProof(.password, lifetime: lifetime),
            of: proof.user,
            by: caller,
            at: clock.now()
        )
        return try await completion.attempt(
            step,
            reading: reauthenticating?.lookup,
            .user(proof.user.id, in: proof.user.pool)
        ) { signedIn, user throws(IdentityError) in
            guard let user, user.passwordHash?.exact == proof.user.passwordHash?.exact else {
                return .unchanged(.undecided)
            }
            let proven = proof.proven(user)
            guard let signedIn else { return try step.signIn(proven) }
            // The session may be that of a user with the same ID in another pool.
            return step.proceed(try Authenticated(signedIn.session, user, at: step.now), as: proven)
        }
    }

    /// Compares the password with the user's, and counts failures for user and network.
    private func prove(
        _ login: LoginName,
        _ password: Secret,
        by caller: Caller
    ) async throws(IdentityError) -> PasswordProof {
        let attempt = caller.attempt(.signIn, at: login)
        try await throttle.admit(attempt)
        let user = try await store.read(login.lookup(in: caller.pool))
        let verification = try await passwords.verify(password, of: user, for: caller)
        // Guesses that were let in together learn nothing once the limit is reached, be they right or wrong.
        guard let user, case .match(let needsRehash) = verification else {
            try throttle.recordFailure(of: attempt)
            throw rejection(user, login, caller.policy)
        }
        try throttle.recordSuccess(of: attempt)
        if user.isDisabled { throw .user(.disabled) }
        if caller.policy.passwords.checkedAtSignIn { try caller.policy.passwords.check(password) }
        let newHash = needsRehash ? try await passwords.hash(password, for: caller) : nil
        return PasswordProof(user: user, newHash: newHash)
    }

    private func rejection(_ user: User?, _ login: LoginName, _ policy: Policy) -> IdentityError {
        guard case .email = login, !policy.signIn.protectsEmailEnumeration else {
            return .credential(.invalid)
        }
        guard let user else { return .credential(.emailNotFound) }
        return user.isDisabled ? .user(.disabled) : .credential(.wrongPassword)
    }
}

/// The proof that the caller knows the password of a user, as it was when the user was read.
private struct PasswordProof: Sendable {
    let user: User
    /// The password as a new hash, if the stored one has other parameters or was imported.
    let newHash: String?

    /// The user with the new hash.
    func proven(_ user: User) -> User {
        var user = user
        user.passwordHash = newHash ?? user.passwordHash
        return user
    }
}
