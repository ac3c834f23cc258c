internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns of a session's rotation state.
enum Rotations {
    private static let origin = Columns<RefreshOrigin>(
        Columns("pending_user_agent")(\.userAgent),
        Columns("pending_network")(\.network)
    ) { RefreshOrigin(userAgent: $0, network: $1) }

    private static let pending = Columns<RotationState.Pending>(
        Columns("pending_branch")(\.branch),
        Columns("pending_key_hash")(\.keyHash),
        Columns("pending_at")(\.at),
        Columns("pending_replayed_late")(\.wasReplayedLate),
        origin.optional(\.origin)
    ) { .init(branch: $0, keyHash: $1, at: $2, wasReplayedLate: $3, origin: $4) }

    private static let orphan = Columns<RotationState.Orphan>(
        Columns("orphan_branch")(\.branch),
        Columns("orphan_at")(\.at)
    ) { .init(branch: $0, at: $1) }

    private static let attempts = Columns<[AttemptMark]>(
        Columns("attempts")({ Words(words: $0.map(\.rawValue)) })
    ) { $0.words.map(AttemptMark.init(rawValue:)) }

    /// The branch and the moment of each token.
    private static let superseded = Columns<[RotationState.Superseded]>(
        Columns("superseded")({ tokens in
            var words: [UInt64] = []
            words.reserveCapacity(2 * tokens.count)
            for token in tokens {
                words.append(token.branch.rawValue)
                words.append(UInt64(bitPattern: token.since.milliseconds))
            }
            return Words(words: words)
        })
    ) { (list: Words) throws(SQLError) in
        let words = list.words
        guard words.count.isMultiple(of: 2) else { throw .damaged("A superseded token has no moment.") }
        return (0..<words.count / 2).map { index in
            RotationState.Superseded(
                branch: Branch(rawValue: words[2 * index]),
                since: Timestamp(milliseconds: Int64(bitPattern: words[2 * index + 1]))
            )
        }
    }

    static let columns = Columns<RotationState>(
        Columns("generation")(\.generation),
        Columns("branch")(\.branch),
        pending.optional(\.pending),
        orphan.optional(\.orphan),
        attempts(\.attempts),
        superseded(\.superseded)
    ) {
        RotationState(generation: $0, branch: $1, pending: $2, orphan: $3, attempts: $4, superseded: $5)
    }
}
