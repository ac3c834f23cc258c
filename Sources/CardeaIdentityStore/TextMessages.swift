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

    private static let id = Columns<TextMessageID>("id")
    private static let nextAttemptAt = Columns<Timestamp>("next_attempt_at")

    /// The columns that delivery changes.
    private struct Progress: Sendable {
        let attempts: Int64
        let nextAttemptAt: Timestamp
        let state: DeliveryState
        let lastError: String?
    }

    private static let progress = Columns<Progress>(
        Columns("attempts")(\.attempts),
        nextAttemptAt(\.nextAttemptAt),
        Columns("state")(\.state),
        Columns("last_error")(\.lastError)
    ) { Progress(attempts: $0, nextAttemptAt: $1, state: $2, lastError: $3) }

    static let table = Table<TextMessage>(
        "text_messages",
        Columns(
            id(\.id),
            UserPool.columns(\.pool),
            Columns("purpose")(\.purpose),
            Columns("recipient")(\.recipient),
            Columns("language")(\.language),
            Columns("sealed_code")(\.sealedCode),
            Columns("created_at")(\.createdAt),
            Columns("expires_at")(\.expiresAt),
            progress { (message: TextMessage) in
                Progress(
                    attempts: message.attempts,
                    nextAttemptAt: message.nextAttemptAt,
                    state: message.state,
                    lastError: message.lastError
                )
            }
        ) { id, pool, purpose, recipient, language, code, createdAt, expiresAt, progress in
            var message = TextMessage(
                id: id,
                pool: pool,
                purpose: purpose,
                recipient: recipient,
                language: language,
                sealedCode: code,
                createdAt: createdAt,
                expiresAt: expiresAt
            )
            message.attempts = progress.attempts
            message.nextAttemptAt = progress.nextAttemptAt
            message.state = progress.state
            message.lastError = progress.lastError
            return message
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
    static let delete = SQLStatement("DELETE FROM text_messages WHERE id = :id")
}

extension TextMessageChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .enqueue(let message):
                return [TextMessages.table.insertion(message)]
            case .update(let former, let message):
                var arguments = TextMessages.table.columns.arguments(message)
                arguments["id"] = former.id.sqlValue
                arguments["former_state"] = former.state.sqlValue
                arguments["former_attempts"] = former.attempts.sqlValue
                arguments["former_next_attempt_at"] = former.nextAttemptAt.sqlValue
                return [try SQLWrite(TextMessages.update, arguments, changing: .exactlyOne)]
            case .delete(let id):
                return [SQLWrite(TextMessages.delete, [id.sqlValue], changing: .any)]
            }
        }
    }
}

extension SQLRowReader: TextMessageReader {
    func textMessage(_ lookup: TextMessageLookup) throws(StoreError) -> TextMessage? {
        try first(TextMessages.byID, [lookup.id.sqlValue])
    }

    func textMessages(_ lookup: DueTextMessagesLookup) throws(StoreError) -> [TextMessage] {
        try all(TextMessages.due, [lookup.now.sqlValue, Int64(lookup.limit).sqlValue])
    }

    func textMessages(_ lookup: TextMessageSearch) throws(StoreError) -> [TextMessage] {
        try all(TextMessages.page, Mails.arguments(lookup.search))
    }

    func nextTextMessage(_ lookup: NextTextMessageLookup) throws(StoreError) -> Timestamp? {
        try first(TextMessages.next, [])
    }

    func oldDeadTextMessages(_ lookup: OldDeadTextMessagesLookup) throws(StoreError) -> [TextMessageID] {
        try all(TextMessages.oldDead, [lookup.before.sqlValue, Int64(lookup.limit).sqlValue])
    }
}
