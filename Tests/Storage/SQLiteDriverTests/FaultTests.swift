import Foundation
import CardeaSQLCore
import Testing

@testable import CardeaSQLiteDriver

@Suite("Disk faults")
struct FaultTests {
    private let directory = TemporaryDirectory()
    private var file: SQLiteDatabase.Location { .file(directory: directory.path) }
    private var databasePath: String { directory.path + "/cardea.sqlite" }

    @Test("a full database reports an error, writes nothing partially, and continues when there is space")
    func full() async throws {
        let database = try await SQLiteDatabase.scratch(file)
        try await database.write([Scratch.insert("a"), Scratch.once("PRAGMA max_page_count = 20")])
        let big = SQLStatement("INSERT INTO items (name, amount, note) VALUES (?1, 0, ?2)")
        func fill(_ name: String) -> [SQLWrite] {
            let values: [SQLValue] = [.text(name), .blob([UInt8](repeating: 1, count: 30_000))]
            return [Scratch.increment("a"), SQLWrite(big, values, changing: .exactlyOne)]
        }
        var stored: Int64 = 0
        await #expect(throws: SQLError.unwritable("database or disk is full")) {
            for number in 0..<20 {
                try await database.write(fill("\(number)"))
                stored += 1
            }
        }
        #expect(try await database.amount("a") == stored)
        try await database.write([Scratch.once("PRAGMA max_page_count = 1000")])
        try await database.write(fill("more"))
        #expect(try await database.amount("a") == stored + 1)
        await database.close()
    }

    @Test(
        "a full disk and a read-only one report errors, and later transactions succeed",
        .enabled("a file system can be mounted") { try SmallFileSystem.isMountable }
    )
    func fullDisk() async throws {
        let disk = try SmallFileSystem()
        let database = try await SQLiteDatabase.scratch(.file(directory: disk.path + "/data"))
        let big = SQLStatement("INSERT INTO items (name, amount, note) VALUES (?1, 0, ?2)")
        var stored: [String] = []
        await #expect(throws: SQLError.unwritable("database or disk is full")) {
            for number in 0..<100 {
                let values: [SQLValue] = [.text("\(number)"), .blob([UInt8](repeating: 1, count: 30_000))]
                try await database.write([SQLWrite(big, values, changing: .exactlyOne)])
                stored.append("\(number)")
            }
        }
        for name in stored { #expect(try await database.amount(name) == 0) }
        #expect(try await database.amount("\(stored.count)") == nil)
        try disk.grow()
        try await database.write([Scratch.insert("more", 3)])
        #expect(try await database.amount("more") == 3)
        await database.close()

        try disk.makeReadOnly()
        let lock = disk.path + "/data/cardea.lock"
        #expect(throws: SQLError.unwritable("\(lock): Read-only file system")) {
            try SQLiteDatabase.open(.file(directory: disk.path + "/data"))
        }
    }

    @Test("a file that is not a database is rejected", arguments: [16, 100, 5000])
    func foreignFile(size: Int) throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try Data(repeating: 0x5a, count: size).write(to: URL(filePath: databasePath))
        #expect(throws: SQLError.damaged("file is not a database")) { try SQLiteDatabase.open(file) }
        let kept = try Data(contentsOf: URL(filePath: databasePath))
        #expect(kept == Data(repeating: 0x5a, count: size))
    }

    @Test("damage inside a file is found by the read that meets it")
    func damagedPage() async throws {
        let database = try await SQLiteDatabase.scratch(file)
        try await database.write((0..<2000).map { Scratch.insert("item \($0)", 1) })
        await database.close()
        let handle = try FileHandle(forWritingTo: URL(filePath: databasePath))
        let pages = Int(try handle.seekToEnd()) / 4096
        for page in 3..<pages {
            try handle.seek(toOffset: UInt64(page * 4096))
            try handle.write(contentsOf: Data(repeating: 0xff, count: 4096))
        }
        try handle.close()
        let damaged = try SQLiteDatabase.open(file)
        await #expect(throws: SQLError.damaged("database disk image is malformed")) {
            for number in 0..<2000 { _ = try await damaged.amount("item \(number)") }
        }
        await #expect(throws: SQLError.damaged("database disk image is malformed")) {
            for number in 0..<2000 { try await damaged.write([Scratch.increment("item \(number)")]) }
        }
        await damaged.close()
    }

    @Test("a read whose error has ended its transaction reports that error")
    func endedTransaction() throws {
        let connection = try SQLiteConnection(path: ":memory:", access: .readWrite)
        let result = ReaderPool.read(
            { reader throws(SQLError) -> Int in
                // SQLite does that after some errors of the disk.
                try (reader as? SQLiteConnection)?.run("ROLLBACK")
                throw .damaged("m")
            },
            on: connection
        )
        #expect(result == .failure(.damaged("m")))
    }

    @Test("a directory that cannot be created is an error that names it")
    func missingParent() {
        let path = directory.path + "/missing/below"
        #expect(throws: SQLError.unavailable("\(path): No such file or directory")) {
            try SQLiteDatabase.open(.file(directory: path))
        }
    }

    private static let codes: [(Int32, SQLError)] = [
        (13, .unwritable("m")), (8, .unwritable("m")), (8 | 6 << 8, .unwritable("m")),
        (10 | 3 << 8, .unwritable("m")), (10 | 4 << 8, .unwritable("m")), (10 | 1 << 8, .damaged("m")),
        (10 | 2 << 8, .damaged("m")), (10 | 33 << 8, .damaged("m")), (11, .damaged("m")), (26, .damaged("m")),
        (5, .unavailable("m")), (6, .unavailable("m")), (7, .unavailable("m")), (14, .unavailable("m")),
        (1, .invalidStatement("m")), (21, .invalidStatement("m")), (19 | 3 << 8, .constraint("m")),
    ]

    @Test("every kind of result code has its meaning", arguments: codes.indices)
    func meaning(index: Int) {
        let (code, error) = Self.codes[index]
        #expect(SQLError(code: code, message: "m") == error)
    }

    @Test("a uniqueness failure names its table and columns")
    func uniqueness() {
        let message = "UNIQUE constraint failed: users.project, users.tenant, users.email"
        let error = SQLError.notUnique(table: "users", columns: ["project", "tenant", "email"])
        #expect(SQLError(code: 19 | 8 << 8, message: message) == error)
    }
}
