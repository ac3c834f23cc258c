import CardeaIdentityDomain

/// The decision about the session of a sign-in, alike for all methods.
///
/// A method decides about its proof and the user. This value decides about sessions: one begins, or the session of a
/// signed-in user continues.
struct SignInStep: Sendable {
    let proof: SignInProof
    /// The session that begins.
    let session: Session
    let caller: Caller
    let now: Timestamp

    var policy: Policy { caller.policy }

    /// The first session of a new user.
    func signUp(_ user: User) -> Decision<SignInDecision> {
        let who = begun(user)
        return Decision(
            [.user(.insert(who.user)), .session(.insert(who.session))],
            .signedIn(SignedInUser(who, isNew: true))
        )
    }

    /// A session of an existing user.
    ///
    /// - Parameters:
    ///   - user: The user with the changes of the sign-in.
    ///   - reason: The reason for which all other sessions end; `nil` if the user keeps as many as the policy allows.
    /// - Returns: The decision, with the user and the session as they are stored.
    /// - Throws: `.user(.disabled)`.
    func signIn(
        _ user: User,
        endingOthers reason: Revocation.Reason? = nil
    ) throws(IdentityError) -> Decision<SignInDecision> {
        let who = begun(user)
        if let end = who.session.end(for: who.user, at: now) { throw IdentityError(end) }
        let ends = reason.map { [Change.endOfSessions(of: user, $0, at: now)] } ?? []
        var outcome = SignedInUser(who)
        // The limits are for a session that begins beside others.
        outcome.isLimited = reason == nil
        return Decision(
            [.user(.update(who.user))] + ends + [.session(.insert(who.session))],
            .signedIn(outcome)
        )
    }

    /// The decision with the end of the sessions whose places the new one takes (X13).
    ///
    /// - Parameters:
    ///   - decision: The decision of the method.
    ///   - sessions: The sessions of a user.
    ///   - user: The user.
    ///   - policies: The settings of a session: those of its own app.
    /// - Returns: The decision; `.otherUser` if another user is meant.
    /// - Throws: `.rule(.sessionLimitReached)`
    func limited(
        _ decision: Decision<SignInDecision>,
        beside sessions: [Session],
        of user: UserID,
        policies: (Session) -> SessionPolicy?
    ) throws(IdentityError) -> Decision<SignInDecision> {
        guard case .signedIn(let who) = decision.outcome, who.isLimited else { return decision }
        guard who.user.id == user else { return .unchanged(.otherUser(who.user.id)) }
        let limits = SessionLimits(policy.sessions)
        switch limits.decide(who.session, of: who.user, beside: sessions, at: now, policies: policies) {
        case .rejected: throw .rule(.sessionLimitReached)
        case .begins(let replaced, let evicted):
            let device = who.session.device.deviceClass
            return decision.preceded(
                by: replaced.map { .session(.revoke($0, Revocation(reason: .replaced, at: now))) }
                    + evicted.map {
                        .session(.evict($0, Revocation(reason: .sessionLimit, at: now), by: device))
                    }
            )
        }
    }

    /// The session of a signed-in user continues, with its refresh tokens.
    ///
    /// - Parameters:
    ///   - who: The user and the session as they are stored.
    ///   - user: The user with the changes of the sign-in.
    ///   - isAuthentication: Whether the proof is of the user, and not only of a new sign-in method.
    ///   - reason: The reason for which all other sessions end; `nil` if they continue, too.
    /// - Returns: The decision, with the user and the session as they are stored.
    func proceed(
        _ who: Authenticated,
        as user: User,
        isAuthentication: Bool = true,
        endingOthers reason: Revocation.Reason? = nil
    ) -> Decision<SignInDecision> {
        var (user, session) = (user, who.session)
        session.epoch = user.epoch
        if isAuthentication {
            user.lastSignedInAt = now
            session.authenticate(user, by: proof.method, at: provedAt(in: who.session))
        }
        session.signInProvider = self.session.signInProvider
        session.signInAttributes = self.session.signInAttributes
        session.accessTokenLifetime = self.session.accessTokenLifetime ?? session.accessTokenLifetime
        session.setExpiry(for: user, previous: who.user, policy, at: now)
        var changes: [Change] = [.user(.update(user))]
        if let reason { changes.append(.endOfSessions(of: user, except: session.id, reason, at: now)) }
        changes.append(.session(.reauthenticate(session)))
        return Decision(changes, .signedIn(SignedInUser(Authenticated(user: user, session: session))))
    }

