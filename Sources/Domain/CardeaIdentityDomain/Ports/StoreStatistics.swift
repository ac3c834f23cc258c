/// The numbers of rows of a store, for the monitoring.
package struct StoreStatistics: Sendable, Equatable {
    /// A number of rows of a project.
    package struct ProjectCount: Sendable, Equatable {
        package let project: ProjectID
        package let count: Int64

        package init(project: ProjectID, count: Int64) {
            self.project = project
            self.count = count
        }
    }

    /// The messages of the outbox in one state.
    package struct MessageCount: Sendable, Equatable {
        package let state: DeliveryState
        package let count: Int64
        /// The time at which the oldest was created.
        package let oldest: Timestamp

        package init(state: DeliveryState, count: Int64, oldest: Timestamp) {
            self.state = state
            self.count = count
            self.oldest = oldest
        }
    }

    package let users: [ProjectCount]
    /// Sessions that have ended and are still stored count too.
    package let sessions: [ProjectCount]
    package let mails: [MessageCount]
    package let textMessages: [MessageCount]

    package init(
        users: [ProjectCount],
        sessions: [ProjectCount],
        mails: [MessageCount],
        textMessages: [MessageCount]
    ) {
        self.users = users
        self.sessions = sessions
        self.mails = mails
        self.textMessages = textMessages
    }
}

/// Counts all rows.
///
/// It reads all users, so its cost grows with them.
package struct StoreStatisticsLookup: Lookup {
    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> StoreStatistics {
        try reader.statistics()
    }
}

extension Lookup where Self == StoreStatisticsLookup {
    package static var statistics: Self { StoreStatisticsLookup() }
}

package protocol StatisticsReader {
    func statistics() throws(StoreError) -> StoreStatistics
}
