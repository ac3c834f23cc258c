internal import IdentityDomain
internal import SQLCore

/// The statements on security events.
enum SecurityEventTable {
    static let insert = SQLStatement(
        """
        INSERT INTO security_events (kind, project, tenant, user_id, session_id, at, remote_address) \
        VALUES (\(SQLStatement.placeholders(7)))
        """
    )
}

extension SecurityEvent {
    var values: [SQLValue] {
        [SQLValue.text(kind.rawValue)] + pool.values
            + [.text(user.rawValue), SQLValue(session), SQLValue(at), SQLValue(remoteAddress)]
    }
}
