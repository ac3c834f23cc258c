internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements on sessions.
enum SessionTable {
    /// In the order in which `Session` reads and writes them.
    static let names =
        [
            "id", "project", "tenant", "user_id", "created_at", "authenticated_at", "epoch",
            "sign_in_provider",
            "expires_at", "access_token_lifetime", "user_agent", "generation", "branch",
        ] + rotating + ["revoked_at", "revocation_reason"]

    /// What a refresh writes, beside the generation and the branch.
    private static let rotating = [
        "pending_branch", "pending_key_hash", "pending_at", "pending_replayed_late", "pending_user_agent",
        "pending_network", "orphan_branch", "orphan_at", "attempts", "superseded",
    ]

    private static let columns = names.joined(separator: ", ")
    private static let ofUser = "project = ?1 AND tenant = ?2 AND user_id = ?3"
    /// The sessions of a user that are not revoked.
    static let liveOfUser = "\(ofUser) AND revoked_at IS NULL"
    /// The most sessions of one user that one statement changes, so that no refresh waits for long.
    static let step: Int64 = 200
    static let areFewOfUser =
        "(SELECT count(*) FROM (SELECT 1 FROM sessions WHERE \(ofUser) LIMIT \(step + 1)) few) <= \(step)"

    static let byID = SQLStatement("SELECT \(columns) FROM sessions WHERE id = ?1")
    static let live = SQLStatement(
        "SELECT \(columns) FROM sessions WHERE \(liveOfUser) ORDER BY created_at DESC, id DESC"
    )
    /// A refresh that is answered again is told by the time of its first answer.
    static let lastRefresh = SQLStatement(
        """
        SELECT max(pending_at) FROM \
        (SELECT pending_at FROM sessions WHERE \(liveOfUser) ORDER BY created_at DESC LIMIT \(step)) newest
        """
    )
    /// A session, then its user's details: one statement for what every refresh reads.
    static let withUser: SQLStatement = {
        let session = names.map { "s.\($0)" }
        let user = UserTable.details.map { "u.\($0)" }
        return SQLStatement(
            """
            SELECT \((session + user).joined(separator: ", ")) FROM sessions s \
            JOIN users u ON u.project = s.project AND u.tenant = s.tenant AND u.id = s.user_id \
            WHERE s.id = ?1 AND u.deleted_at IS NULL
            """
        )
    }()
    static let insert = SQLStatement(
        "INSERT INTO sessions (\(columns)) VALUES (\(SQLStatement.placeholders(names.count)))"
    )
    /// The one compare-and-swap that a refresh is.
    static let rotate: SQLStatement = {
        let settings = (["generation", "branch"] + rotating).enumerated().map { "\($1) = ?\($0 + 5)" }
        return SQLStatement(
            """
            UPDATE sessions SET \(settings.joined(separator: ", ")) \
            WHERE id = ?1 AND generation = ?2 AND branch = ?3 AND pending_branch IS NOT DISTINCT FROM ?4 \
            AND revoked_at IS NULL
            """
        )
    }()
    static let reauthenticate = SQLStatement(
        """
        UPDATE sessions SET authenticated_at = ?2, epoch = ?3, sign_in_provider = ?4, \
        access_token_lifetime = ?5, expires_at = ?6 WHERE id = ?1 AND revoked_at IS NULL
        """
    )
    static let revoke = SQLStatement(
        "UPDATE sessions SET revoked_at = ?2, revocation_reason = ?3 WHERE id = ?1 AND revoked_at IS NULL"
    )
    static let revokeAll = revoking("\(liveOfUser) AND id IS DISTINCT FROM ?4")
    static let revokeEarlier = revoking("\(liveOfUser) AND authenticated_at < ?4")
    /// Of the sessions that were begun first all but the ?4 that were used last.
    static let limit = SQLStatement(
        """
        UPDATE sessions SET revoked_at = ?5, revocation_reason = ?6 WHERE id IN (\
        SELECT id FROM (\
        SELECT id, created_at, \
        CASE WHEN pending_at > authenticated_at THEN pending_at ELSE authenticated_at END AS used_at \
        FROM sessions WHERE \(liveOfUser) ORDER BY created_at LIMIT ?4 + \(step)) oldest \
        ORDER BY used_at DESC, created_at DESC, id DESC LIMIT \(step) OFFSET ?4)
        """
    )
    static let ended = SQLStatement(
        "SELECT id FROM sessions WHERE revoked_at < ?1 OR expires_at < ?1 LIMIT ?2"
    )
    static let delete = SQLStatement("DELETE FROM sessions WHERE id = ?1")
    static let someOfUser = SQLStatement("SELECT id FROM sessions WHERE \(ofUser) LIMIT ?4")

