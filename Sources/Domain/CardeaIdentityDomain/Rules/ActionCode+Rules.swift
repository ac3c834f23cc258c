/// The reason why a code is rejected.
package enum ActionCodeRejection: Error, Sendable, Equatable {
    /// It is for something else, or a change of the user has made it void.
    case invalid
    case expired
    case userDisabled
}

extension ActionCode {
    /// The largest number of codes by which one user can bring back former addresses.
    ///
    /// The oldest stay, so that a thief cannot displace the owner's by many changes.
    package static let maximumRecoveries = 5

    /// The largest number of codes for one purpose and address that are valid at the same time.
    ///
    /// It is what an address can receive in an hour at the default limits (`CodePolicy`): the burst of 50, and 50 more.
    /// So a stranger who requests codes does not displace the one in the owner's mailbox.
    package static let maximumPerPurpose = 100

    /// The reason why the code is rejected; `nil` if it can be used.
    ///
    /// A change of the address voids a code. A new epoch of the user (password, revocation) voids a code that gives
    /// access. A code that brings back an address survives both: it is the remedy against them.
    ///
    /// - Parameters:
    ///   - user: For a sign-in, the user who has the address now; otherwise the user whom the code belongs to.
    ///   - now: The time.
    /// - Returns: The reason.
    package func rejection(of user: User?, at now: Timestamp) -> ActionCodeRejection? {
        guard user?.pool ?? pool == pool else { return .invalid }
        if let id = self.user {
            guard let user, user.id == id else { return .invalid }
        } else if purpose != .emailSignIn {
            return .invalid
        }
        if let user, isForOtherEmail(than: user.email) { return .invalid }
        if expiresAt <= now { return .expired }
        // To disable a user begins an epoch, too: the reason is the user then.
        if user?.isDisabled == true { return .userDisabled }
        return user.map(isOfFormerEpoch) == true ? .invalid : nil
    }

    private func isForOtherEmail(than present: EmailAddress?) -> Bool {
        switch purpose {
        case .recoverEmail: false
        case .verifyEmail, .emailSignIn: present != email
        case .passwordReset, .verifyAndChangeEmail: present != formerEmail
        }
    }

    private func isOfFormerEpoch(_ user: User) -> Bool {
        switch purpose {
        case .recoverEmail, .verifyEmail: false
        case .passwordReset, .verifyAndChangeEmail: user.epoch != epoch
        case .emailSignIn: user.epoch != epoch ?? User.firstEpoch
        }
    }
}
