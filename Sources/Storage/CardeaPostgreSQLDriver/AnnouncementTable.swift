internal import CardeaSQLCore
internal import CardeaThreads

/// The announcements of all nodes, as rows that are numbered in the order of the commits.
enum AnnouncementTable {
    /// The tables; they are created with that of the migrations.
    static let creation = [
        "CREATE TABLE announcement_number (number BIGINT NOT NULL)",
        "INSERT INTO announcement_number VALUES (0)",
        "CREATE TABLE announcements (number BIGINT NOT NULL PRIMARY KEY, node BIGINT NOT NULL, names TEXT)",
    ]

    /// The row with the number is locked until the commit, so no later number is visible before an earlier one.
    private static let insert = SQLStatement(
        """
        WITH next AS (UPDATE announcement_number SET number = number + 1 RETURNING number) \
        INSERT INTO announcements (number, node, names) SELECT number, :node, :names FROM next
        """
    )
    private static let deleteOld = SQLStatement(
        "DELETE FROM announcements WHERE number <= (SELECT number FROM announcement_number) - 1000"
    )
    /// At least one row; those after the number that are still stored.
    fileprivate static let later = SQLStatement(
        """
        SELECT n.number, a.number, a.node, a.names FROM announcement_number n LEFT JOIN announcements a ON a.number > :number \
        ORDER BY a.number
        """
    )

    /// Adds the announcement of a transaction.
    ///
    /// - Parameters:
    ///   - announcement: The rows.
    ///   - node: The number of the node, by which it knows its own announcements.
    /// - Returns: The statements; none if there is nothing to announce.
    static func commands(_ announcement: Announcement, of node: Int64) -> [Command] {
        let names: SQLValue
        switch announcement {
        case .nothing: return []
        case .rows(let rows): names = .text(rows.sorted().joined(separator: "\n"))
        case .everything: names = .null
        }
        return [Command(insert, [.value(.integer(node)), .value(names)]), Command(deleteOld)]
    }
}

/// A thread that reads the announcements of other nodes, ten times in a second.
///
/// After the loss of its connection it is not known what was announced, and everything counts as changed.
final class AnnouncementReader: @unchecked Sendable {
    private static let pause = Duration.milliseconds(100)

    private let url: String
    private let node: Int64
    private let limits: PostgreSQLLimits
    private let counter: Announcements
    private let isClosed = Monitor(false)
    private var connection: Connection?
    /// The number of the last announcement that is known; `nil` after a loss.
    private var last: Int64?

    /// Connects, and reads the number of the last announcement.
    init(url: String, node: Int64, _ limits: PostgreSQLLimits, _ counter: Announcements) throws(Failure) {
        (self.url, self.node, self.limits, self.counter) = (url, node, limits, counter)
        last = try read().newest
    }

    /// Works until it is closed.
    func run() {
        while !isClosed.change({ $0 }) {
            do throws(Failure) {
                let (newest, announced) = try read()
                if newest != last { counter.add(announced) }
                last = newest
            } catch {
                (connection, last) = (nil, nil)
            }
            OSThread.sleep(Self.pause)
        }
        connection = nil
    }

    func close() { isClosed.change { $0 = true } }

    /// Reads the announcements after the last one that is known.
    private func read() throws(Failure) -> (newest: Int64, announced: Announcement) {
        if connection == nil { connection = try Connection(url, tripLimit: limits.trip) }
        var rows: Rows?
        do throws(Failure) {
            rows = try connection?.run([Command(AnnouncementTable.later, [.value(.integer(last ?? .max))])])[
                0
            ]
        } catch {
            // Before the first migration there is no table, and nothing was announced.
            guard case .statement(let failure) = error, failure.state == "42P01" else { throw error }
        }
        var (newest, next) = (Int64(0), last ?? 0)
        var announced = Announcement.nothing
        // The statement names the types of its columns.
        try? rows?.read { cursor throws(SQLError) in
            newest = try cursor.integer()
            guard !cursor.isAtNull else { return }
            next = try cursor.integer() == next + 1 ? next + 1 : .min
            if try cursor.integer() == node { return }
            let names = cursor.isAtNull ? nil : try cursor.text().split(separator: "\n").map(String.init)
            announced = announced.union(names.map { .rows(Set($0)) } ?? .everything)
        }
        return (newest, next == newest && last != nil ? announced : .everything)
    }
}
