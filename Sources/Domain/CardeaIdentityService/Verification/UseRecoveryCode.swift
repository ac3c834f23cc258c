package import CardeaIdentityDomain
package import CardeaSecrets

extension Verification {
    /// Reads a recovery code without using it.
    ///
    /// - Parameters:
    ///   - text: The code as a person types it.
    ///   - remoteAddress: The network address of the visitor.
    ///   - userAgent: The program of the visitor.
    ///   - language: The language of the page.
    /// - Returns: The user, and the caller in the project and the tenant of the code.
    /// - Throws: `.code(.missing)`, `.code(.invalid)`, `.code(.expired)`, `.user(.disabled)`, `.tooManyAttempts`.
    package func openRecoveryCode(
        _ text: Secret,
        remoteAddress: String,
        userAgent: String? = nil,
        language: String? = nil
    ) async throws(IdentityError) -> (user: User, caller: Caller) {
        guard !text.isEmpty else { throw .code(.missing) }
        let hash = RecoveryCode.hash(text)
        let (code, scope) = try await throttle.attempting(codeHash: hash, from: remoteAddress) {
            () async throws(IdentityError) in
            let found = try await store.read(.recoveryCode(hash: hash))
            guard let found, let scope = projects.scope(in: found.pool, of: nil) else {
                throw .code(.invalid)
            }
            return (found, scope)
        }
        if let rejection = projects.rejection(of: code.pool) { throw rejection }
        let caller = Caller(
            scope,
            remoteAddress: remoteAddress,
            userAgent: userAgent,
            language: language
        )
        let user = try await throttle.attempting(codeHash: hash, by: caller) {
            () async throws(IdentityError) in
            try RecoveryCode?.some(code).usable(
                await store.read(.user(code.user, in: code.pool)),
                at: clock.now()
            ).user
        }
        return (user, caller)
    }

    /// Whether a user can sign in with a password; otherwise, the app takes the recovery code.
    package func allowsPassword(of user: User, by caller: Caller) -> Bool {
        caller.policy.signIn.allowsPassword && (user.email != nil || user.userName != nil)
    }

    /// Sets a new password by a recovery code; all sessions of the user end.
    ///
    /// - Parameters:
    ///   - password: The new password.
    ///   - text: The code.
    ///   - user: The user and the caller, as `openRecoveryCode` returned them.
    ///   - caller: The caller of the code.
    /// - Throws: `.rule(.passwordSignInOff)`, the errors of passwords, and those of `openRecoveryCode`.
    package func setPassword(
        _ password: Secret,
        recoveryCode text: Secret,
        of user: User,
        by caller: Caller
    ) async throws(IdentityError) {
        guard allowsPassword(of: user, by: caller) else { throw .rule(.passwordSignInOff) }
        try passwords.check(new: password, caller.policy)
        let passwordHash = try await passwords.hash(password, for: caller)
        let (hash, now) = (RecoveryCode.hash(text), clock.now())
        try await store.transact(
            .recoveryCode(hash: hash),
            .user(user.id, in: user.pool),
            by: caller.actor
        ) { code, user throws(IdentityError) in
            var (_, user) = try code.usable(user, at: now)
            user.setPassword(passwordHash, at: now)
            return Decision(
                [
                    .recoveryCode(.consume(hash: hash)), .user(.update(user)),
                    .endOfSessions(of: user, .passwordChange, at: now),
                ],
                ()
            )
        }
    }
}
