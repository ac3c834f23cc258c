internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension DeliveryState: SQLColumnValue {}

/// The statements of a kind of messages in the outbox.
struct OutboxTable<Message: OutboxMessage>: Sendable {
    let table: Table<Message>
    let byID: Select<Message>
    let due: Select<Message>
    let page: Select<Message>
    let oldDead: Select<Message>
    /// Changes the row that was read, and no later state of it.
    let update: SQLStatement
    let delete: SQLStatement
    /// Deletes those of a deleted tenant.
    let deleteAll: SQLStatement

    /// - Parameters:
    ///   - table: The columns; those of `OutboxProgress` are among them.
    ///   - destination: The name of the column with the destination.
    init(_ table: Table<Message>, destination: String) {
        self.table = table
        byID = table.select("id = :id", locking: table.lock("SELECT :id"))
        due = table.select(
            """
            state = 'pending' AND next_attempt_at <= :now AND \(destination) NOT IN (:first, :second, :third) \
            ORDER BY next_attempt_at LIMIT :limit
            """
        )
        // The first comparison names where the index is entered.
        page = table.select(
            """
            created_at >= :after_time AND (created_at > :after_time OR id > :after_id) \
            AND (CAST(:state AS TEXT) IS NULL OR state = :state) \
            AND (CAST(:project AS TEXT) IS NULL OR project = :project) \
            ORDER BY created_at, id LIMIT :limit
            """
        )
        oldDead = table.select("created_at < :before AND state = 'dead' LIMIT :limit")
        update = table.update(
            OutboxProgress.columns.names,
            where: """
                id = :id AND state = :former_state AND attempts = :former_attempts \
                AND next_attempt_at = :former_next_attempt_at
                """
        )
        delete = SQLStatement("DELETE FROM \(table.name) WHERE id = :id")
        deleteAll = Tenants.deleteAll(from: table.name)
    }

    func writes(_ change: OutboxChange<Message>) throws(SQLError) -> [SQLWrite] {
        switch change {
        case .enqueue(let message):
            return [table.insertion(message)]
        case .update(let former, let message):
            var arguments = table.columns.arguments(message)
            arguments["id"] = former.id.rawValue.sqlValue
            arguments["former_state"] = former.state.sqlValue
            arguments["former_attempts"] = former.attempts.sqlValue
            arguments["former_next_attempt_at"] = former.nextAttemptAt.sqlValue
            return [try SQLWrite(update, arguments, changing: .exactlyOne)]
        case .delete(let id):
            return [SQLWrite(delete, [id.rawValue.sqlValue], changing: .any)]
        }
    }
}

extension SQLRowReader: OutboxReader {
    func mails(_ query: OutboxQuery) throws(StoreError) -> [Mail] { try messages(query, of: Mails.outbox) }

    func textMessages(_ query: OutboxQuery) throws(StoreError) -> [TextMessage] {
        try messages(query, of: TextMessages.outbox)
    }

    private func messages<Message: OutboxMessage>(
        _ query: OutboxQuery,
        of outbox: OutboxTable<Message>
    ) throws(StoreError) -> [Message] {
        switch query {
        case .id(let id):
            return try all(outbox.byID, [id.sqlValue])
        case .due(let now, let limit, let destinations):
            // No destination is empty or has a space.
            let exceptions = destinations.prefix(OutboxQuery.maximumExceptions).sorted() + [" ", " ", " "]
            return try all(
                outbox.due,
                [
                    now.sqlValue, exceptions[0].sqlValue, exceptions[1].sqlValue, exceptions[2].sqlValue,
                    Int64(limit).sqlValue,
                ]
            )
        case .page(let search):
            return try all(
                outbox.page,
                [
                    "after_time": (search.after?.createdAt.milliseconds ?? .min).sqlValue,
                    "after_id": (search.after?.id.rawValue ?? "").sqlValue,
                    "state": search.state.sqlValue,
                    "project": search.project.sqlValue,
                    "limit": Int64(search.limit).sqlValue,
                ]
            )
        case .dead(let moment, let limit):
            return try all(outbox.oldDead, [moment.sqlValue, Int64(limit).sqlValue])
        }
    }
}

/// The columns that delivery changes.
struct OutboxProgress: Sendable {
    /// Messages that were stored before this migration count as waiting.
    static let claims = SQLMigration("2026-11-24-outbox-claims") { sql in
        ["mails", "text_messages"].map {
            "ALTER TABLE \($0) ADD COLUMN claimed \(sql.integer) NOT NULL DEFAULT 0"
        }
    }

    let attempts: Int64
    let nextAttemptAt: Timestamp
    let isClaimed: Bool
    let state: DeliveryState
    let lastError: String?

    static let columns = Columns<OutboxProgress>(
        Columns("attempts")(\.attempts),
        Columns("next_attempt_at")(\.nextAttemptAt),
        Columns("claimed")(\.isClaimed),
        Columns("state")(\.state),
        Columns("last_error")(\.lastError)
    ) { OutboxProgress(attempts: $0, nextAttemptAt: $1, isClaimed: $2, state: $3, lastError: $4) }

    static func of(_ message: some OutboxMessage) -> OutboxProgress {
        OutboxProgress(
            attempts: message.attempts,
            nextAttemptAt: message.nextAttemptAt,
            isClaimed: message.isClaimed,
            state: message.state,
            lastError: message.lastError
        )
    }

    /// The message with this progress.
    func applied<Message: OutboxMessage>(to message: Message) -> Message {
        var message = message
        message.attempts = attempts
        message.nextAttemptAt = nextAttemptAt
        message.isClaimed = isClaimed
        message.state = state
        message.lastError = lastError
        return message
    }
}
