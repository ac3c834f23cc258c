/// The action for a refresh token that was presented.
package enum RotationAction: Sendable, Equatable {
    /// Respond with this token again; nothing is written.
    case replay(RefreshTokenName)
    /// Write this state, then respond with its pending child.
    case advance(RotationState, RotationStep)
    /// The attempt that brought a token which has been used since, once more: it was on its way for long. Nothing is
    /// responded, and nothing is held against anybody.
    case duplicate
    /// Two parties hold tokens of this session: end it.
    case reuse
    /// The session has run out of generations, as none ever will: its user has to sign in again.
    case exhausted
}

/// The reason why a session's refresh tokens change.
package enum RotationStep: Sendable, Equatable {
    /// The current token was used for the first time.
    case issue
    /// The pending child is sent once more, and something about that is recorded.
    case replay
    /// The pending child is sent once more, to another network than before.
    case replayElsewhere
    /// The pending child was used, which proves that it arrived.
    case confirm
    /// The current token was used again, so late that its response must have been lost.
    case recover
    /// A token was used that the database has forgotten having issued.
    case rollForward
}

/// Which of a session's refresh tokens is meant.
package struct RefreshTokenName: Sendable, Hashable {
    package let generation: Int64
    package let branch: Branch

    package init(generation: Int64, branch: Branch) {
        self.generation = generation
        self.branch = branch
    }
}
