public import CardeaSession

/// The current user of a client; it is known synchronously at any time.
public enum CardeaState: Sendable, Equatable {
    /// The store has not been read yet, or cannot be read yet: neither signed in nor signed out.
    case restoring
    /// There is no current user; the reason is `nil` when there never was one.
    case signedOut(SignOutReason?)
    /// This user is the current one.
    case signedIn(CardeaUser)

    /// The current user, if there is one.
    public var user: CardeaUser? {
        guard case .signedIn(let user) = self else { return nil }
        return user
    }
}

/// Something that happened to the current user; holds no token.
public enum CardeaEvent: Sendable, Equatable {
    /// The state at the moment the listener was added: always its first event.
    case present(CardeaState)
    /// The store was read, with this result; or a sign-out came first, and it is not read any more.
    case restored(CardeaState)
    /// This user became the current one.
    case signedIn(CardeaUser)
    /// This user is not the current one any more.
    case signedOut(CardeaUser, SignOutReason)
    /// The current user has a new access token.
    case tokenChanged(CardeaUser, TokenChangeCause)
    /// The current user's profile changed.
    case profileChanged(CardeaUser, UserProfile)
    /// The current user's token was refreshed, but the profile could not be read again; it stays as it was.
    case profileReadFailed(CardeaUser)
    /// The current user's tokens are in use but not in the store yet; writing is tried again.
    case persistencePending(CardeaUser)
    /// The pending record is now in the store.
    case persisted(CardeaUser)
    /// The current user's token could not be refreshed now; no user is signed out by this.
    case refreshFailed(CardeaUser, CardeaError)
}
