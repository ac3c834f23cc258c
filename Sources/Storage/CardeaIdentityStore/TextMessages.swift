internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension TextMessageID: SQLColumnValue {}
extension TextMessagePurpose: SQLColumnValue {}

/// The columns and statements of the text messages in the outbox.
enum TextMessages {
    static let migration = SQLMigration("2026-11-23-text-messages") { sql in
        [
            """
            CREATE TABLE text_messages (
                id \(sql.text) NOT NULL PRIMARY KEY,
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                purpose \(sql.text) NOT NULL,
                recipient \(sql.text) NOT NULL,
                language \(sql.text),
                sealed_code \(sql.blob) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                expires_at \(sql.integer) NOT NULL,
                attempts \(sql.integer) NOT NULL,
                next_attempt_at \(sql.integer) NOT NULL,
                state \(sql.text) NOT NULL,
                last_error \(sql.text)
            ) \(sql.clusteredTableOptions)
            """,
            "CREATE INDEX text_messages_next_attempt_at ON text_messages (next_attempt_at) WHERE state = 'pending'",
            "CREATE INDEX text_messages_created_at ON text_messages (created_at, id)",
        ]
    }

    static let table = Table<TextMessage>(
        "text_messages",
        unique: [UniqueKey("id")],
        Columns(
            Columns("id")(\.id),
            UserPool.columns(\.pool),
            Columns("purpose")(\.purpose),
            Columns("recipient")(\.recipient),
            Columns("language")(\.language),
            Columns("sealed_code")(\.sealedCode),
            Columns("created_at")(\.createdAt),
            Columns("expires_at")(\.expiresAt),
            OutboxProgress.columns(OutboxProgress.of)
        ) { id, pool, purpose, recipient, language, code, createdAt, expiresAt, progress in
            let message = TextMessage(
                id: id,
                pool: pool,
                purpose: purpose,
                recipient: recipient,
                language: language,
                sealedCode: code,
                createdAt: createdAt,
                expiresAt: expiresAt
            )
            return progress.applied(to: message)
        }
    )

    static let outbox = OutboxTable(table, destination: "recipient")
}