    /// Marks the newest of the sessions that a condition names.
    private static func revoking(_ condition: String) -> SQLStatement {
        SQLStatement(
            """
            UPDATE sessions SET revoked_at = ?5, revocation_reason = ?6 WHERE id IN (\
            SELECT id FROM sessions WHERE \(condition) ORDER BY created_at DESC LIMIT \(step))
            """
        )
    }
}

extension Session {
    /// Reads the columns of `SessionTable.names`.
    init(_ columns: inout SQLColumnCursor) throws(SQLError) {
        let id = try columns.sessionID()
        let pool = try columns.pool()
        let user = UserID(rawValue: try columns.text())
        let createdAt = try columns.timestamp()
        let authenticatedAt = try columns.timestamp()
        let epoch = try columns.integer()
        let signInProvider = try columns.text()
        let expiresAt = try columns.optionalTimestamp()
        let accessTokenLifetime = try columns.optionalInteger().map(TimeSpan.init(milliseconds:))
        let userAgent = try columns.optionalText()
        self.init(
            id: id,
            user: user,
            pool: pool,
            createdAt: createdAt,
            signInProvider: signInProvider,
            epoch: epoch,
            rotation: try RotationState(&columns)
        )
        self.authenticatedAt = authenticatedAt
        self.expiresAt = expiresAt
        self.accessTokenLifetime = accessTokenLifetime
        self.userAgent = userAgent
        let revokedAt = try columns.optionalTimestamp()
        let reason = try columns.optionalName(Revocation.Reason.self)
        if let revokedAt, let reason { revocation = Revocation(reason: reason, at: revokedAt) }
    }

    /// The columns of `SessionTable.names`.
    var values: [SQLValue] {
        let names = [SQLValue(id)] + pool.values + [.text(user.rawValue)]
        let facts = [
            SQLValue(createdAt),
            SQLValue(authenticatedAt),
            .integer(epoch),
            .text(signInProvider),
            SQLValue(expiresAt),
            SQLValue(accessTokenLifetime),
            SQLValue(userAgent),
        ]
        return names + facts + rotation.values
            + [SQLValue(revocation?.at), SQLValue(revocation?.reason.rawValue)]
    }
}

extension RotationState {
    /// Reads the columns from `generation` to `superseded`.
    init(_ columns: inout SQLColumnCursor) throws(SQLError) {
        self.init(generation: try columns.integer(), branch: try columns.branch())
        let pendingBranch = try columns.optionalBranch()
        let pendingKeyHash = try columns.optionalBytes()
        let pendingAt = try columns.optionalTimestamp()
        let wasReplayedLate = try columns.optionalInteger() == 1
        let userAgent = try columns.optionalWord()
        let network = try columns.optionalWord()
        if let pendingBranch, let pendingAt {
            pending = Pending(
                branch: pendingBranch,
                keyHash: pendingKeyHash,
                at: pendingAt,
                wasReplayedLate: wasReplayedLate,
                origin: userAgent.map { RefreshOrigin(userAgent: $0, network: network) }
            )
        }
        let orphanBranch = try columns.optionalBranch()
        let orphanAt = try columns.optionalTimestamp()
        if let orphanBranch { orphan = Orphan(branch: orphanBranch, at: orphanAt) }
        attempts = try columns.words().map(AttemptMark.init(rawValue:))
        superseded = try columns.supersededTokens()
    }

    /// The columns from `generation` to `superseded`.
    var values: [SQLValue] {
        [
            .integer(generation),
            SQLValue(branch),
            SQLValue(pending?.branch),
            SQLValue(pending?.keyHash),
            SQLValue(pending?.at),
            pending.map { .integer($0.wasReplayedLate ? 1 : 0) } ?? .null,
            SQLValue(word: pending?.origin?.userAgent),
            SQLValue(word: pending?.origin?.network),
            SQLValue(orphan?.branch),
            SQLValue(orphan?.at),
            SQLValue(words: attempts.map(\.rawValue)),
            SQLValue(superseded),
        ]
    }
}
