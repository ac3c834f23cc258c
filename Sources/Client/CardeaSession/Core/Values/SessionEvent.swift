/// Something that happened to a session; holds no token.
public enum SessionEvent: Sendable, Hashable {
    /// The state at the moment the listener was added: always its first event.
    case present(SessionState)
    /// The stored credential was looked for, with this result.
    case restored(SessionState)
    /// A user signed in; if another was signed in, that session has ended, without a `signedOut` of its own.
    case signedIn(UserProfile)
    /// The session ended.
    case signedOut(SignOutReason)
    /// There is a new access token.
    case tokenChanged(TokenChangeCause)
    /// The user's profile changed.
    case profileChanged(UserProfile)
    /// A refresh failed without ending the session; `SessionError.Code` says how.
    case refreshFailed(SessionError.Code)
    /// The credential was refreshed, but the profile could not be read again in time; it stays as it was.
    case profileReadFailed
    /// The credential is in use but could not be written to the store yet; writing is tried again.
    case persistencePending
    /// The credential that was pending is now in the store.
    case persisted
}

/// The reason for a new access token.
public enum TokenChangeCause: Sendable, Hashable {
    /// It was refreshed, by this or by another process.
    case refreshed
    /// The user's password was changed.
    case passwordChanged
    /// The user proved their identity again.
    case reauthenticated
    /// An anonymous user was linked to an identity, or another identity was linked.
    case linked
}
