import CardeaIdentityDomain

/// The changes of a sign-in by phone.
struct PhoneRule: Sendable {
    /// The code or the proof as it was read.
    let code: PhoneCode
    /// The user as it was read, or a new one.
    let user: User
    /// The session that begins, unless one continues.
    let begun: Session
    /// The changes if another user has the number.
    let proof: PhoneCode
    let policy: Policy
    let now: Timestamp

    enum Outcome: Sendable {
        case signedIn(Authenticated)
        /// Another user has the number.
        case belongsToAnother
        /// The number has got an owner, or another one, since it was read: nothing is written.
        case ownerChanged
    }

    /// Checks the code as it is now.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - owner: The user who has the number now. A proof is void if it is not the user that it was made for.
    /// - Throws: An error of the phone.
    func check(_ code: PhoneCode?, _ owner: User?) throws(IdentityError) {
        guard let code else {
            throw .phone(self.code.purpose == .proof ? .invalidProof : .unknownSession)
        }
        guard code.isUsable(at: now) else { throw code.expiry }
        try code.check(owner)
    }

    func signUp() -> Decision<Outcome> {
        let user = marked(user)
        var session = begun
        session.authenticate(user, at: now)
        return decision([.user(.insert(user)), .session(.insert(session))], user, session)
    }

    func signIn(_ owner: User) throws(IdentityError) -> Decision<Outcome> {
        guard owner.id == user.id else { return .unchanged(.ownerChanged) }
        let user = marked(owner)
        var session = begun
        session.authenticate(user, at: now)
        if let end = session.end(for: user, at: now) { throw IdentityError(end) }
        let limit = SessionChange.limit(
            of: user.id,
            user.pool,
            to: policy.sessions.maximumPerUser - 1,
            Revocation(reason: .sessionLimit, at: now)
        )
        return decision(
            [.user(.update(user)), .session(limit), .session(.insert(session))],
            user,
            session
        )
    }

    /// Gives the number to a signed-in user, or authenticates the user again.
    ///
    /// The session continues. A number that replaces another ends the other sessions.
    func link(_ who: Authenticated, owner: User?) throws(IdentityError) -> Decision<Outcome> {
        if let owner, owner.id != who.user.id {
            guard code.purpose == .signIn else { throw .phoneNumberExists }
            guard proof.user == owner.id else { return .unchanged(.ownerChanged) }
            let changes: [Change] = [.phoneCode(.consume(id: code.id)), .phoneCode(.insert(proof))]
            return Decision(changes, .belongsToAnother)
        }
        let former = who.user.phoneNumber
        var user = marked(who.user)
        var session = who.session
        session.signInProvider = SignInProvider.phone.rawValue
        session.accessTokenLifetime = begun.accessTokenLifetime ?? session.accessTokenLifetime
        var changes: [Change] = []
        if former == user.phoneNumber {
            session.authenticate(user, at: now)
        } else {
            guard session.isRecent(for: who.user, policy, at: now) else { throw .recentSignInRequired }
            if who.user.isAnonymous {
                // Access tokens from before say that the user is anonymous.
                user.beginEpoch(at: now)
                session.authenticate(user, at: now)
            } else if former != nil {
                user.beginEpoch(keeping: session)
                session.epoch = user.epoch
            }
            if who.user.isAnonymous || former != nil {
                let revocation = Revocation(reason: .phoneChange, at: now)
                changes.append(
                    .session(.revokeAll(of: user.id, user.pool, except: session.id, revocation))
                )
            }
        }
        session.setExpiry(for: user, previous: who.user, policy, at: now)
        return decision(
            [.user(.update(user))] + changes + [.session(.reauthenticate(session))],
            user,
            session
        )
    }

    private func decision(
        _ changes: [Change],
        _ user: User,
        _ session: Session
    ) -> Decision<Outcome> {
        Decision(
            [.phoneCode(.consume(id: code.id))] + changes,
            .signedIn(Authenticated(user: user, session: session))
        )
    }

    private func marked(_ user: User) -> User {
        var user = user
        user.phoneNumber = code.phoneNumber
        user.lastSignedInAt = now
        return user
    }
}

extension PhoneCode {
    /// Rejects a proof if the number has left the user that the proof was made for.
    func check(_ owner: User?) throws(IdentityError) {
        guard purpose == .signIn || owner != nil && owner?.id == user else { throw .phone(.invalidProof) }
    }
}
