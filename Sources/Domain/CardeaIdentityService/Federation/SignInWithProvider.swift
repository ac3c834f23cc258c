import CardeaCryptography
import CardeaEncodings
import CardeaLogging
import CardeaSecrets
package import CardeaIdentityDomain

extension Federation {
    /// Signs in or signs up by a provider, or links the identity to a signed-in user (U6, U15, U16).
    ///
    /// The credential is verified at the provider before the transaction. The transaction decides by the rows as they are
    /// then.
    ///
    /// - Parameters:
    ///   - proof: The provider's credential, or the token of a sign-in that waits.
    ///   - lifetime: The access-token lifetime that is asked for; capped by the project's maximum (K6).
    ///   - who: The signed-in user who gets the identity, or who authenticates again; `nil` for a new session.
    ///   - mayCreate: Whether a user may be created or get the identity by the address.
    ///   - caller: The sender of the request.
    /// - Returns: The result, with what the provider says.
    /// - Throws: `.provider`, `.link(.invalidPendingToken)`, `.user(.notFound)` if no user is created, `.user(.disabled)`,
    ///   `.credential(.tooOld)`, `.rule(.administratorOnly)`, `.tooManyAttempts`.
    package func signIn(
        by proof: ProviderProof,
        lifetime: TimeSpan? = nil,
        linking who: SignedInCaller? = nil,
        mayCreate: Bool = true,
        by caller: Caller
    ) async throws(IdentityError) -> ProviderSignIn {
        let caller = who.caller(or: caller)
        return try await completion.counted { () async throws(IdentityError) in
            if let who { try await checkSession(of: who, for: proof, by: caller) }
            let assertion = try await verify(proof, by: caller)
            if let who { try throttle.countChange(of: who.user) }
            let linking = try linking(assertion, proof, lifetime, who, mayCreate, by: caller)
            let result = try await commit(linking, by: caller)
            if case .credential = proof { try countTaken(result, linking, by: caller) }
            return ProviderSignIn(assertion: assertion, result: result)
        }
    }

    /// Rejects a link in an old session before its credential is used up.
    ///
    /// A user who has an account of the provider may be authenticating again.
    private func checkSession(
        of who: SignedInCaller,
        for proof: ProviderProof,
        by caller: Caller
    ) async throws(IdentityError) {
        guard !who.session.isRecent(for: who.user, caller.policy, at: clock.now()) else { return }
        let own = who.user.identities.map(\.provider)
        let provider = try await provider(of: proof, by: caller)
        // A token of a sign-in that waits is used up by a success alone.
        guard provider.map(own.contains) ?? !own.isEmpty else { throw .credential(.tooOld) }
    }

    /// The provider of a proof; `nil` if it is not known before the verification.
    private func provider(
        of proof: ProviderProof,
        by caller: Caller
    ) async throws(IdentityError) -> ProviderID? {
        guard case .credential(let credential) = proof else { return nil }
        do throws(ProviderError) {
            return try await providers.provider(of: credential, in: caller.scope)
        } catch {
            throw .provider(error)
        }
    }

    /// Verifies a credential at its provider, or reads a sign-in that was verified before.
    private func verify(
        _ proof: ProviderProof,
        by caller: Caller
    ) async throws(IdentityError) -> ProviderAssertion {
        switch proof {
        case .credential(let credential):
            return try await throttle.verifying(by: caller) { place async throws(ProviderError) in
                try await providers.verify(credential, in: caller.scope, place)
            }
        case .pendingToken(let token):
            let pending = try await store.read(.pendingIdentity(hash: SHA256.hash(token.utf8)))
            guard let pending, pending.isUsable(in: caller.pool, at: clock.now()) else {
                throw .link(.invalidPendingToken)
            }
            // The provider may have been turned off in the meantime.
            do throws(ProviderError) {
                try await providers.requireEnabled(pending.id.provider, in: caller.scope)
            } catch {
                throw .provider(error)
            }
            return try vault.assertion(of: pending)
        }
    }

