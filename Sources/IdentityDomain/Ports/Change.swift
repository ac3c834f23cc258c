/// One change to the store.
///
/// The changes of a decision are made together or not at all.
package enum Change: Sendable, Equatable {
    /// Adds an account. Its id, e-mail and phone number must be free in its pool.
    case insertUser(User)
    /// Replaces an account whose revision is still the given user's; the stored revision grows by one.
    case updateUser(User)
    /// Removes an account and all its sessions; of those that stood it is remembered that they went with it.
    case deleteUser(UserID, UserPool, at: Timestamp)
    /// Adds a session.
    case insertSession(Session)
    /// Moves a session's refresh tokens on, if they still stand where they were read and it is not revoked.
    case rotate(SessionID, from: RotationState, to: RotationState)
    /// Renews a session's authentication: its time, provider, access-token lifetime and end.
    case reauthenticate(Session)
    /// Ends a session; one that has ended already stays as it is.
    case revokeSession(SessionID, Revocation)
    /// Ends every live session of a user but one.
    case revokeSessions(of: UserID, UserPool, except: SessionID?, Revocation)
    /// Ends a user's live sessions that were authenticated before a moment.
    case revokeEarlierSessions(of: UserID, UserPool, authenticatedBefore: Timestamp, Revocation)
    /// Records an event of interest to the project's security.
    case record(SecurityEvent)
}
