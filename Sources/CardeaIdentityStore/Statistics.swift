internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements that count rows.
private enum Statistics {
    private static let projects = RowView(["project", "count(*)"]) { cursor throws(SQLError) in
        StoreStatistics.ProjectCount(
            project: try ProjectID.decode(&cursor),
            count: try Int64.decode(&cursor)
        )
    }

    private static let messages = RowView(["state", "count(*)", "min(created_at)"]) {
        cursor throws(SQLError) in
        StoreStatistics.MessageCount(
            state: try DeliveryState.decode(&cursor),
            count: try Int64.decode(&cursor),
            oldest: try Timestamp.decode(&cursor)
        )
    }

    static let users = Select(
        projects,
        "FROM users WHERE \(Users.isPresent) GROUP BY project",
        isReused: false
    )
    static let sessions = Select(projects, "FROM sessions GROUP BY project", isReused: false)
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
