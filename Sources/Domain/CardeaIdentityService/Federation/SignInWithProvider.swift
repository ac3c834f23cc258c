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
    /// - Returns: The user with a session and tokens, or what hinders it.
    /// - Throws: `.provider`, `.invalidPendingToken`, `.userNotFound` if no user is created, `.userDisabled`,
    ///   `.recentSignInRequired`, `.administratorOnly`, `.tooManyAttempts`.
    package func signIn(
        by proof: ProviderProof,
        lifetime: TimeSpan? = nil,
        linking who: SignedInCaller? = nil,
        mayCreate: Bool = true,
        by caller: Caller
    ) async throws(IdentityError) -> ProviderSignIn {
        let caller = who.caller(or: caller)
        return try await metrics.signIn { () async throws(IdentityError) in
            if let who { try await checkSession(of: who, for: proof, by: caller) }
            let (assertion, pendingHash) = try await verify(proof, by: caller)
            if let who { try throttle.countChange(of: who.user) }
            let step = try step(assertion, pendingHash, lifetime, who, mayCreate, by: caller)
            let outcome = try await commit(step, by: caller)
            if case .credential = proof { try countTaken(outcome, step, by: caller) }
            switch outcome {
            case .signedIn(let who, let isNew, let isEmailRecycled):
                let signedIn = try issuer.signedIn(
                    who.user,
                    who.session,
                    isNew: isNew,
                    by: caller,
                    at: step.now
                )
                return ProviderSignIn(
                    assertion: assertion,
                    outcome: .signedIn(signedIn, isEmailRecycled: isEmailRecycled),
                    pendingToken: nil
                )
            case .newUser:
                throw .store(.conflict)
            case .confirm(let holder, let providers):
                return ProviderSignIn(
                    assertion: assertion,
                    outcome: .needsConfirmation(holder, providers: providers),
                    pendingToken: try await suspend(assertion, proof, by: caller)
                )
            case .conflict(let error):
                return ProviderSignIn(
                    assertion: assertion,
                    outcome: .conflict(error),
                    pendingToken: try await suspend(assertion, proof, by: caller)
                )
            }
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
        guard provider.map(own.contains) ?? !own.isEmpty else { throw .recentSignInRequired }
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
    ) async throws(IdentityError) -> (ProviderAssertion, pendingHash: [UInt8]?) {
        switch proof {
        case .credential(let credential):
            let assertion = try await throttle.verifying(by: caller) { place async throws(ProviderError) in
                try await providers.verify(credential, in: caller.scope, place)
            }
            return (assertion, nil)
        case .pendingToken(let token):
            let hash = SHA256.hash(token.utf8)
            let pending = try await store.read(.pendingIdentity(hash: hash))
            guard let pending, pending.isUsable(in: caller.pool, at: clock.now()) else {
                throw .invalidPendingToken
            }
            // The provider may have been turned off in the meantime.
            do throws(ProviderError) {
                try await providers.requireEnabled(pending.id.provider, in: caller.scope)
            } catch {
                throw .provider(error)
            }
            return (try vault.assertion(of: pending), hash)
        }
    }

    private func step(
        _ assertion: ProviderAssertion,
        _ pendingHash: [UInt8]?,
        _ lifetime: TimeSpan?,
        _ who: SignedInCaller?,
        _ mayCreate: Bool,
        by caller: Caller
    ) throws(IdentityError) -> LinkingStep {
        let now = clock.now()
        let newUser = User(id: random.userID(), pool: caller.pool, createdAt: now)
        var begun = try issuer.newSession(
            of: newUser,
            signInProvider: assertion.provider.rawValue,
            lifetime: lifetime,
            by: caller,
            at: now
        )
        begun.signInAttributes = attributes(of: assertion)
        return LinkingStep(
            assertion: assertion,
            email: assertion.email.flatMap(EmailAddress.init),
            newUser: newUser,
            start: SessionStart(session: begun, policy: caller.policy, now: now),
            linking: who,
            pendingHash: pendingHash,
            tokens: caller.policy.signIn.keepsProviderTokens
                ? try vault.seal(assertion.tokens, of: assertion.identity, in: caller.pool, at: now) : nil,
            mayCreate: mayCreate,
            linksOnce: linksOnce,
            remoteAddress: caller.remoteAddress
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
        _ step: LinkingStep,
        by caller: Caller
    ) async throws(IdentityError) -> LinkingStep.Outcome {
        let outcome = try await store.transact(step.lookup, by: caller.actor) { rows throws(IdentityError) in
            try step.decide(rows)
        }
        guard case .newUser = outcome else { return outcome }
        // Otherwise a rejection would reveal which addresses are in use.
        if step.hasUntrustedEmail { try throttle.requireRemainingTakenNames(by: caller) }
        guard caller.policy.signUp.allowed else { throw .administratorOnly }
        try throttle.countNewAccount(by: caller)
        var counted = step
        counted.maySignUp = true
        let second = counted
        return try await store.transact(second.lookup, by: caller.actor) { rows throws(IdentityError) in
            try second.decide(rows)
        }
    }

    /// Counts a response that reveals that a user has an address which the caller has not proved.
    private func countTaken(
        _ outcome: LinkingStep.Outcome,
        _ step: LinkingStep,
        by caller: Caller
    ) throws(IdentityError) {
        guard step.hasUntrustedEmail else { return }
        switch outcome {
        case .confirm, .conflict(.emailExists): try throttle.countTakenName(by: caller)
        case .signedIn, .newUser, .conflict: break
        }
    }

    /// Keeps a verified sign-in until the user has decided.
    ///
    /// - Returns: The token of it.
    private func suspend(
        _ assertion: ProviderAssertion,
        _ proof: ProviderProof,
        by caller: Caller
    ) async throws(IdentityError) -> Secret {
        // A token that did not come to use stays good.
        if case .pendingToken(let token) = proof { return token }
        let token = Secret(Base64URL.encode(random.bytes(32)))
        var assertion = assertion
        assertion.assertedAt = assertion.assertedAt ?? clock.now()
        let pending = try vault.seal(
            assertion,
            hash: SHA256.hash(token.utf8),
            in: caller.pool,
            expiresAt: clock.now() + PendingIdentity.lifetime
        )
        try await store.make([.identity(.suspend(pending))], by: caller.actor)
        return token
    }
}

extension PendingIdentity {
    /// How long a verified sign-in waits: time enough to sign in by another way.
    static let lifetime = TimeSpan.seconds(900)

    func isUsable(in pool: UserPool, at now: Timestamp) -> Bool { self.pool == pool && now < expiresAt }
}
