/// One change to the store.
///
/// The changes of a decision are made together or not at all.
package enum Change: Sendable, Equatable {
    /// Adds an account. Its id, e-mail and phone number must be free in its pool.
    case insertUser(User)
    /// Replaces an account whose revision is still the given user's; the stored revision grows by one.
    case updateUser(User)
    /// Removes an account and all its sessions; of those that stood it is remembered that they went with it.
    ///
    /// Of an account with very many sessions the rows are deleted by `finishDeletions`.
    case deleteUser(UserID, UserPool, at: Timestamp)
    /// Adds a session.
    case insertSession(Session)
    /// Moves a session's refresh tokens on, if they still stand where they were read and it is not revoked.
    case rotate(SessionID, from: RotationState, to: RotationState)
    /// Renews a session's authentication: its time, epoch, provider, access-token lifetime and end.
    case reauthenticate(Session)
    /// Ends a session; one that has ended already stays as it is.
    case revokeSession(SessionID, Revocation)
    /// Ends the live sessions of a user beyond a number: those that were unused for longest.
    case limitSessions(of: UserID, UserPool, to: Int, Revocation)
    /// Ends every live session of a user but one.
    ///
    /// Of very many sessions the newest are marked at once, and the others by `finishRevocations`: the account must
    /// say in the same decision that they are void.
    case revokeSessions(of: UserID, UserPool, except: SessionID?, Revocation)
    /// Ends a user's live sessions that were authenticated before a moment.
    case revokeEarlierSessions(of: UserID, UserPool, authenticatedBefore: Timestamp, Revocation)
    /// Records an event of interest to the project's security.
    case record(SecurityEvent)
}