    private func linking(
        _ assertion: ProviderAssertion,
        _ given: ProviderProof,
        _ lifetime: TimeSpan?,
        _ who: SignedInCaller?,
        _ mayCreate: Bool,
        by caller: Caller
    ) throws(IdentityError) -> LinkingStep {
        let now = clock.now()
        let newUser = User(id: random.userID(), pool: caller.pool, createdAt: now)
        var proof = SignInProof(.provider(assertion.provider), lifetime: lifetime)
        proof.provedAt = min(now, assertion.assertedAt ?? now)
        proof.attributes = attributes(of: assertion)
        return LinkingStep(
            assertion: assertion,
            email: assertion.email.flatMap(EmailAddress.init),
            newUser: newUser,
            step: try completion.step(proof, of: newUser, by: caller, at: now),
            linking: who,
            pendingToken: given.pendingToken ?? Secret(Base64URL.encode(random.bytes(32))),
            isResumed: given.pendingToken != nil,
            vault: vault,
            tokens: caller.policy.signIn.keepsProviderTokens
                ? try vault.seal(assertion.tokens, of: assertion.identity, in: caller.pool, at: now) : nil,
            mayCreate: mayCreate,
            linksOnce: linksOnce
        )
    }

    /// The claims for ID tokens, which have them word for word; `nil` if they are too long or nested too deep for that.
    private func attributes(of assertion: ProviderAssertion) -> String? {
        guard let text = assertion.signInAttributes else { return nil }
        guard text.utf8.count <= Self.longestAttributes,
            let members = JSONValue(parsing: text.utf8, nesting: Self.deepestAttributes)?.object
        else {
            logger.warning(
                "sign-in attributes are left out: they are no JSON object, nested too deep, or longer than 4096 bytes",
                metadata: ["provider": .string(assertion.provider.rawValue)]
            )
            return nil
        }
        var json = JSONText()
        json.object(members)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static let longestAttributes = 4096
    /// An ID token has them two levels deeper, in `firebase.sign_in_attributes`.
    private static let deepestAttributes = JSONLimits().nesting - 2

    /// Decides and writes; a new user is counted first.
    private func commit(
        _ linking: LinkingStep,
        by caller: Caller
    ) async throws(IdentityError) -> SignInResult {
        let result = try await completion.attempt(linking.step, reading: linking.lookup) {
            rows throws(IdentityError) in try linking.decide(rows)
        }
        if let result { return result }
        // Otherwise a rejection would reveal which addresses are in use.
        if linking.hasUntrustedEmail { try throttle.requireRemainingTakenNames(by: caller) }
        guard caller.policy.signUp.allowed else { throw .rule(.administratorOnly) }
        try throttle.countNewAccount(by: caller)
        var counted = linking
        counted.maySignUp = true
        let second = counted
        return try await completion.complete(second.step, reading: second.lookup) {
            rows throws(IdentityError) in try second.decide(rows)
        }
    }

    /// Counts a response that reveals that a user has an address which the caller has not proved.
    private func countTaken(
        _ result: SignInResult,
        _ linking: LinkingStep,
        by caller: Caller
    ) throws(IdentityError) {
        guard linking.hasUntrustedEmail, case .pending(let pending) = result else { return }
        switch pending.reason {
        case .confirmation, .conflict(.user(.emailExists)): try throttle.countTakenName(by: caller)
        case .conflict, .phoneNumberTaken: break
        }
    }
}

extension ProviderProof {
    fileprivate var pendingToken: Secret? {
        if case .pendingToken(let token) = self { token } else { nil }
    }
}

extension PendingIdentity {
    /// The time for which a verified sign-in waits: time enough to sign in by another way.
    static let lifetime = TimeSpan.seconds(900)

    func isUsable(in pool: UserPool, at now: Timestamp) -> Bool { self.pool == pool && now < expiresAt }
}
