/// The state of a session's refresh tokens.
///
/// There is one per session, for its whole life; none per token.
package struct RotationState: Sendable, Equatable {
    /// A child that was sent but not yet presented by its receiver.
    package struct Pending: Sendable, Equatable {
        package let branch: Branch
        /// SHA-256 of the `Idempotency-Key` it was asked for with, if any.
        package let keyHash: [UInt8]?
        package let at: Timestamp
        /// Whether it was sent again so late in its grace that the response may outlast it.
        package let wasReplayedLate: Bool
        /// Where it was sent to; `nil` when that was not recorded.
        package let origin: RefreshOrigin?

        package init(
            branch: Branch,
            keyHash: [UInt8]?,
            at: Timestamp,
            wasReplayedLate: Bool = false,
            origin: RefreshOrigin? = nil
        ) {
            self.branch = branch
            self.keyHash = keyHash
            self.at = at
            self.wasReplayedLate = wasReplayedLate
            self.origin = origin
        }
    }

    /// A child that a late recovery replaced; tolerated for the grace.
    package struct Orphan: Sendable, Equatable {
        package let branch: Branch
        /// From when on its grace counts; `nil` as long as the sibling in its place has not been used.
        package let at: Timestamp?

        package init(branch: Branch, at: Timestamp?) {
            self.branch = branch
            self.at = at
        }
    }

    /// A token whose child was used within the grace; the token is tolerated for the rest of the grace.
    package struct Superseded: Sendable, Equatable {
        package let branch: Branch
        /// The begin of its grace period: the issue of its child.
        ///
        /// If the child was sent again in the second half of the grace period, it is half a period later.
        package let since: Timestamp

        package init(branch: Branch, since: Timestamp) {
            self.branch = branch
            self.since = since
        }
    }

    package var generation: Int64
    package var branch: Branch
    package var pending: Pending?
    package var orphan: Orphan?
    /// The attempts that brought the current token and those before it, the latest first; not all there ever were.
    package var attempts: [AttemptMark]
    /// The tolerated tokens before the current one: its parent, the parent of that, and so on.
    package var superseded: [Superseded]

    package init(
        generation: Int64 = 0,
        branch: Branch,
        pending: Pending? = nil,
        orphan: Orphan? = nil,
        attempts: [AttemptMark] = [],
        superseded: [Superseded] = []
    ) {
        self.generation = generation
        self.branch = branch
        self.pending = pending
        self.orphan = orphan
        self.attempts = attempts
        self.superseded = superseded
    }
}
