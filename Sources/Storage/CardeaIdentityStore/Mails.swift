internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension MailID: SQLColumnValue {}
extension MailPurpose: SQLColumnValue {}

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

    /// Messages that were stored before this migration have no destination, and are never left out.
    static let destinations = SQLMigration("2026-11-24-mail-destinations") { sql in
        ["ALTER TABLE mails ADD COLUMN destination \(sql.text) NOT NULL DEFAULT ''"]
    }

    static let table = Table<Mail>(
        "mails",
        unique: [UniqueKey("id")],
        Columns(
            Columns("id")(\.id),
            UserPool.columns(\.pool),
            Columns("purpose")(\.purpose),
            Columns("recipient")(\.recipient),
            Columns("email")(\.email),
            Columns("new_email")(\.newEmail),
            Columns("language")(\.language),
            Columns("sealed_link")(\.sealedLink),
            Columns("destination")(\.destination),
            Columns("created_at")(\.createdAt),
            Columns("expires_at")(\.expiresAt),
            OutboxProgress.columns(OutboxProgress.of)
        ) {
            id,
            pool,
            purpose,
            recipient,
            email,
            newEmail,
            language,
            link,
            _,
            createdAt,
            expiresAt,
            progress in
            let mail = Mail(
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
            return progress.applied(to: mail)
        }
    )

    static let outbox = OutboxTable(table, destination: "destination")
}
