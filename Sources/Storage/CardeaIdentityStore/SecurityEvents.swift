internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension SecurityEvent.Kind: SQLColumnValue {}
extension SecurityEvent.Method: SQLColumnValue {}

extension Schema {
    /// The way in which the owner of an address proved it.
    static let securityEventMethods = SQLMigration("2026-11-24-security-event-methods") { sql in
        ["ALTER TABLE security_events ADD COLUMN method \(sql.text)"]
    }
}

extension Schema {
    /// The identity behind the request.
    static let securityEventActors = SQLMigration("2026-11-27-security-event-actors") { sql in
        [
            "ALTER TABLE security_events ADD COLUMN actor_kind \(sql.text)",
            "ALTER TABLE security_events ADD COLUMN actor_id \(sql.text)",
        ]
    }
}

/// The columns and statements of security events.
enum SecurityEvents {
    private static let number = Columns<Int64>("number")

    private static let event = Columns<SecurityEvent>(
        Columns("kind")(\.kind),
        Columns("method")(\.method),
        UserPool.columns(\.pool),
        Columns("user_id")(\.user),
        Columns("session_id")(\.session),
        Columns("at")(\.at),
        Columns("remote_address")(\.remoteAddress)
    ) {
        SecurityEvent(kind: $0, method: $1, pool: $2, user: $3, session: $4, at: $5, remoteAddress: $6)
    }
    private static let actor = Columns<RecordedActor>(
        Columns("actor_kind")(\.kind),
        Columns("actor_id")(\.id)
    ) {
        RecordedActor(kind: $0, id: $1)
    }
    .optional

    static let table = Table<RecordedSecurityEvent>(
        "security_events",
        unique: [],
        Columns(event(\.event), actor(\.actor)) {
            RecordedSecurityEvent(number: 0, event: $0, actor: $1)
        }
    )

    private static let recorded = RowView<RecordedSecurityEvent>(number.view, event.view, actor.view) {
        RecordedSecurityEvent(number: $0, event: $1, actor: $2)
    }
    private static let isFound = """
        \(Users.inPool) AND number < :before AND at >= :since AND (CAST(:kind AS TEXT) IS NULL OR kind = :kind)
        """
    static let page = table.select(recorded, "\(isFound) ORDER BY number DESC LIMIT :limit")
    static let pageOfUser = table.select(
        recorded,
        "\(isFound) AND user_id = :user_id ORDER BY number DESC LIMIT :limit"
    )
    static let old = table.select(number.view, "at < :before LIMIT :limit")
    static let ofProject = table.select(number.view, "project = :project LIMIT :limit")
    static let delete = SQLStatement("DELETE FROM security_events WHERE number = :number")
}

extension SecurityEventChange {
    func writes(by actor: Actor) -> [SQLWrite] {
        switch self {
        case .insert(let event):
            [
                SecurityEvents.table.insertion(
                    RecordedSecurityEvent(number: 0, event: event, actor: RecordedActor(actor))
                )
            ]
        case .delete(let number): [SQLWrite(SecurityEvents.delete, [number.sqlValue], changing: .any)]
        }
    }
}

extension SQLRowReader: SecurityEventReader {
    func securityEvents(_ search: SecurityEventSearch) throws(StoreError) -> [RecordedSecurityEvent] {
        var arguments = UserPool.columns.arguments(search.pool)
        arguments["before"] = (search.before ?? .max).sqlValue
        arguments["since"] = (search.since?.milliseconds ?? .min).sqlValue
        arguments["kind"] = search.kind.sqlValue
        arguments["limit"] = Int64(search.limit).sqlValue
        guard let user = search.user else { return try all(SecurityEvents.page, arguments) }
        arguments["user_id"] = user.sqlValue
        return try all(SecurityEvents.pageOfUser, arguments)
    }

    func securityEventNumbers(_ lookup: SecurityEventNumbersLookup) throws(StoreError) -> [Int64] {
        let limit = Int64(lookup.limit).sqlValue
        return switch lookup.condition {
        case .before(let moment): try all(SecurityEvents.old, [moment.sqlValue, limit])
        case .ofProject(let project): try all(SecurityEvents.ofProject, [project.sqlValue, limit])
        }
    }
}
