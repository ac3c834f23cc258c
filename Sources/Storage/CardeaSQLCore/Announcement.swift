/// The rows that caches must read again after a transaction.
package enum Announcement: Sendable, Equatable {
    case nothing
    /// Rows, by names that the store gives them: short texts, which fit into PostgreSQL's `NOTIFY`.
    case rows(Set<String>)
    case everything

    /// Both announcements together.
    package func union(_ other: Announcement) -> Announcement {
        switch (self, other) {
        case (.everything, _), (_, .everything): .everything
        case (.nothing, let some), (let some, .nothing): some
        case (.rows(let one), .rows(let two)): .rows(one.union(two))
        }
    }
}