    /// A new session takes the place of a signed-in user's, and all others end.
    ///
    /// - Parameters:
    ///   - who: The user and the session as they are stored.
    ///   - user: The user in its new epoch.
    ///   - changesMethod: Whether the session counts as one of the proof's method from now on.
    ///   - reason: The reason for which the sessions end.
    /// - Returns: The decision, with the user and the session as they are stored.
    func replace(
        _ who: Authenticated,
        as user: User,
        changesMethod: Bool,
        because reason: Revocation.Reason
    ) -> Decision<SignedInUser> {
        var (user, session) = (user, who.session.replaced(by: self.session))
        user.lastSignedInAt = now
        session.authenticate(user, by: proof.method, at: now)
        if changesMethod { session.signInProvider = proof.method.signInProvider }
        session.setExpiry(for: user, previous: who.user, policy, at: now)
        // The session that begins is not stored yet: it is spared like one that continues.
        return Decision(
            [
                .user(.update(user)), .endOfSessions(of: user, except: session.id, reason, at: now),
                .session(.insert(session)),
            ],
            SignedInUser(Authenticated(user: user, session: session))
        )
    }

    /// The record that the owner of an address has got the user by this sign-in.
    func event(_ kind: SecurityEvent.Kind, of user: User, by method: SecurityEvent.Method) -> SecurityEvent {
        SecurityEvent(kind, of: user, by: method, in: session.id, at: now, from: caller.remoteAddress)
    }

    /// The session of the user who turned out to be meant.
    private func begun(_ user: User) -> Authenticated {
        var (user, session) = (user, session.copy(for: user))
        user.lastSignedInAt = now
        session.authenticate(user, by: proof.method, at: proof.provedAt ?? now)
        session.setExpiry(for: user, policy, at: now)
        return Authenticated(user: user, session: session)
    }

    /// The time of the proof in a session that continues: never before the last one.
    private func provedAt(in session: Session) -> Timestamp {
        proof.provedAt.map { max($0, session.authenticatedAt) } ?? now
    }
}

/// The decision of a transaction about a sign-in.
enum SignInDecision: Sendable {
    case signedIn(SignedInUser)
    case pending(PendingSignIn)
    /// The sessions of this user have to be read first. Nothing is written.
    case otherUser(UserID)
    /// The rows are others than the method expects. Nothing is written, and the method decides again.
    case undecided
}

/// A user who is signed in, before tokens are issued.
struct SignedInUser: Sendable {
    let user: User
    let session: Session
    let isNew: Bool
    /// Whether the address belonged to another person at the provider.
    var isEmailRecycled = false
    /// Whether a session begins beside others, so that the limits of sessions count.
    var isLimited = false
    /// The code by which a former address can come back.
    var recovery: CreatedCode?

    init(_ who: Authenticated, isNew: Bool = false) {
        (user, session, self.isNew) = (who.user, who.session, isNew)
    }
}

extension Decision<SignInDecision> {
    /// The decision with another value about the user who is signed in.
    func setting<Value>(
        _ property: WritableKeyPath<SignedInUser, Value>,
        _ value: Value
    ) -> Decision {
        guard case .signedIn(var user) = outcome else { return self }
        user[keyPath: property] = value
        return Decision(changes, .signedIn(user))
    }
}

extension Change {
    /// Ends all sessions of a user, or all but one.
    ///
    /// The same decision must begin a new epoch of the user: see `SessionChange.revokeAll`.
    static func endOfSessions(
        of user: User,
        except spared: SessionID? = nil,
        _ reason: Revocation.Reason,
        at now: Timestamp
    ) -> Change {
        .session(.revokeAll(of: user.id, user.pool, except: spared, Revocation(reason: reason, at: now)))
    }
}

extension Decision {
    /// The decision with further changes.
    func adding(_ further: [Change]) -> Decision { Decision(changes + further, outcome) }

    /// The decision with changes that are made first.
    func preceded(by changes: [Change]) -> Decision { Decision(changes + self.changes, outcome) }

    /// The decision with another form of its outcome.
    func map<Other>(_ transform: (Outcome) -> Other) -> Decision<Other> {
        Decision<Other>(changes, transform(outcome))
    }
}
