internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension Revocation.Reason: SQLColumnValue {}
extension Authentication: SQLColumnValue {}
extension Device.Class: SQLColumnValue {}

/// The columns and statements of sessions.
enum Sessions {
    static let id = Columns<SessionID>("id")
    private static let user = Columns<UserID>("user_id")
    private static let app = Columns<AppID?>("app")
    private static let authenticatedAt = Columns<Timestamp>("authenticated_at")
    private static let authentication = Columns<Authentication?>("authentication")
    private static let epoch = Columns<Int64>("epoch")
    private static let signInProvider = Columns<String>("sign_in_provider")
    private static let developerClaims = Columns<String?>("developer_claims")
    private static let signInAttributes = Columns<String?>("sign_in_attributes")
    private static let expiresAt = Columns<Timestamp?>("expires_at")
    private static let accessTokenLifetime = Columns<TimeSpan?>("access_token_lifetime")
    private static let usedAt = Columns<Timestamp?>("used_at")
    private static let successor = Columns<Device.Class?>("successor")
    static let revocation = Columns<Revocation>(
        Columns("revoked_at")(\.at),
        Columns("revocation_reason")(\.reason)
    ) { Revocation(reason: $1, at: $0) }

    private static let device = Columns<Device>(
        Columns("device_class")(\.deviceClass),
        Columns("device_name")(\.name),
        Columns("device_model")(\.model),
        Columns("device_system")(\.system),
        Columns("device_id")(\.id)
    ) {
        var device = Device($0)
        (device.name, device.model, device.system, device.id) = ($1, $2, $3, $4)
        return device
    }

    /// The columns that a session is created from.
    private static let start = Columns<Session>(
        id(\.id),
        user(\.user),
        UserPool.columns(\.pool),
        Columns("created_at")(\.createdAt),
        signInProvider(\.signInProvider),
        Rotations.columns(\.rotation)
    ) {
        Session(id: $0, user: $1, pool: $2, createdAt: $3, signInProvider: $4, rotation: $5)
    }

    static let table = Table<Session>(
        "sessions",
        unique: [UniqueKey("id", means: .sessionID)],
        Columns(
            start,
            [
                Field(\.authenticatedAt, authenticatedAt),
                Field(\.epoch, epoch),
                Field(\.developerClaims, developerClaims),
                Field(\.signInAttributes, signInAttributes),
                Field(\.expiresAt, expiresAt),
                Field(\.accessTokenLifetime, accessTokenLifetime),
                Field(\.userAgent, "user_agent"),
                Field(\.revocation, revocation.optional),
                Field(\.app, app),
                Field(\.storedProof, "proved_at"),
                Field(\.usedAt, usedAt),
                Field(\.storedAuthentication, authentication),
                Field(\.storedDevice, device.optional),
                Field(\.network, "network"),
                Field(\.successor, successor),
            ]
        )
    )

    private static let lock = table.lock("SELECT :id")

    /// The columns that a refresh reads, in the order of the values of `TokenSession`.
    private static let tokenView = RowView<TokenSession>(
        id.names + user.names + UserPool.columns.names + app.names + authenticatedAt.names
            + authentication.names + epoch.names + signInProvider.names + developerClaims.names
            + signInAttributes.names + expiresAt.names
            + accessTokenLifetime.names + Rotations.columns.names + usedAt.names + revocation.names
            + successor.names
    ) { cursor throws(SQLError) in
        TokenSession(
            id: try cursor.next(),
            user: try cursor.next(),
            pool: try UserPool.decode(&cursor),
            app: try cursor.next(),
            authenticatedAt: try cursor.next(),
            authentication: try cursor.next(),
            epoch: try cursor.next(),
            signInProvider: try cursor.next(),
            developerClaims: try cursor.next(),
            signInAttributes: try cursor.next(),
            expiresAt: try cursor.next(),
            accessTokenLifetime: try cursor.next(),
            rotation: try Rotations.decode(&cursor),
            usedAt: try cursor.next(),
            revocation: try cursor.optional(of: 2, revocation.view.decode),
            successor: try cursor.next()
        )
    }

