package import CardeaIdentityDomain
package import CardeaSecrets

extension Verification {
    /// Returns the purpose of a code, without using it.
    ///
    /// - Throws: `.code(.missing)`, `.code(.invalid)`, `.code(.expired)`, `.user(.disabled)`, `.tooManyAttempts`.
    package func checkCode(_ text: Secret, by caller: Caller) async throws(IdentityError) -> ActionCode {
        try await open(text, by: caller).code
    }

    /// Sets a new password by a code; all sessions of the user end.
    ///
    /// The address counts as verified: only its owner received the code.
    ///
    /// - Parameters:
    ///   - password: The new password.
    ///   - email: The address that the code must belong to; `nil` for any.
    ///   - text: The code.
    ///   - caller: The sender of the request.
    /// - Returns: The code.
    /// - Throws: `.rule(.passwordSignInOff)`, `.password(.tooShort)`, `.password(.common)`, `.code(.emailMismatch)`, and the errors of
    ///   `checkCode`.
    package func resetPassword(
        _ password: Secret,
        of email: String? = nil,
        code text: Secret,
        by caller: Caller
    ) async throws(IdentityError) -> ActionCode {
        guard caller.policy.signIn.allowsPassword else { throw .rule(.passwordSignInOff) }
        let purposes: Set<ActionCode.Purpose> = [.passwordReset]
        // The costly work is done for usable codes alone.
        let opened = try await open(text, for: purposes, by: caller).code
        if let email, EmailAddress(email) != opened.email { throw .code(.emailMismatch) }
        try passwords.check(new: password, caller.policy)
        let hash = try await passwords.hash(password, for: caller)
        let now = clock.now()
        // The owner of the password resets it where it was used: no other person's credential ends.
        let isOwnPassword = throttle.isFamiliar(caller, with: .email(opened.email))
        let code = try await store.transact(
            .actionCode(hash: opened.hash),
            .user(ofActionCode: opened.hash),
            .identities(ofActionCode: opened.hash),
            by: caller.actor
        ) { code, user, identities throws(IdentityError) in
            let code = try code.usable(for: purposes, user, by: caller, at: now)
            guard var user else { throw .code(.invalid) }
            let isHonest = isOwnPassword && identities.isEmpty && user.phoneNumber == nil
            let ended = user.takeOver(identities, at: now)
            user.setPassword(hash, at: now)
            return Decision(
                [
                    .actionCode(.consume(code)), .user(.update(user)),
                    .endOfSessions(of: user, .passwordChange, at: now),
                ]
                    + user.endOfCredentials(
                        ended,
                        recording: isHonest
                            ? nil
                            : SecurityEvent(
                                .takeOver,
                                of: user,
                                by: .passwordReset,
                                at: now,
                                from: caller.remoteAddress
                            )
                    ),
                code
            )
        }
        // The owner of the address is seen at this network.
        throttle.recordOwner(caller, of: .email(code.email))
        return code
    }

    /// Verifies, changes or brings back an address by a code.
    ///
    /// - Parameters:
    ///   - text: The code.
    ///   - offersReset: Whether a user whose address comes back gets a code for a new password, too.
    ///   - caller: The sender of the request.
    /// - Returns: The code, the user after the change, and the code for a new password.
    /// - Throws: `.user(.emailExists)`, and the errors of `checkCode`.
    package func applyCode(
        _ text: Secret,
        offersReset: Bool = false,
        by caller: Caller
    ) async throws(IdentityError) -> (code: ActionCode, user: User, reset: CreatedCode?) {
        let purposes: Set<ActionCode.Purpose> = [.verifyEmail, .verifyAndChangeEmail, .recoverEmail]
        let (opened, owner) = try await open(text, for: purposes, by: caller)
        let now = clock.now()
        var recovery: FormerAddressCode?
        if opened.purpose == .verifyAndChangeEmail, let owner {
            recovery = try await codes.recovery(
                of: owner,
                changedTo: opened.newEmail,
                by: caller,
                at: now
            )
        }
        var reset: CreatedCode?
        if offersReset, opened.purpose == .recoverEmail, caller.policy.signIn.allowsPassword {
            reset = try codes.newCode(
                .passwordReset,
                of: nil,
                opened.email,
                in: caller.pool,
                isSent: false,
                by: caller,
                at: now
            )
        }
        let rule = CodeUse(recovery: recovery, reset: reset, now: now)
        let outcome = try await throttle.countingTakenNames(LoginName.all(opened.newEmail, nil), by: caller) {
            () async throws(IdentityError) in
            try await store.transact(
                .actionCode(hash: opened.hash),
                .user(ofActionCode: opened.hash),
                by: caller.actor
            ) { code, user throws(IdentityError) in
                let code = try code.usable(for: purposes, user, by: caller, at: now)
                guard let user else { throw .code(.invalid) }
                return rule.decide(code, user)
            }
        }
        codes.deliver(outcome.recovery)
        return (opened, outcome.user, outcome.reset)
    }
}

/// The changes of a user by a code.
private struct CodeUse: Sendable {
    /// The code by which the former address can come back, if there can be one.
    let recovery: FormerAddressCode?
    /// The code by which the owner of a restored address chooses a new password, without a user.
    let reset: CreatedCode?
    let now: Timestamp

    struct Outcome: Sendable {
        let user: User
        var recovery: CreatedCode?
        var reset: CreatedCode?
    }

    func decide(_ code: ActionCode, _ user: User) -> Decision<Outcome> {
        switch code.purpose {
        case .verifyAndChangeEmail: change(user, code)
        case .recoverEmail: recover(user, code)
        case .verifyEmail, .passwordReset, .emailSignIn: verify(user, code)
        }
    }

    private func verify(_ user: User, _ code: ActionCode) -> Decision<Outcome> {
        var user = user
        user.isEmailVerified = true
        return Decision(
            [.actionCode(.consume(code)), .user(.update(user))],
            Outcome(user: user)
        )
    }

    private func change(_ user: User, _ code: ActionCode) -> Decision<Outcome> {
        let sent = recovery?.code(of: user)
        var user = user
        user.changeEmail(to: code.newEmail)
        user.isEmailVerified = true
        user.beginEpoch(at: now)
        return Decision(
            [.actionCode(.consume(code)), .user(.update(user)), endOfSessions(of: user)]
                + (sent?.changes ?? []),
            Outcome(user: user, recovery: sent)
        )
    }

    /// Brings the address back, and ends everything that a thief may have set up since.
    private func recover(_ user: User, _ code: ActionCode) -> Decision<Outcome> {
        var user = user
        let ended = user.recover(code.email, code.former, at: now)
        let reset = reset?.belonging(to: user)
        return Decision(
            [
                .actionCode(.consume(code)), .user(.update(user)), endOfSessions(of: user),
            ] + user.endOfCredentials(ended) + (reset?.changes ?? []),
            Outcome(user: user, reset: reset)
        )
    }

    private func endOfSessions(of user: User) -> Change {
        .endOfSessions(of: user, .emailChange, at: now)
    }
}
