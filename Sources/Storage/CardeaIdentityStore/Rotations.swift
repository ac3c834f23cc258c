internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns of a session's rotation state.
///
/// Every refresh reads and writes all of them: a closure for each column would cost five times as much.
enum Rotations {
    static let columns = Columns<RotationState>(
        [
            "generation", "branch",
            "pending_branch", "pending_key_hash", "pending_at", "pending_replayed_late",
            "pending_user_agent", "pending_network",
            "orphan_branch", "orphan_at",
            "attempts", "superseded",
        ],
        decode: decode,
        encode: encode
    )

    private static func encode(_ state: RotationState, _ values: inout [SQLValue]) {
        let (pending, orphan) = (state.pending, state.orphan)
        values += [
            state.generation.sqlValue, state.branch.sqlValue,
            (pending?.branch).sqlValue, (pending?.keyHash).sqlValue, (pending?.at).sqlValue,
            (pending?.wasReplayedLate).sqlValue,
            (pending?.origin?.userAgent).sqlValue, (pending?.origin?.network).sqlValue,
            (orphan?.branch).sqlValue, (orphan?.at).sqlValue,
            Words(words: state.attempts.map(\.rawValue)).sqlValue, words(of: state.superseded).sqlValue,
        ]
    }

    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> RotationState {
        RotationState(
            generation: try cursor.next(),
            branch: try cursor.next(),
            pending: try cursor.optional(of: 6, pending),
            orphan: try cursor.optional(of: 2) { cursor throws(SQLError) in
                RotationState.Orphan(branch: try cursor.next(), at: try cursor.next())
            },
            attempts: try Words.decode(&cursor).words.map(AttemptMark.init(rawValue:)),
            superseded: try superseded(&cursor)
        )
    }

    private static func pending(_ cursor: inout SQLCursor) throws(SQLError) -> RotationState.Pending {
        RotationState.Pending(
            branch: try cursor.next(),
            keyHash: try cursor.next(),
            at: try cursor.next(),
            wasReplayedLate: try cursor.next(),
            origin: try cursor.optional(of: 2) { cursor throws(SQLError) in
                RefreshOrigin(userAgent: try cursor.next(), network: try cursor.next())
            }
        )
    }

    /// The branch and the moment of each token.
    private static func words(of tokens: [RotationState.Superseded]) -> Words {
        var words: [UInt64] = []
        words.reserveCapacity(2 * tokens.count)
        for token in tokens {
            words.append(token.branch.rawValue)
            words.append(UInt64(bitPattern: token.since.milliseconds))
        }
        return Words(words: words)
    }

    private static func superseded(
        _ cursor: inout SQLCursor
    ) throws(SQLError) -> [RotationState.Superseded] {
        let words = try Words.decode(&cursor).words
        guard words.count.isMultiple(of: 2) else { throw .damaged("A superseded token has no moment.") }
        return (0..<words.count / 2).map { index in
            RotationState.Superseded(
                branch: Branch(rawValue: words[2 * index]),
                since: Timestamp(milliseconds: Int64(bitPattern: words[2 * index + 1]))
            )
        }
    }
}
