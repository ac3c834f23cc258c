import Dispatch
import CardeaSQLCore
import CardeaSQLiteDriver
import Testing

@Suite("SQLite database")
struct SQLiteDatabaseTests {
    private let directory = TemporaryDirectory()

    @Test("keeps every kind of value", arguments: Place.allCases)
    func values(place: Place) async throws {
        let database = try await SQLiteDatabase.scratch(place.location(in: directory))
        let echo = SQLStatement("SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7")
        let values: [SQLValue] = [
            .null, .integer(.min), .integer(.max), .text(""), .text("grüße 🗝️\u{0}後"), .blob([]),
            .blob([0, 255, 0]),
        ]
        #expect(try await database.read([SQLQuery(echo, values)]) == [[SQLRow(values)]])
        await database.close()
    }

    @Test("responses have the order of the queries", arguments: Place.allCases)
    func order(place: Place) async throws {
        let database = try await SQLiteDatabase.scratch(place.location(in: directory))
        try await database.write([Scratch.insert("a", 1), Scratch.insert("b", 2)])
        let rows = try await database.read([Scratch.amount("b"), Scratch.amount("none"), Scratch.amount("a")])
        #expect(rows == [[SQLRow([.integer(2)])], [], [SQLRow([.integer(1)])]])
        await database.close()
    }

    @Test("a transaction passes the rows to the decision and makes its writes", arguments: Place.allCases)
    func decision(place: Place) async throws {
        let database = try await SQLiteDatabase.scratch(place.location(in: directory))
        try await database.write([Scratch.insert("a", 41)])
        let before = try await database.transact([Scratch.amount("a")]) { rows throws(SQLError) in
            guard var row = rows[0].first?.cursor else { throw .damaged("no row") }
            return SQLDecision([Scratch.increment("a")], try row.integer())
        }
        #expect(before == 41)
        #expect(try await database.amount("a") == 42)
        await database.close()
    }

    @Test("announced rows are known by the number of announcements, as far as they are remembered")
    func announcements() async throws {
        let database = try await SQLiteDatabase.scratch(.memory)
        func announce(_ announcement: Announcement) async throws {
            try await database.transact([]) { _ throws(SQLError) in
                SQLDecision([], (), announcing: announcement)
            }
        }
        let start = database.announcements
        #expect(database.announcedRows(after: start) == [])
        try await announce(.nothing)
        #expect(database.announcements == start)
        try await announce(.rows(["a", "b"]))
        let middle = database.announcements
        try await announce(.rows(["c"]))
        #expect(database.announcements == start + 2)
        #expect(database.announcedRows(after: start) == ["a", "b", "c"])
        #expect(database.announcedRows(after: middle) == ["c"])
        #expect(database.announcedRows(after: start + 3) == nil)
        try await announce(.everything)
        #expect(database.announcedRows(after: middle) == nil)
        let last = database.announcements
        for number in 0..<2001 { try await announce(.rows(["\(number)"])) }
        #expect(database.announcedRows(after: last) == nil)
        #expect(database.announcedRows(after: last + 2000) == ["2000"])
        await database.close()
    }

    @Test("a decision that throws changes nothing", arguments: Place.allCases)
    func rejection(place: Place) async throws {
        let database = try await SQLiteDatabase.scratch(place.location(in: directory))
        await #expect(throws: SQLError.constraint("no")) {
            try await database.transact([]) { _ throws(SQLError) -> SQLDecision<Void> in
                throw .constraint("no")
            }
        }
        await database.close()
    }

    private static let failures: [(SQLWrite, SQLError)] = [
        (Scratch.insert("a"), .notUnique(table: "items", columns: ["name"])),
        (Scratch.increment("none"), .unexpectedCount),
        (Scratch.part(of: "none"), .constraint("FOREIGN KEY constraint failed")),
        (
            Scratch.once("INSERT INTO items (name) VALUES ('x')"),
            .constraint("NOT NULL constraint failed: items.amount")
        ),
        (Scratch.once("NONSENSE"), .invalidStatement("near \"NONSENSE\": syntax error")),
        (
            SQLWrite(SQLStatement("DELETE FROM items WHERE name = ?1"), changing: .any),
            .invalidStatement("0 values for 1 parameters.")
        ),
    ]

    @Test(
        "a failing write undoes the earlier writes of its transaction",
        arguments: Place.allCases,
        failures.indices
    )
    func atomicity(place: Place, index: Int) async throws {
        let (write, error) = Self.failures[index]
        let database = try await SQLiteDatabase.scratch(place.location(in: directory))
        try await database.write([Scratch.insert("a", 1)])
        await #expect(throws: error) { try await database.write([Scratch.increment("a"), write]) }
        await #expect(throws: error) { try await database.write([write]) }
        #expect(try await database.amount("a") == 1)
        try await database.write([Scratch.increment("a")])
        #expect(try await database.amount("a") == 2)
        await database.close()
    }

    @Test(
        "if one of many transactions in a commit fails, only that one is rolled back",
        arguments: Place.allCases
    )
    func groupCommit(place: Place) async throws {
        let database = try await SQLiteDatabase.scratch(place.location(in: directory))
        try await database.write([Scratch.insert("a")])
        let failures = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let last = number % 3 == 0 ? Scratch.increment("none") : Scratch.insert("item \(number)")
                    return (try? await database.write([Scratch.increment("a"), last])) == nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failures == 100)
        #expect(try await database.amount("a") == 200)
        await database.close()
    }

    @Test("an acknowledged write is visible to the next read", arguments: Place.allCases)
    func readYourWrites(place: Place) async throws {
        let database = try await SQLiteDatabase.scratch(place.location(in: directory))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<50 {
                        try await database.write([Scratch.insert("\(task) \(number)", 7)])
                        #expect(try await database.amount("\(task) \(number)") == 7)
                    }
                }
            }
            try await group.waitForAll()
        }
        await database.close()
    }

    @Test("reads of one call are of one moment")
    func snapshot() async throws {
        let database = try await SQLiteDatabase.scratch(.file(directory: directory.path))
        try await database.write([Scratch.insert("a"), Scratch.insert("b")])
        let writing = Task {
            for _ in 0..<300 { try await database.write([Scratch.increment("a"), Scratch.increment("b")]) }
        }
        for _ in 0..<300 {
            let rows = try await database.read([Scratch.amount("a"), Scratch.amount("b")])
            #expect(rows[0] == rows[1])
        }
        try await writing.value
        await database.close()
    }

    @Test("a full queue rejects transactions, and accepts them again later")
    func overload() async throws {
        let database = try await SQLiteDatabase.scratch(.memory, queueLimit: 4)
        let mayGoOn = DispatchSemaphore(value: 0)
        let (hasBegun, begins) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await database.transact([]) { _ in
                begins.finish()
                mayGoOn.wait()
                return SQLDecision([Scratch.insert("first")], ())
            }
        }
        for await _ in hasBegun {}
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<5 {
                group.addTask { try await database.write([Scratch.insert("\(number)")]) }
            }
            // Four wait, so the first response can only be the fifth's.
            await #expect(throws: SQLError.overloaded) { try await group.next() }
            mayGoOn.signal()
            try await group.waitForAll()
        }
        try await first.value
        let rows = try await database.read([SQLQuery(SQLStatement("SELECT count(*) FROM items"))])
        #expect(rows == [[SQLRow([.integer(5)])]])
        await database.close()
    }
}
