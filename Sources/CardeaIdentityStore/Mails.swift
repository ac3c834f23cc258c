internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension MailID: SQLColumnValue {}
extension MailPurpose: SQLColumnValue {}
extension Mail.State: SQLColumnValue {}

/// The columns and statements of the outbox.
enum Mails {
    static let migration = SQLMigration("2026-11-22-mails") { sql in
        [
            """
            CREATE TABLE mails (
                id \(sql.text) NOT NULL PRIMARY KEY,
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                purpose \(sql.text) NOT NULL,
                recipient \(sql.text) NOT NULL,
                email \(sql.text) NOT NULL,
                new_email \(sql.text),
                language \(sql.text),
                sealed_link \(sql.blob) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                expires_at \(sql.integer) NOT NULL,
                attempts \(sql.integer) NOT NULL,
                next_attempt_at \(sql.integer) NOT NULL,
                state \(sql.text) NOT NULL,
                last_error \(sql.text)
            ) \(sql.clusteredTableOptions)
            """,
            "CREATE INDEX mails_next_attempt_at ON mails (next_attempt_at) WHERE state = 'pending'",
            "CREATE INDEX mails_created_at ON mails (created_at, id)",
        ]
    }

    private static let id = Columns<MailID>("id")
    private static let nextAttemptAt = Columns<Timestamp>("next_attempt_at")

    /// The columns that delivery changes.
    private struct Progress: Sendable {
        let attempts: Int64
        let nextAttemptAt: Timestamp
        let state: Mail.State
        let lastError: String?
    }

    private static let progress = Columns<Progress>(
        Columns("attempts")(\.attempts),
        nextAttemptAt(\.nextAttemptAt),
        Columns("state")(\.state),
        Columns("last_error")(\.lastError)
    ) { Progress(attempts: $0, nextAttemptAt: $1, state: $2, lastError: $3) }

    static let table = Table<Mail>(
        "mails",
        Columns(
            id(\.id),
            UserPool.columns(\.pool),
            Columns("purpose")(\.purpose),
            Columns("recipient")(\.recipient),
            Columns("email")(\.email),
            Columns("new_email")(\.newEmail),
            Columns("language")(\.language),
            Columns("sealed_link")(\.sealedLink),
            Columns("created_at")(\.createdAt),
            Columns("expires_at")(\.expiresAt),
            progress { (mail: Mail) in
                Progress(
                    attempts: mail.attempts,
                    nextAttemptAt: mail.nextAttemptAt,
                    state: mail.state,
                    lastError: mail.lastError
                )
            }
        ) { id, pool, purpose, recipient, email, newEmail, language, link, createdAt, expiresAt, progress in
            var mail = Mail(
                id: id,
                pool: pool,
                purpose: purpose,
                recipient: recipient,
                email: email,
                newEmail: newEmail,
                language: language,
                sealedLink: link,
                createdAt: createdAt,
                expiresAt: expiresAt
            )
            mail.attempts = progress.attempts
            mail.nextAttemptAt = progress.nextAttemptAt
            mail.state = progress.state
            mail.lastError = progress.lastError
            return mail
        }
    )

    static let byID = table.select("id = :id")
    static let due = table.select(
        "state = 'pending' AND next_attempt_at <= :now ORDER BY next_attempt_at LIMIT :limit"
    )
    static let next = table.select(
        nextAttemptAt.view,
        "state = 'pending' ORDER BY next_attempt_at LIMIT 1"
    )
    /// The first comparison names where the index is entered.
    static let page = table.select(
        """
        created_at >= :after_time AND (created_at > :after_time OR id > :after_id) \
        AND (:state IS NULL OR state = :state) AND (:project IS NULL OR project = :project) \
        ORDER BY created_at, id LIMIT :limit
        """
    )
    static let oldDead = table.select(
        id.view,
        "created_at < :before AND state = 'dead' LIMIT :limit"
    )
    /// Changes the row that was read, and no later state of it.
    static let update = table.update(
        progress.names,
        where: """
            id = :id AND state = :former_state AND attempts = :former_attempts \
            AND next_attempt_at = :former_next_attempt_at
            """
    )
    static let delete = SQLStatement("DELETE FROM mails WHERE id = :id")

    /// The parameters of a page of the outbox.
    static func arguments(_ search: MailSearch) -> SQLArguments {
        [
            "after_time": (search.after?.createdAt.milliseconds ?? .min).sqlValue,
            "after_id": (search.after?.id.rawValue ?? "").sqlValue,
            "state": search.state.sqlValue,
            "project": search.project.sqlValue,
            "limit": Int64(search.limit).sqlValue,
        ]
    }
}

extension MailChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .enqueue(let mail):
                return [Mails.table.insertion(mail)]
            case .update(let former, let mail):
                var arguments = Mails.table.columns.arguments(mail)
                arguments["id"] = former.id.sqlValue
                arguments["former_state"] = former.state.sqlValue
                arguments["former_attempts"] = former.attempts.sqlValue
                arguments["former_next_attempt_at"] = former.nextAttemptAt.sqlValue
                return [try SQLWrite(Mails.update, arguments, changing: .exactlyOne)]
            case .delete(let id):
                return [SQLWrite(Mails.delete, [id.sqlValue], changing: .any)]
            }
        }
    }
}

extension SQLRowReader: MailReader {
    func mail(_ lookup: MailLookup) throws(StoreError) -> Mail? {
        try first(Mails.byID, [lookup.id.sqlValue])
    }

    func mails(_ lookup: DueMailsLookup) throws(StoreError) -> [Mail] {
        try all(Mails.due, [lookup.now.sqlValue, Int64(lookup.limit).sqlValue])
    }

    func mails(_ search: MailSearch) throws(StoreError) -> [Mail] {
        try all(Mails.page, Mails.arguments(search))
    }

    func nextMail(_ lookup: NextMailLookup) throws(StoreError) -> Timestamp? { try first(Mails.next, []) }

    func oldDeadMails(_ lookup: OldDeadMailsLookup) throws(StoreError) -> [MailID] {
        try all(Mails.oldDead, [lookup.before.sqlValue, Int64(lookup.limit).sqlValue])
    }
}
