package import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements on security events.
enum SecurityEventTable {
    static let insert = SQLStatement(
        """
        INSERT INTO security_events (kind, project, tenant, user_id, session_id, at, remote_address) \
        VALUES (\(SQLStatement.placeholders(7)))
        """
    )
    /// The newest of a pool, from before a number (`?3`), not older than `?4`, of a kind (`?5`).
    static let page = SQLStatement("\(columns) WHERE \(inPage) ORDER BY number DESC LIMIT ?6")
    /// The same of one user (`?7`).
    static let pageOfUser = SQLStatement(
        "\(columns) WHERE \(inPage) AND user_id = ?7 ORDER BY number DESC LIMIT ?6"
    )
    static let old = SQLStatement("SELECT number FROM security_events WHERE at < ?1 LIMIT ?2")
    static let delete = SQLStatement("DELETE FROM security_events WHERE number = ?1")

    private static let columns = """
        SELECT number, kind, project, tenant, user_id, session_id, at, remote_address FROM security_events
        """
    private static let inPage = """
        project = ?1 AND tenant = ?2 AND number < ?3 AND at >= ?4 AND (?5 IS NULL OR kind = ?5)
        """
}

extension SecurityEvent {
    var values: [SQLValue] {
        [SQLValue.text(kind.rawValue)] + pool.values
            + [.text(user.rawValue), SQLValue(session), SQLValue(at), SQLValue(remoteAddress)]
    }
}

extension RecordedSecurityEvent {
    /// Reads the columns of a page.
    fileprivate init(_ columns: inout SQLColumnCursor) throws(SQLError) {
        self.init(
            number: try columns.integer(),
            event: SecurityEvent(
                kind: try columns.name(SecurityEvent.Kind.self),
                pool: try columns.pool(),
                user: UserID(rawValue: try columns.text()),
                session: try columns.optionalSessionID(),
                at: try columns.timestamp(),
                remoteAddress: try columns.optionalText()
            )
        )
    }
}

extension SQLIdentityStore: SecurityEventRepository {
    package func securityEvents(
        _ search: SecurityEventSearch
    ) async throws(StoreError) -> [RecordedSecurityEvent] {
        var parameters = search.pool.values
        parameters += [
            .integer(search.before ?? .max), .integer(search.since?.milliseconds ?? .min),
            SQLValue(search.kind?.rawValue), .integer(Int64(search.limit)),
        ]
        if let user = search.user { parameters.append(.text(user.rawValue)) }
        let statement = search.user == nil ? SecurityEventTable.page : SecurityEventTable.pageOfUser
        return try await list(statement, parameters) { columns throws(SQLError) in
            try RecordedSecurityEvent(&columns)
        }
    }

    package func deleteSecurityEvents(
        before moment: Timestamp,
        limit: Int
    ) async throws(StoreError) -> Int {
        let parameters = [SQLValue(moment), .integer(Int64(limit))]
        // They are looked for outside the transaction: an event never changes.
        let deletions = try await list(SecurityEventTable.old, parameters) { columns throws(SQLError) in
            SQLWrite(SecurityEventTable.delete, [.integer(try columns.integer())], changing: .any)
        }
        guard !deletions.isEmpty else { return 0 }
        try await translated { () async throws(SQLError) in try await database.write(deletions) }
        return deletions.count
    }
}
