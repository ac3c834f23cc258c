package import CardeaIdentityDomain

/// A session in the list of its user.
package struct ListedSession: Sendable {
    package let session: Session
    /// `nil` for an active session.
    package let end: SessionEnd?

    /// The name of the reason of the end; `nil` for an active session.
    package var endReason: String? {
        switch end {
        case nil: nil
        case .userDisabled: Revocation.Reason.userDisabled.rawValue
        case .revoked(let reason): reason.rawValue
        case .evicted: Revocation.Reason.sessionLimit.rawValue
        case .idle: "idle"
        case .expired: "expired"
        case .voided: "credential_change"
        }
    }

    /// The time of the end; `nil` if the session is active, or the time is not known.
    package var endedAt: Timestamp? {
        switch end {
        case nil: nil
        case .revoked, .userDisabled, .voided: session.revocation?.at
        case .evicted(let moment, _): moment
        case .idle(let moment): moment
        case .expired: session.expiresAt
        }
    }
}

extension Sessions {
    /// The largest number of sessions in a list.
    package static let mostListed = 200

    /// The sessions of a user, the newest first; those that have ended as long as they are stored.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - pool: The pool of the user.
    /// - Returns: The sessions; none if there is no such user.
    /// - Throws: An error of the store.
    package func list(of user: UserID, in pool: UserPool) async throws(IdentityError) -> [ListedSession] {
        let (found, sessions) = try await store.read(
            .user(user, in: pool),
            .newestSessions(of: user, in: pool, limit: Self.mostListed)
        )
        guard let found else { return [] }
        let now = clock.now()
        return sessions.map { session in
            let policy = projects.policy(in: session.pool, of: session.app)?.sessions
            let end = session.end(for: found, idleAfter: policy?.idleLifetime, at: now)
            return ListedSession(session: session, end: end)
        }
    }

    /// Ends a session of a user.
    ///
    /// - Parameters:
    ///   - id: The session. One that has ended already stays as it is.
    ///   - user: The user.
    ///   - pool: The pool of the user.
    ///   - reason: The reason that the session keeps.
    ///   - actor: The identity behind the change.
    /// - Throws: `.token(.unknownSession)` if the user has no such session.
    package func end(
        _ id: SessionID,
        of user: UserID,
        in pool: UserPool,
        because reason: Revocation.Reason,
        by actor: Actor
    ) async throws(IdentityError) {
        let revocation = Revocation(reason: reason, at: clock.now())
        try await store.transact(.session(id), by: actor) { session throws(IdentityError) in
            guard let session, session.user == user, session.pool == pool else {
                throw .token(.unknownSession)
            }
            return session.revocation == nil
                ? Decision([.session(.revoke(id, revocation))], ()) : .unchanged(())
        }
    }

    /// Ends all sessions of a user but the one of the request, which must be recent (U10).
    ///
    /// - Throws: `.credential(.tooOld)`
    package func endOthers(of who: SignedInCaller) async throws(IdentityError) {
        let now = clock.now()
        let policy = who.policy
        try await store.transact(who.lookup, by: who.caller.actor) { rows throws(IdentityError) in
            let present = try Authenticated(rows, at: now)
            guard present.session.isRecent(for: present.user, policy, at: now) else {
                throw .credential(.tooOld)
            }
            var (user, session) = (present.user, present.session)
            user.beginEpoch(keeping: session)
            session.epoch = user.epoch
            return Decision(
                [
                    .user(.update(user)),
                    .endOfSessions(of: user, except: session.id, .signOut, at: now),
                    .session(.reauthenticate(session)),
                ],
                ()
            )
        }
    }
}
