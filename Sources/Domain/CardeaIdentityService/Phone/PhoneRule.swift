import CardeaEncodings
import CardeaIdentityDomain

/// The changes of a sign-in by phone.
struct PhoneRule: Sendable {
    /// The code or the proof as it was read.
    let code: PhoneCode
    /// The user as it was read, or a new one.
    let user: User
    let step: SignInStep
    /// The change if another user has the number, and its result.
    let proof: PhoneCode
    let pending: PendingSignIn

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
        guard code.isUsable(at: step.now) else { throw code.expiry }
        try code.check(owner, at: step.now)
    }

    func signUp() -> Decision<SignInDecision> { consuming(step.signUp(proven(user))) }

    func signIn(_ owner: User) throws(IdentityError) -> Decision<SignInDecision> {
        guard owner.id == user.id else { return .unchanged(.undecided) }
        return consuming(try step.signIn(proven(owner)))
    }

    /// Gives the number to a signed-in user, or authenticates the user again.
    ///
    /// The session continues. A number that replaces another ends the other sessions.
    func link(_ who: Authenticated, owner: User?) throws(IdentityError) -> Decision<SignInDecision> {
        if let owner, owner.id != who.user.id {
            guard code.purpose == .signIn else { throw .user(.phoneNumberExists) }
            guard proof.user == owner.id else { return .unchanged(.undecided) }
            let changes: [Change] = [.phoneCode(.consume(id: code.id)), .phoneCode(.insert(proof))]
            return Decision(changes, .pending(pending))
        }
        let former = who.user.phoneNumber
        var user = proven(who.user)
        if former?.exact != user.phoneNumber?.exact {
            guard who.session.isRecent(for: who.user, step.policy, at: step.now) else {
                throw .credential(.tooOld)
            }
            if who.user.isAnonymous {
                // Access tokens from before say that the user is anonymous.
                user.beginEpoch(at: step.now)
            } else if former != nil {
                user.beginEpoch(keeping: who.session)
            }
        }
        let beginsEpoch = user.epoch != who.user.epoch
        return consuming(
            step.proceed(
                who,
                as: user,
                isAuthentication: former?.exact == user.phoneNumber?.exact || who.user.isAnonymous,
                endingOthers: beginsEpoch ? .phoneChange : nil
            )
        )
    }

    private func consuming(_ decision: Decision<SignInDecision>) -> Decision<SignInDecision> {
        decision.preceded(by: [.phoneCode(.consume(id: code.id))])
    }

    /// The user with the number that the code proves.
    private func proven(_ user: User) -> User {
        var user = user
        user.phoneNumber = code.phoneNumber
        return user
    }
}

extension PhoneCode {
    /// Rejects a proof if the number has left the user that the proof was made for, and what is older than the owner's
    /// epoch.
    func check(_ owner: User?, at now: Timestamp) throws(IdentityError) {
        // After a recovery or a sign-out of all devices, somebody may have the text of before.
        // The time decides only if the clock was not set back since.
        if let owner, owner.validSince <= now, createdAt < owner.validSince {
            throw .phone(purpose == .proof ? .invalidProof : .unknownSession)
        }
        guard purpose == .signIn || owner != nil && owner?.id == user else { throw .phone(.invalidProof) }
    }
}