    /// One statement for what every refresh reads.
    static let refresh = Select(
        RowView<RefreshRow>(tokenView.of("s").names + Users.tokenView.of("u").names) {
            cursor throws(SQLError) in
            RefreshRow(
                session: try tokenView.decode(&cursor),
                user: try Users.tokenView.decode(&cursor)
            )
        },
        """
        FROM sessions s JOIN users u ON u.project = s.project AND u.tenant = s.tenant AND u.id = s.user_id \
        WHERE s.id = :id AND u.deleted_at IS NULL
        """,
        locking: lock
    )

    /// One statement for what every request with an ID token reads.
    static let signedIn = Select(
        RowView<SignedInRows>(
            table.columns.optional.view.of("s").names + Users.table.columns.view.of("u").names
        ) { cursor throws(SQLError) in
            SignedInRows(
                session: try table.columns.optional.view.decode(&cursor),
                user: try Users.table.columns.view.decode(&cursor)
            )
        },
        """
        FROM users u LEFT JOIN sessions s ON s.id = :session \
        WHERE u.project = :project AND u.tenant = :tenant AND u.id = :id AND u.deleted_at IS NULL
        """
    )

    static let ofUser = "project = :project AND tenant = :tenant AND user_id = :user_id"
    /// The sessions of a user that are not revoked.
    static let activeOfUser = "\(ofUser) AND revoked_at IS NULL"
    /// The largest number of sessions of one user that one statement changes, so that no refresh waits for long.
    static let step: Int64 = 200
    static let areFewOfUser =
        "(SELECT count(*) FROM (SELECT 1 FROM sessions WHERE \(ofUser) LIMIT \(step + 1)) few) <= \(step)"

    static let byID = table.select("id = :id", locking: lock)
    static let ended = table.select(id.view, "revoked_at < :before OR expires_at < :before LIMIT :limit")
    static let someOfUser = table.select(id.view, "\(ofUser) LIMIT :limit")

    /// The one compare-and-swap of a refresh.
    static let rotate = table.update(
        Rotations.columns.names,
        where: """
            id = :id AND generation = :old_generation AND branch = :old_branch \
            AND pending_branch IS NOT DISTINCT FROM :old_pending_branch AND revoked_at IS NULL
            """
    )
    static let reauthenticate = table.rowUpdate(
        [
            "authenticated_at", "proved_at", "authentication", "epoch", "sign_in_provider",
            "sign_in_attributes", "access_token_lifetime", "expires_at",
        ],
        where: "id = :id AND revoked_at IS NULL"
    )
    static let use = table.update(usedAt.names, where: "id = :id")
    static let revoke = table.update(revocation.names, where: "id = :id AND revoked_at IS NULL")
    static let revokeAll = revoking("\(activeOfUser) AND id IS DISTINCT FROM :except")
    static let revokeEarlier = revoking("\(activeOfUser) AND authenticated_at < :authenticated_before")
    static let evict = table.update(
        revocation.names + successor.names,
        where: "id = :id AND revoked_at IS NULL"
    )
    static let newest = table.select("\(ofUser) ORDER BY created_at DESC LIMIT :limit")
    static let active = table.select("\(activeOfUser) ORDER BY created_at LIMIT :limit")
    static let delete = SQLStatement("DELETE FROM sessions WHERE id = :id")

    /// Revokes the newest of the sessions that a condition names.
    private static func revoking(_ condition: String) -> SQLStatement {
        table.update(
            revocation.names,
            where: """
                id IN (SELECT id FROM sessions WHERE \(condition) ORDER BY created_at DESC LIMIT \(step)) \
                AND revoked_at IS NULL
                """
        )
    }

