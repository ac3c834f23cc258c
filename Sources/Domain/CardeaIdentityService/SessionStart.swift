import CardeaIdentityDomain

/// The sessions of a sign-in: one begins, or the session of a signed-in user continues.
///
/// A sign-in method decides about the proof and the user. This value decides about sessions, alike for all methods.
struct SessionStart: Sendable {
    /// The session that begins.
    ///
    /// A session that continues gets its sign-in method and its lifetime.
    let session: Session
    let policy: Policy
    let now: Timestamp

    /// The first session of a new user.
    func signUp(_ user: User, provedAt: Timestamp? = nil) -> Decision<Authenticated> {
        let who = begun(user, provedAt)
        return Decision([.user(.insert(who.user)), .session(.insert(who.session))], who)
    }

    /// A session of an existing user.
    ///
    /// - Parameters:
    ///   - user: The user with the changes of the sign-in.
    ///   - provedAt: The time of the proof, if it is older than the request.
    ///   - reason: Why all other sessions end; `nil` if the user keeps as many as the policy allows.
    /// - Returns: The decision, with the user and the session as they are stored.
    /// - Throws: `.userDisabled`.
    func signIn(
        _ user: User,
        provedAt: Timestamp? = nil,
        endingOthers reason: Revocation.Reason? = nil
    ) throws(IdentityError) -> Decision<Authenticated> {
        let who = begun(user, provedAt)
        if let end = who.session.end(for: who.user, at: now) { throw IdentityError(end) }
        let end: Change =
            if let reason {
                .endOfSessions(of: user, reason, at: now)
            } else {
                .session(
                    .limit(
                        of: user.id,
                        user.pool,
                        to: policy.sessions.maximumPerUser - 1,
                        Revocation(reason: .sessionLimit, at: now)
                    )
                )
            }
        return Decision([.user(.update(who.user)), end, .session(.insert(who.session))], who)
    }

    /// The session of a signed-in user continues, with its refresh tokens.
    ///
    /// - Parameters:
    ///   - who: The user and the session as they are stored.
    ///   - user: The user with the changes of the sign-in.
    ///   - provedAt: The time of the proof, if it is older than the request.
    ///   - isAuthentication: Whether the proof is of the user, and not only of a new sign-in method.
    ///   - reason: Why all other sessions end; `nil` if they continue, too.
    /// - Returns: The decision, with the user and the session as they are stored.
    func proceed(
        _ who: Authenticated,
        as user: User,
        provedAt: Timestamp? = nil,
        isAuthentication: Bool = true,
        endingOthers reason: Revocation.Reason? = nil
    ) -> Decision<Authenticated> {
        var (user, session) = (user, who.session)
        session.epoch = user.epoch
        if isAuthentication {
            user.lastSignedInAt = now
            session.authenticate(user, at: provedAt ?? now)
        }
        session.signInProvider = self.session.signInProvider
        session.signInAttributes = self.session.signInAttributes
        session.accessTokenLifetime = self.session.accessTokenLifetime ?? session.accessTokenLifetime
        session.setExpiry(for: user, previous: who.user, policy, at: now)
        var changes: [Change] = [.user(.update(user))]
        if let reason { changes.append(.endOfSessions(of: user, except: session.id, reason, at: now)) }
        changes.append(.session(.reauthenticate(session)))
        return Decision(changes, Authenticated(user: user, session: session))
    }

    /// The session of the user who turned out to be meant.
    private func begun(_ user: User, _ provedAt: Timestamp?) -> Authenticated {
        var (user, session) = (user, session.copy(for: user))
        user.lastSignedInAt = now
        session.authenticate(user, at: provedAt ?? now)
        session.setExpiry(for: user, policy, at: now)
        return Authenticated(user: user, session: session)
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
