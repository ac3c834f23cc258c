import ChildProcesses
import Foundation
import CardeaSQLCore
import CardeaSQLiteDriver
import Testing

@Suite("Opening and closing")
struct LifecycleTests {
    private let directory = TemporaryDirectory()
    private var file: SQLiteDatabase.Location { .file(directory: directory.path) }
    private var databasePath: String { directory.path + "/cardea.sqlite" }

    @Test("the directory and its files are accessible to the owner only")
    func permissions() async throws {
        let database = try await SQLiteDatabase.scratch(file)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(directory.path) == 0o700)
        for name in ["cardea.sqlite", "cardea.sqlite-wal", "cardea.lock"] {
            #expect(try mode("\(directory.path)/\(name)") == 0o600)
        }
        await database.close()
    }

    @Test("a closed database is complete when it is opened again")
    func reopen() async throws {
        for round in 0..<3 {
            let database = try await SQLiteDatabase.scratch(file)
            #expect(try await database.amount("\(round - 1)") == (round == 0 ? nil : 5))
            try await database.write([Scratch.insert("\(round)", 5)])
            await database.close()
        }
    }

    @Test("one database at a time may use a directory, until it is closed")
    func exclusiveness() async throws {
        let first = try SQLiteDatabase.open(file)
        #expect(throws: SQLError.inUse("another process uses \(directory.path)")) {
            try SQLiteDatabase.open(file)
        }
        await first.close()
        await (try SQLiteDatabase.open(file)).close()
    }

    @Test("a closed directory is free also while a process that is being started has its files open")
    func inheritance() async throws {
        let first = try SQLiteDatabase.open(file)
        let lock = try InheritedFile(at: directory.path + "/cardea.lock")
        #expect(!lock.isKept)
        await first.close()
        await (try SQLiteDatabase.open(file)).close()
        withExtendedLifetime(lock) {}
    }

    @Test("a failed opening closes only its own files")
    func rejection() async throws {
        let first = try SQLiteDatabase.open(file)
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { @concurrent in
                    for _ in 0..<100 { _ = try? SQLiteDatabase.open(file) }
                }
                group.addTask { @concurrent in
                    for _ in 0..<500 {
                        guard let handle = FileHandle(forReadingAtPath: "/dev/null") else { continue }
                        await Task.yield()
                        #expect(throws: Never.self) { try handle.close() }
                    }
                }
            }
        }
        await first.close()
    }

    @Test("closing completes waiting transactions and rejects later ones", arguments: Place.allCases)
    func drain(place: Place) async throws {
        let database = try await SQLiteDatabase.scratch(place.location(in: directory))
        let writes = (0..<100).map { number in
            Task { try await database.write([Scratch.insert("\(number)")]) }
        }
        await database.close()
        for write in writes {
            do { try await write.value } catch {
                #expect(error as? SQLError == .unavailable("The database is closed."))
            }
        }
        await database.close()
        await #expect(throws: SQLError.unavailable("The database is closed.")) {
            try await database.write([Scratch.insert("late")])
        }
        await #expect(throws: SQLError.unavailable("The database is closed.")) {
            try await database.amount("0")
        }
    }

    @Test("releasing the database closes it")
    func abandonment() async throws {
        var database: SQLiteDatabase? = try await SQLiteDatabase.scratch(file)
        try await database?.write([Scratch.insert("a", 1)])
        database = nil
        // The writer ends on its own thread, shortly after.
        while true {
            do throws(SQLError) {
                let next = try SQLiteDatabase.open(file)
                #expect(try await next.amount("a") == 1)
                return await next.close()
            } catch { guard case .inUse = error else { throw error } }
            await Task.yield()
        }
    }

    @Test("each migration is applied once, in the order of the names")
    func migrations() async throws {
        let second = SQLMigration("2-colour") { _ in ["ALTER TABLE items ADD COLUMN colour TEXT"] }
        let database = try await SQLiteDatabase.scratch(file)
        try await database.migrate([Scratch.migration], numbered: [])
        try await database.migrate([second, Scratch.migration], numbered: [])
        let colours = try await database.read([SQLQuery(SQLStatement("SELECT colour FROM items"))])
        #expect(colours == [[]])
        await database.close()
    }

    @Test("a migration that fails leaves nothing behind", arguments: Place.allCases)
    func failingMigration(place: Place) async throws {
        let database = try await SQLiteDatabase.scratch(place.location(in: directory))
        let bad = SQLMigration("2-half") { _ in ["CREATE TABLE half (a INTEGER) STRICT", "NONSENSE"] }
        await #expect(throws: SQLError.self) {
            try await database.migrate([Scratch.migration, bad], numbered: [])
        }
        await #expect(throws: SQLError.invalidStatement("no such table: half")) {
            try await database.read([SQLQuery(SQLStatement("SELECT * FROM half", isReused: false))])
        }
        let good = SQLMigration("2-half") { _ in ["CREATE TABLE half (a INTEGER) STRICT"] }
        try await database.migrate([Scratch.migration, good], numbered: [])
        await database.close()
    }

    @Test("a database with an unknown migration is rejected", arguments: Place.allCases)
    func newerSchema(place: Place) async throws {
        let database = try await SQLiteDatabase.scratch(place.location(in: directory))
        await #expect(throws: SQLError.newerSchema(["1-items"])) {
            try await database.migrate([], numbered: [])
        }
        await database.close()
    }

    @Test("the log stays bounded under load, with readers")
    func logSize() async throws {
        let database = try await SQLiteDatabase.scratch(file)
        try await database.write([Scratch.insert("a")])
        let fill = SQLWrite(
            SQLStatement("UPDATE items SET note = zeroblob(?1)"),
            [.integer(1 << 20)],
            changing: .exactlyOne
        )
        let reading = Task {
            while !Task.isCancelled {
                _ = try await database.amount("a")
                // A read does not suspend: with few threads this loop would keep the one that is to end it.
                await Task.yield()
            }
        }
        let log = URL(filePath: databasePath + "-wal")
        var largest = 0
        for _ in 0..<160 {
            try await database.write([fill, Scratch.increment("a")])
            largest = max(
                largest,
                try FileManager.default.attributesOfItem(atPath: log.path)[.size] as? Int ?? 0
            )
        }
        reading.cancel()
        _ = await reading.result
        #expect(largest < 80 << 20)
        #expect(try await database.amount("a") == 160)
        await database.close()
        #expect(!FileManager.default.fileExists(atPath: log.path))
    }

    @Test("the log restarts repeatedly beside checkpoints, and no page is lost")
    func logReset() async throws {
        // One log in a few commits: what happens once in 64 MiB otherwise happens thousands of times.
        let limits = LogLimits(checkpointInterval: 2, restart: 8)
        let database = try SQLiteDatabase.open(file, logLimits: limits)
        try await database.migrate([Scratch.migration], numbered: [])
        let names = (0..<64).map { "item \($0)" }
        try await database.write(names.map { Scratch.insert($0) })
        try await withThrowingTaskGroup { group in
            for part in 0..<4 {
                group.addTask {
                    for round in 1...50 {
                        for name in names[(part * 16)..<(part * 16 + 16)] {
                            try await database.write([Scratch.increment(name)])
                            #expect(try await database.amount(name) == Int64(round))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let check = SQLQuery(SQLStatement("PRAGMA integrity_check", isReused: false))
        #expect(try await database.read([check]) == [[SQLRow([.text("ok")])]])
        await database.close()
    }
}
