import Foundation
import Testing

/// Data directories whose database has lost its tables.
@Suite struct LostDatabaseTests {
    private struct Check: Decodable {
        let problems: [String]
    }

    /// The content at the place of the database.
    enum Loss: CaseIterable {
        case nothing, emptyFile, withoutTables, foreignTables, foreignMigrations

        fileprivate var statements: [String] {
            switch self {
            case .nothing, .emptyFile: []
            case .withoutTables: ["CREATE TABLE x (a)", "DROP TABLE x"]
            case .foreignTables: ["CREATE TABLE x (a)"]
            case .foreignMigrations: ["CREATE TABLE migrations (name TEXT)", "CREATE TABLE x (a)"]
            }
        }

        fileprivate func happen(to database: String) async throws {
            try FileManager.default.removeItem(atPath: database)
            guard self != .nothing else { return }
            #expect(FileManager.default.createFile(atPath: database, contents: nil))
            let script = """
                from sqlite3 import connect
                from sys import argv
                with connect(argv[1]) as database:
                    for statement in argv[2:]: database.execute(statement)
                """
            try await LostDatabaseTests.python(script, [database] + statements)
        }
    }

    fileprivate static func python(_ script: String, _ arguments: [String]) async throws {
        let outcome = try await ChildProcess.run("/usr/bin/python3", ["-c", script] + arguments)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test("neither a check nor a start accepts a database without a unique index (security L13)")
    func lostIndex() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        #expect(try await ServerProcess.serve(data).stop() == 0)
        let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('DROP INDEX users_email')"
        try await Self.python(script, [data + "/cardea.sqlite"])
        for (command, code) in [("check", 3), ("serve --port 0", 1), ("user list", 1)] as [(String, Int32)] {
            let outcome = try await Program.run("\(command) --data \(data)")
            #expect(outcome.exitCode == code, "\(command): \(outcome)")
            #expect(outcome.errors.contains("it lacks the index users_email"), "\(outcome.errors)")
        }
    }

    @Test(
        "no check, backup, restore or start accepts a database without the tables of Cardea (security L13)",
        arguments: Loss.allCases
    )
    func lostDatabase(loss: Loss) async throws {
        let directory = try TemporaryDirectory()
        let (data, backup) = (try directory.file("data"), try directory.file("backup"))
        #expect(try await ServerProcess.serve(data).stop() == 0)
        #expect(try await Program.run("backup \(backup) --include-master-key --data \(data)").exitCode == 0)
        let database = data + "/cardea.sqlite"
        try await loss.happen(to: database)

        let second = try directory.file("second")
        for (command, code) in [
            ("check", 3), ("backup \(second)", 1), ("serve --port 0", 1), ("config check", 2),
            ("user list", 1),
        ] as [(String, Int32)] {
            let outcome = try await Program.run("\(command) --data \(data)")
            #expect(outcome.exitCode == code, "\(command): \(outcome)")
            let lines = (outcome.output + outcome.errors).split(separator: "\n")
            let sentences = lines.filter { $0.contains("the database was lost") }
            #expect(sentences.count == 1, "\(command): \(outcome)")
        }
        #expect(!FileManager.default.fileExists(atPath: second))
        let json = try await Program.run("check --json --data \(data)")
        #expect(json.exitCode == 3)
        #expect(try json.json(Check.self).problems.count == 1)

        // Former programs made backups of such databases.
        guard loss != .nothing else { return }
        let script = """
            from hashlib import sha256
            from json import dump, load
            from shutil import copy
            from sys import argv
            source, backup = argv[1:]
            copy(source, backup + "/cardea.sqlite")
            content = open(source, "rb").read()
            with open(backup + "/manifest.json") as file: manifest = load(file)
            for file in manifest["files"]:
                if file["name"] == "cardea.sqlite":
                    file.update(bytes=len(content), sha256=sha256(content).hexdigest())
            with open(backup + "/manifest.json", "w") as file: dump(manifest, file)
            """
        try await Self.python(script, [database, backup])
        let restored = try directory.file("restored")
        let outcome = try await Program.run("restore \(backup) --data \(restored)")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.contains("the backup cannot be used: the database was lost"),
            "\(outcome)"
        )
        #expect(!FileManager.default.fileExists(atPath: restored + "/cardea.sqlite"))
    }

    @Test("a missing database beside the time of a backup stops the start, wherever the master key is")
    func lostDatabaseWithBackup() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let key = try directory.file("key", String(repeating: "k", count: 32))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        let environment = ["CARDEA_MASTER_KEY_FILE": key]
        let server = try await ServerProcess.serve(data, environment: environment)
        let backup = try await Program.run(
            "backup \(try directory.file("backup")) --data \(data)",
            environment: environment
        )
        #expect(backup.exitCode == 0 && backup.errors.isEmpty, "\(backup)")
        #expect(await server.stop() == 0)
        try FileManager.default.removeItem(atPath: data + "/cardea.sqlite")
        let outcome = try await Program.run("serve --port 0 --data \(data)", environment: environment)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("the database was lost"), "\(outcome)")
        #expect(outcome.errors.contains("move last-backup away"), "\(outcome)")
    }

    @Test(
        "a backup beside a missing or foreign master key is made, with a warning",
        arguments: [true, false]
    )
    func keyProblem(isMissing: Bool) async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        #expect(try await ServerProcess.serve(data).stop() == 0)
        let key = data + "/master.key"
        try FileManager.default.removeItem(atPath: key)
        if !isMissing {
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            let foreign = Data(repeating: 7, count: 32)
            #expect(FileManager.default.createFile(atPath: key, contents: foreign, attributes: attributes))
        }
        let outcome = try await Program.run("backup \(try directory.file("backup")) --data \(data)")
        #expect(outcome.exitCode == 0)
        let warning = isMissing ? "the master key is missing" : "does not open under this master key"
        #expect(outcome.errors.contains("cardea: warning: "), "\(outcome)")
        #expect(outcome.errors.contains(warning), "\(outcome)")
    }
}
