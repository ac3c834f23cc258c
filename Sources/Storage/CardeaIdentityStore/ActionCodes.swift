internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension ActionCode.Purpose: SQLColumnValue {}

/// The columns and statements of the codes that are sent by e-mail.
enum ActionCodes {
    private static let hash = Columns<[UInt8]>("hash")

    /// Absent in rows of an earlier release, and in codes that bring back no address.
    private static let former = Columns<FormerCredentials>(
        Columns("former_identities")({ FormerIdentities(list: $0.identities) }),
        Columns("former_phone_number")(\.phoneNumber),
        Columns("former_user_name")(\.userName),
        Columns("former_password_changed_at")(\.passwordChangedAt)
    ) {
        FormerCredentials(phoneNumber: $1, userName: $2, passwordChangedAt: $3, identities: $0.list)
    }

    static let table = Table<ActionCode>(
        "action_codes",
        unique: [UniqueKey("hash")],
        Columns(
            hash(\.hash),
            Columns("purpose")(\.purpose),
            UserPool.columns(\.pool),
            Columns("user_id")(\.user),
            Columns("email")(\.email),
            Columns("new_email")(\.newEmail),
            Columns("epoch")(\.epoch),
            Columns("continue_url")(\.continueURL),
            Columns("created_at")(\.createdAt),
            Columns("expires_at")(\.expiresAt),
            former.optional(\.former)
        ) { hash, purpose, pool, user, email, newEmail, epoch, continueURL, created, expires, former in
            var code = ActionCode(
                hash: hash,
                purpose: purpose,
                pool: pool,
                user: user,
                email: email,
                newEmail: newEmail,
                epoch: epoch,
                continueURL: continueURL,
                createdAt: created,
                expiresAt: expires
            )
            code.former = former
            return code
        }
    )

    static let migration = SQLMigration("2026-11-22-action-codes") { sql in
        [
            """
            CREATE TABLE action_codes (
                hash \(sql.blob) NOT NULL PRIMARY KEY,
                purpose \(sql.text) NOT NULL,
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                user_id \(sql.text),
                email \(sql.text) NOT NULL,
                new_email \(sql.text),
                epoch \(sql.integer),
                continue_url \(sql.text),
                created_at \(sql.integer) NOT NULL,
                expires_at \(sql.integer) NOT NULL
            ) \(sql.clusteredTableOptions)
            """,
            "CREATE INDEX action_codes_email ON action_codes (project, tenant, email, purpose)",
            "CREATE INDEX action_codes_user ON action_codes (project, tenant, user_id)",
            "CREATE INDEX action_codes_expires_at ON action_codes (expires_at)",
            "ALTER TABLE users ADD COLUMN email_link \(sql.integer) NOT NULL DEFAULT 0",
        ]
    }

    static let formerCredentials = SQLMigration("2026-11-24-former-credentials") { sql in
        [
            ("former_identities", sql.text), ("former_phone_number", sql.text),
            ("former_user_name", sql.text),
            ("former_password_changed_at", sql.integer),
        ].map { "ALTER TABLE action_codes ADD COLUMN \($0) \($1)" }
    }

    /// Used codes stay until they expire: a link that is opened again says what it did.
    static let used = SQLMigration("2026-11-27-used-action-codes") { sql in
        ["ALTER TABLE action_codes ADD COLUMN is_used \(sql.integer) NOT NULL DEFAULT 0"]
    }

    private static let ofUser = "project = :project AND tenant = :tenant AND user_id = :user_id"

    /// The user of a code.
    static let owner = Select(
        Users.table.columns.view.of("u"),
        """
        FROM action_codes c JOIN users u ON u.project = c.project AND u.tenant = c.tenant AND u.id = c.user_id \
        WHERE c.hash = :hash AND c.is_used = 0 AND u.deleted_at IS NULL
        """,
        locking: ownerLock
    )
    static let ownerLock = Users.table.lock(
        "SELECT project, tenant, user_id FROM action_codes WHERE hash = :hash"
    )
    static let byHash = table.select(
        "hash = :hash AND is_used = :is_used",
        locking: table.lock("SELECT :hash")
    )
    static let expired = table.select(hash.view, "expires_at < :before LIMIT :limit")
    static let recoveries = Select(
        RowView<Int64>(["count(*)"]) { cursor throws(SQLError) in try cursor.integer() },
        "FROM action_codes WHERE \(ofUser) AND purpose = 'recover_email' AND is_used = 0",
        locking: Users.lockByUserID
    )
    static let delete = SQLStatement("DELETE FROM action_codes WHERE hash = :hash")
    static let use = SQLStatement("UPDATE action_codes SET is_used = 1 WHERE hash = :hash AND is_used = 0")
    private static let same =
        "project = :project AND tenant = :tenant AND email = :email AND purpose = :purpose AND is_used = 0"
    static let deleteSame = SQLStatement("DELETE FROM action_codes WHERE \(same)")
    /// Deletes the oldest codes, so that a new one can be added.
    static let deleteOldest = SQLStatement(
        """
        DELETE FROM action_codes WHERE hash IN (SELECT hash FROM action_codes WHERE \(same) \
        ORDER BY created_at DESC, hash LIMIT 1000000 OFFSET \(ActionCode.maximumPerPurpose - 1))
        """
    )
    static let deleteOfUser = SQLStatement("DELETE FROM action_codes WHERE \(ofUser) AND is_used = 0")
}

extension ActionCodeChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let code):
                let insertion = ActionCodes.table.insertion(code)
                guard code.purpose != .recoverEmail else { return [insertion] }
                return [try code.write(ActionCodes.deleteOldest), insertion]
            case .consume(let code):
                let use = SQLWrite(ActionCodes.use, [code.hash.sqlValue], changing: .exactlyOne)
                guard code.purpose != .recoverEmail else { return [use] }
                return [use, try code.write(ActionCodes.deleteSame)]
            case .delete(let hash):
                return [SQLWrite(ActionCodes.delete, [hash.sqlValue], changing: .any)]
            case .deleteAll(let user, let pool):
                return [
                    try SQLWrite(ActionCodes.deleteOfUser, Sessions.arguments(user, pool), changing: .any)
                ]
            }
        }
    }
}

extension ActionCode {
    /// A statement on the codes for the same purpose and address.
    fileprivate func write(_ statement: SQLStatement) throws(SQLError) -> SQLWrite {
        var key = UserPool.columns.arguments(pool)
        (key["email"], key["purpose"]) = (email.sqlValue, purpose.sqlValue)
        return try SQLWrite(statement, key, changing: .any)
    }
}

extension SQLRowReader: ActionCodeReader {
    func actionCode(_ lookup: ActionCodeLookup) throws(StoreError) -> ActionCode? {
        try first(ActionCodes.byHash, [lookup.hash.sqlValue, Int64(lookup.isUsed ? 1 : 0).sqlValue])
    }

    func recoveryCount(_ lookup: RecoveryCountLookup) throws(StoreError) -> Int {
        Int(try first(ActionCodes.recoveries, Sessions.arguments(lookup.user, lookup.pool)) ?? 0)
    }

    func expiredActionCodes(_ lookup: ExpiredActionCodesLookup) throws(StoreError) -> [[UInt8]] {
        try all(ActionCodes.expired, [lookup.before.sqlValue, Int64(lookup.limit).sqlValue])
    }
}
