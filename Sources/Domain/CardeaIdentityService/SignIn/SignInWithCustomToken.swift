import CardeaEncodings
import CardeaJOSE
package import CardeaIdentityDomain
package import CardeaSecrets

extension SignIn {
    /// Signs in the user that a custom token names, and creates the user at the first sign-in (U6, U13).
    ///
    /// - Parameters:
    ///   - token: A JWT that a service account of the project has signed.
    ///   - lifetime: The access-token lifetime that is asked for; capped by the project's maximum (K6).
    ///   - caller: The app.
    /// - Returns: The user with a session and tokens.
    /// - Throws: `.token(.invalidCustomToken)`; `.credential(.mismatch)` if the service account belongs to another project;
    ///   `.scope(.tenantMismatch)` if the token names another tenant than the request; `.user(.disabled)`; an error of the claims.
    package func withCustomToken(
        _ token: Secret,
        lifetime: TimeSpan? = nil,
        by caller: Caller
    ) async throws(IdentityError) -> SignInResult {
        try await completion.counted { () async throws(IdentityError) in
            let now = clock.now()
            let custom = try await accept(customToken: token, by: caller, at: now)
            guard custom.tenant == caller.tenant else { throw .scope(.tenantMismatch) }
            return try await begin(custom, lifetime, by: caller, at: now)
        }
    }

    private func accept(
        customToken text: Secret,
        by caller: Caller,
        at now: Timestamp
    ) async throws(IdentityError) -> CustomToken {
        if differences.contains(.customTokensOfAnybody) { return try CustomToken(unverified: text.reveal()) }
        let signed: SignedAssertion
        do throws(AssertionError) {
            signed = try SignedAssertion(text.reveal())
        } catch {
            throw .token(.invalidCustomToken(error))
        }
        let account = try await store.read(.serviceAccount(signed.account))
        do throws(AssertionError) {
            _ = try signed.check(
                account,
                audiences: [CustomToken.audience.exact],
                publicKeys: projects.publicKeys,
                at: now
            )
            guard signed.claims.string("sub")?.exact == signed.account.email.exact else {
                throw .wrongSubject
            }
        } catch {
            throw .token(.invalidCustomToken(error))
        }
        // Only the sender of a valid signature learns that the user exists.
        guard signed.account.project == caller.project.id else { throw .credential(.mismatch) }
        return try CustomToken(signed.claims)
    }

    private func begin(
        _ custom: CustomToken,
        _ lifetime: TimeSpan?,
        by caller: Caller,
        at now: Timestamp
    ) async throws(IdentityError) -> SignInResult {
        var user = User(id: custom.user, pool: caller.pool, createdAt: now)
        user.usesCustomTokens = true
        var proof = SignInProof(.customToken, lifetime: lifetime)
        proof.developerClaims = custom.claims.text
        let step = try completion.step(proof, of: user, by: caller, at: now)
        let new = user
        return try await completion.complete(
            step,
            reading: .user(custom.user, in: caller.pool),
            .hasPool(caller.pool)
        ) { found, hasPool throws(IdentityError) in
            guard var user = found else {
                guard hasPool else { throw .scope(.tenantNotFound) }
                return step.signUp(new)
            }
            user.usesCustomTokens = true
            return try step.signIn(user)
        }
    }
}
