import CardeaEncodings
import CardeaIdentityDomain
import CardeaLogging

/// The end of every sign-in, alike for all methods.
///
/// A method proves who the user is. This type begins the session, stores the decision, issues the tokens, and counts.
struct SignInCompletion: Sendable {
    let store: ServiceStore
    let tokens: TokenIssuer
    let codes: CodeIssuer
    let random: any RandomSource
    let metrics: ServiceMetrics
    let logger: Logger

    /// Counts a sign-in, by its result.
    func counted<Value>(
        _ body: () async throws(IdentityError) -> Value
    ) async throws(IdentityError) -> Value {
        try await metrics.signIn(body)
    }

    /// A sign-in that is decided now.
    ///
    /// - Parameters:
    ///   - proof: The proof of the method.
    ///   - user: The user who is probably meant. The transaction decides who it is.
    ///   - caller: The sender of the request.
    ///   - now: The moment.
    /// - Returns: The step, with the session that begins.
    /// - Throws: `.input(.invalidLifetime)`, `.input(.invalidDevice)`.
    func step(
        _ proof: SignInProof,
        of user: User,
        by caller: Caller,
        at now: Timestamp
    ) throws(IdentityError) -> SignInStep {
        var session = Session(
            id: SessionID(high: random.word(), low: random.word()),
            user: user.id,
            pool: user.pool,
            createdAt: now,
            signInProvider: proof.method.signInProvider,
            rotation: RotationState(branch: Branch(entropy: random.word()))
        )
        session.app = caller.app
        session.accessTokenLifetime = try caller.policy.grantedLifetime(proof.lifetime)
        session.userAgent = caller.userAgent.map { $0.prefix(utf8: 256) }
        session.device = try caller.device
        session.network = Network(of: caller.remoteAddress).block
        session.developerClaims = proof.developerClaims
        session.signInAttributes = proof.attributes
        return SignInStep(proof: proof, session: session, caller: caller, now: now)
    }

    /// Reads, decides, writes, and issues the tokens.
    ///
    /// - Parameters:
    ///   - step: The sign-in.
    ///   - lookups: The rows that the method reads.
    ///   - decide: The decision of the method. It ends in the step's decision about the session.
    /// - Returns: The result.
    /// - Throws: The error of the decision.
    func complete<each L: Lookup>(
        _ step: SignInStep,
        reading lookups: repeat each L,
        decide: @escaping @Sendable (repeat (each L).Row) throws(IdentityError) -> Decision<SignInDecision>
    ) async throws(IdentityError) -> SignInResult {
        let result = try await attempt(step, reading: repeat each lookups, decide: decide)
        guard let result else { throw IdentityError.store(.conflict).logged(by: logger) }
        return result
    }

    /// The same for a decision that may find other rows than the method expects.
    ///
    /// - Returns: `nil` if nothing was decided, and nothing was written.
    func attempt<each L: Lookup>(
        _ step: SignInStep,
        reading lookups: repeat each L,
        decide: @escaping @Sendable (repeat (each L).Row) throws(IdentityError) -> Decision<SignInDecision>
    ) async throws(IdentityError) -> SignInResult? {
        let projects = tokens.projects
        // The sessions beside are those of one user: another one may turn out to be meant.
        var expected = step.session.user
        for _ in 0..<3 {
            let user = expected
            let beside = UserSessionsLookup.activeSessions(
                of: user,
                in: step.session.pool,
                limit: SessionLimits.mostRead
            )
            let decision = try await store.transact(
                beside,
                Lookups(repeat each lookups),
                by: step.caller.actor
            ) {
                (
                    sessions: [Session],
                    rows: (repeat (each L).Row)
                ) throws(IdentityError) -> Decision<SignInDecision>
                in
                try step.limited(try decide(repeat each rows), beside: sessions, of: user) { session in
                    projects.policy(in: session.pool, of: session.app)?.sessions
                }
            }
            switch decision {
            case .signedIn(let who):
                codes.deliver(who.recovery)
                return .signedIn(try signedIn(who, step))
            case .pending(let pending): return .pending(pending)
            case .undecided: return nil
            case .otherUser(let id): expected = id
            }
        }
        return nil
    }

    /// Issues the tokens of a user who is signed in, with the newest refresh token of the session.
    func signedIn(_ who: SignedInUser, _ step: SignInStep) throws(IdentityError) -> SignedIn {
        SignedIn(
            user: who.user,
            session: who.session,
            tokens: try tokens.tokens(
                for: who.user,
                who.session,
                who.session.rotation.latest,
                as: .idToken,
                by: step.caller,
                at: step.now
            ),
            isNewUser: who.isNew,
            isEmailRecycled: who.isEmailRecycled
        )
    }

    /// Repeats attempts until one is decided: what they rely on may change meanwhile.
    func repeating(
        _ attempt: () async throws(IdentityError) -> SignInResult?
    ) async throws(IdentityError) -> SignInResult {
        for _ in 0..<3 {
            if let result = try await attempt() { return result }
        }
        throw IdentityError.store(.conflict).logged(by: logger)
    }
}

extension String {
    /// The longest beginning of so many bytes of UTF-8 that ends with a whole character.
    fileprivate func prefix(utf8 limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
        return String(self[..<end])
    }
}

extension Policy {
    /// The access-token lifetime for a sign-in that requests one (K6).
    fileprivate func grantedLifetime(_ requested: TimeSpan?) throws(IdentityError) -> TimeSpan? {
        guard let requested else { return nil }
        guard requested >= .seconds(1) else { throw .input(.invalidLifetime) }
        return tokens.lifetime(asked: requested)
    }
}
