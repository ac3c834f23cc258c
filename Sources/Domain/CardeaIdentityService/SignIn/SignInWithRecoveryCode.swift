package import CardeaIdentityDomain
package import CardeaSecrets

extension SignIn {
    /// Signs a user in by a code that an administrator gave the user; all other sessions end.
    ///
    /// The user has proved nothing else for a while: somebody may have every other credential.
    ///
    /// - Parameters:
    ///   - text: The code as a person types it.
    ///   - lifetime: The access-token lifetime that is asked for; capped by the project's maximum (K6).
    ///   - caller: The app.
    /// - Returns: The user with a session and tokens.
    /// - Throws: `.code(.missing)`, `.code(.invalid)`, `.code(.expired)`, `.user(.disabled)`, `.tooManyAttempts`.
    package func withRecoveryCode(
        _ text: Secret,
        lifetime: TimeSpan? = nil,
        by caller: Caller
    ) async throws(IdentityError) -> SignInResult {
        try await completion.counted { () async throws(IdentityError) in
            guard !text.isEmpty else { throw .code(.missing) }
            let hash = RecoveryCode.hash(text)
            let user = try await throttle.attempting(codeHash: hash, by: caller) {
                () async throws(IdentityError) in
                let code = try await store.read(.recoveryCode(hash: hash))
                guard let code, code.pool == caller.pool else { throw .code(.invalid) }
                return try RecoveryCode?.some(code).usable(
                    await store.read(.user(code.user, in: code.pool)),
                    at: clock.now()
                ).user
            }
            let step = try completion.step(
                SignInProof(.recoveryCode, lifetime: lifetime),
                of: user,
                by: caller,
                at: clock.now()
            )
            return try await completion.complete(
                step,
                reading: .recoveryCode(hash: hash),
                .user(user.id, in: user.pool)
            ) { code, user throws(IdentityError) in
                var (_, user) = try code.usable(user, at: step.now)
                user.beginEpoch(at: step.now)
                return try step.signIn(user, endingOthers: .administrator)
                    .preceded(by: [.recoveryCode(.consume(hash: hash))])
            }
        }
    }
}
