internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements that count rows.
private enum Statistics {
    /// The rows of a table in each project; zero in a project that has none.
    private static func perProject(_ table: String) -> Select<StoreStatistics.ProjectCount> {
        let count = RowView(["id", "(SELECT count(*) FROM \(table))"]) { cursor throws(SQLError) in
            StoreStatistics.ProjectCount(
                project: try ProjectID.decode(&cursor),
                count: try Int64.decode(&cursor)
            )
        }
        return Select(count, "FROM projects WHERE deleted_at IS NULL", isReused: false)
    }

    private static let messages = RowView(["state", "count(*)", "min(created_at)"]) {
        cursor throws(SQLError) in
        StoreStatistics.MessageCount(
            state: try DeliveryState.decode(&cursor),
            count: try Int64.decode(&cursor),
            oldest: try Timestamp.decode(&cursor)
        )
    }

    static let users = perProject("users WHERE users.project = projects.id AND \(Users.isPresent)")
    static let sessions = perProject("sessions WHERE sessions.project = projects.id")
    static let mails = Select(messages, "FROM mails GROUP BY state", isReused: false)
    static let textMessages = Select(messages, "FROM text_messages GROUP BY state", isReused: false)
}

extension SQLRowReader: StatisticsReader {
    func statistics() throws(StoreError) -> StoreStatistics {
        StoreStatistics(
            users: try all(Statistics.users),
            sessions: try all(Statistics.sessions),
            mails: try all(Statistics.mails),
            textMessages: try all(Statistics.textMessages)
        )
    }
}
