internal import SQLCore

/// The statements on sessions that stood when their user's account was deleted.
enum DepartedSessionTable {
    static let insert = SQLStatement(
        """
        INSERT INTO departed_sessions (id, departed_at) SELECT id, ?4 FROM sessions WHERE \(SessionTable.liveOfUser)
        """
    )
    static let byID = SQLStatement("SELECT id FROM departed_sessions WHERE id = ?1")
    static let old = SQLStatement("SELECT id FROM departed_sessions WHERE departed_at < ?1 LIMIT ?2")
    static let delete = SQLStatement("DELETE FROM departed_sessions WHERE id = ?1")
}