    /// When each user's sessions were last refreshed.
    ///
    /// A repeated response counts by its first time.
    static let lastRefreshes = ListSelect { count, isReused in
        let newest = """
            SELECT pending_at FROM sessions WHERE project = u.project AND tenant = u.tenant AND user_id = u.id \
            AND revoked_at IS NULL ORDER BY created_at DESC LIMIT \(step)
            """
        let view = RowView<(UserID, Timestamp?)>(
            Columns<UserID>("id").view,
            RowView(["(SELECT max(pending_at) FROM (\(newest)) newest)"]) { cursor throws(SQLError) in
                try Timestamp?.decode(&cursor)
            }
        ) { ($0, $1) }
        let ids = Users.isOne(of: count, "id", from: 3)
        return Select(view, "FROM users u WHERE project = ?1 AND tenant = ?2 AND \(ids)", isReused: isReused)
    }
}

extension SessionChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let session):
                return [Sessions.table.insertion(session)]
            case .rotate(let id, let old, let new):
                let expected = [
                    id.sqlValue, old.generation.sqlValue, old.branch.sqlValue, (old.pending?.branch).sqlValue,
                ]
                let values = Rotations.columns.values(new, expected)
                return [SQLWrite(Sessions.rotate, values, changing: .exactlyOne)]
            case .reauthenticate(let session):
                return [Sessions.reauthenticate(session)]
            case .evict(let id, let revocation, let successor):
                let values = Sessions.revocation.values(revocation) + [successor.sqlValue, id.sqlValue]
                return [SQLWrite(Sessions.evict, values, changing: .any)]
            case .use(let id, let at):
                return [SQLWrite(Sessions.use, [at.sqlValue, id.sqlValue], changing: .any)]
            case .revoke(let id, let revocation):
                let values = Sessions.revocation.values(revocation) + [id.sqlValue]
                return [SQLWrite(Sessions.revoke, values, changing: .any)]
            case .revokeAll(let user, let pool, let spared, let revocation):
                let except = ["except": spared.sqlValue]
                return [
                    try write(Sessions.revokeAll, user, pool, revocation, except),
                    try write(UnfinishedRevocations.insert, user, pool, revocation, except),
                ]
            case .revokeEarlier(let user, let pool, let moment, let revocation):
                let values = ["authenticated_before": moment.sqlValue, "except": .null]
                return [
                    try write(Sessions.revokeEarlier, user, pool, revocation, values),
                    try write(UnfinishedRevocations.insert, user, pool, revocation, values),
                ]
            case .finishRevocation(let number):
                return [SQLWrite(UnfinishedRevocations.delete, [number.sqlValue], changing: .any)]
            case .delete(let id):
                return [SQLWrite(Sessions.delete, [id.sqlValue], changing: .any)]
            case .deleteWithTombstone(let id, let at):
                return [
                    SQLWrite(Tombstones.insertOne, [at.sqlValue, id.sqlValue], changing: .any),
                    SQLWrite(Sessions.delete, [id.sqlValue], changing: .any),
                ]
            case .deleteTombstone(let id):
                return [SQLWrite(Tombstones.delete, [id.sqlValue], changing: .any)]
            }
        }
    }

    /// A statement on the sessions of one user.
    private func write(
        _ statement: SQLStatement,
        _ user: UserID,
        _ pool: UserPool,
        _ revocation: Revocation,
        _ values: SQLArguments
    ) throws(SQLError) -> SQLWrite {
        let key = Sessions.arguments(user, pool)
        let dates = Sessions.revocation.arguments(revocation)
        let arguments = key.merging(dates) { $1 }.merging(values) { $1 }
        return try SQLWrite(statement, arguments, changing: .any)
    }
}

extension Sessions {
    static func arguments(_ user: UserID, _ pool: UserPool) -> SQLArguments {
        UserPool.columns.arguments(pool).merging(["user_id": user.sqlValue]) { $1 }
    }
}
