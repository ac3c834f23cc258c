/// The users who may be signed out, and those who must not.
struct Users: Sendable {
    private var all: Set<String> = []
    private var mayEnd: Set<String> = []
    private var ended: Set<String> = []
    private var rejectable: Set<String> = []
    private var rejected: Set<String> = []
    private var changing: Set<String> = []
    /// Those whose tokens a change of password has made invalid; a tab with such a token finds the new one stored.
    private var changed: Set<String> = []
    /// Those whose sign-in may be stored late, over the user who is stored by then.
    private var unsettled: Set<String> = []
    /// The number of sign-outs of the stored user that are under way.
    private var sweeps = 0

    /// Whether the end of this user's session is not an error.
    func mayEnd(_ user: String) -> Bool {
        mayEnd.contains(user) || changing.contains(user) || sweeps > 0 || unsettled.contains { $0 != user }
    }

    /// Whether no sign-in, sign-out or change of password is under way.
    var isQuiet: Bool { unsettled.isEmpty && changing.isEmpty && sweeps == 0 }

    /// Those whose session must still be alive.
    var mustLive: Set<String> { all.filter { !mayEnd($0) } }

    /// From now on these users' sessions may end.
    mutating func letEnd(_ users: Set<String>) { mayEnd.formUnion(users) }
}

// Sign-in and sign-out
extension Users {
    /// Notes a user who is about to be signed in: the session of the present user may end.
    mutating func signsIn(_ user: String) {
        all.insert(user)
        unsettled.insert(user)
        mayEnd.formUnion(all.subtracting([user]))
    }

    /// Notes that a sign-in is in the store.
    ///
    /// Of sign-ins at the same time, the one that is stored last is the last.
    mutating func isStored(_ user: String) {
        guard unsettled.remove(user) != nil else { return }
        mayEnd.formUnion(all.subtracting([user]))
    }

    /// It is open, for good, whether the sign-in was stored before its process ended, or over whom.
    mutating func isLost(_ user: String) {
        if unsettled.remove(user) != nil { letEnd(all) }
    }

    /// The stored user will be signed out by a process that does not know the user.
    mutating func beginsSweep() { sweeps += 1 }

    /// The stored user is signed out, also one who signed in in between.
    mutating func endsSweep() {
        sweeps -= 1
        letEnd(all)
    }

    /// Notes a user who was signed out, from the store as well: the record must not come back.
    mutating func hasEnded(_ user: String) { ended.insert(user) }

    func isEnded(_ user: String) -> Bool { ended.contains(user) }
}

// The server
extension Users {
    /// An administrator is about to end the user's sessions.
    mutating func administratorEnds(_ user: String) {
        mayEnd.insert(user)
        rejectable.insert(user)
    }

    /// The server has ended the user's sessions: each refresh must be rejected.
    mutating func isRejected(_ user: String) { rejected.insert(user) }

    func mustBeRejected(_ user: String) -> Bool { rejected.contains(user) }

    /// Whether the server may reject a refresh.
    func mayBeRejected(_ user: String) -> Bool {
        // After a sign-out there is no new token to be found.
        let isGone = changed.contains(user) && mayEnd.contains(user)
        return rejectable.contains(user) || changing.contains(user) || isGone
    }

    /// A change of password begins; until it is stored, a refresh with an older token is rejected.
    ///
    /// - Returns: Whether it may: one at a time.
    mutating func beginsChange(of user: String) -> Bool { changing.insert(user).inserted }

    /// A change of password is over.
    ///
    /// - Parameters:
    ///   - user: The user of the password.
    ///   - isKept: Whether the store holds what can be refreshed.
    mutating func endsChange(of user: String, isKept: Bool) {
        if !isKept { administratorEnds(user) }
        changing.remove(user)
        changed.insert(user)
    }
}
