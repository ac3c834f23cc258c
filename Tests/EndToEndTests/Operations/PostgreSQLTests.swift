import Foundation
import CardeaHTTPMessages
import Glibc
import PostgreSQLServer
import Testing

/// `cardea` with its data in PostgreSQL.
@Suite struct PostgreSQLTests {
    @Test("a server keeps its users in PostgreSQL, also if it is killed")
    func serve() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let database = try Self.database("served")
        let first = try await ServerProcess.serve(data, "--database", database)
        let account =
            ["email": "ann@example.com", "password": "correct horse", "returnSecureToken": true]
            as [String: Any]
        #expect(try await first.send(.post, "/v1/accounts:signUp?key=\(first.apiKey)", account).status == 200)
        await first.crash()
        #expect(!FileManager.default.fileExists(atPath: data + "/cardea.sqlite"))

        let second = try await ServerProcess.serve(data, "--database", database)
        let path = "/v1/accounts:signInWithPassword?key=\(second.apiKey)"
        #expect(try await second.send(.post, path, account).status == 200)
        let options = "--data \(data) --database \(database)"
        let list = try await Program.run("user list \(options)")
        #expect(list.output.contains("ann@example.com"))
        #expect(await second.stop() == 0)
        // Without a server, the command opens the database itself.
        #expect(try await Program.run("user list \(options)").output.contains("ann@example.com"))
        let check = try await Program.run("check \(options)")
        #expect(check.exitCode == 0 && check.output.contains("is sound"), "\(check.errors)")
    }

    @Test(
        "commands on files name the tool of PostgreSQL",
        arguments: [("backup", "pg_dump or pg_basebackup"), ("restore", "pg_restore")]
    )
    func fileCommands(command: String, tool: String) async throws {
        let directory = try TemporaryDirectory()
        let database = try Self.database("tools-\(command)")
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data, "--database", database)
        #expect(await server.stop() == 0)
        let backup = try directory.file("backup")
        _ = try directory.file("manifest.json", "{}")
        let outcome = try await Program.run("\(command) \(backup) --data \(data) --database \(database)")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("use \(tool) for it"), "\(outcome.errors)")
    }

    @Test("a server that cannot reach its database, or finds it empty beside a master key, says so")
    func unusable() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let absent = try PostgreSQLServer.shared.get().url("absent")
        let missing = try await Program.run("serve --data \(data) --port 0 --database \(absent)")
        #expect(
            missing.exitCode == 1 && missing.errors.contains("\"absent\" does not exist"),
            "\(missing.errors)"
        )
        let server = try await ServerProcess.serve(data, "--database", Self.database("full"))
        #expect(await server.stop() == 0)
        let empty = try Self.database("empty")
        let outcome = try await Program.run("serve --data \(data) --port 0 --database \(empty)")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.contains("the PostgreSQL database has no tables of Cardea"),
            "\(outcome.errors)"
        )
    }

    @Test("a server whose database is gone rejects requests and is not ready")
    func lostDatabase() async throws {
        let directory = try TemporaryDirectory()
        let postgres = try PostgreSQLServer()
        try postgres.create("lost")
        let server = try await ServerProcess.serve(directory.file("data"), "--database", postgres.url("lost"))
        #expect(try await server.send(.get, "/health/ready").status == 200)
        postgres.stop()
        _ = await postgres.process.exitCode()
        let account = ["email": "ann@example.com", "password": "correct horse"]
        #expect(
            try await server.send(.post, "/v1/accounts:signUp?key=\(server.apiKey)", account).status == 503
        )
        #expect(try await server.send(.get, "/health/ready").status == 503)
        #expect(await server.stop() == 0)
    }

    @Test("commands do not create tables in an empty database, and a check says that it has no data")
    func emptyDatabase() async throws {
        let directory = try TemporaryDirectory()
        let options = "--data \(try directory.file("data")) --database \(try Self.database("unused"))"
        for command in ["user list", "check"] {
            let outcome = try await Program.run("\(command) \(options)")
            #expect(outcome.exitCode == 1, "\(outcome.errors)")
            #expect(outcome.errors.contains("has no data of a Cardea server"), "\(outcome.errors)")
        }
    }

    @Test("a command that names another database than the running server has is rejected")
    func otherDatabase() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let outcome = try await Program.run("user list --data \(data) --database postgresql:///absent")
        #expect(
            outcome.exitCode == 1 && outcome.errors.contains("has an SQLite database"),
            "\(outcome.errors)"
        )
        #expect(await server.stop() == 0)
    }

    @Test("a server whose tables are gone is not ready")
    func lostTables() async throws {
        let directory = try TemporaryDirectory()
        let postgres = try PostgreSQLServer()
        try postgres.create("dropped")
        let server = try await ServerProcess.serve(
            directory.file("data"),
            "--database",
            postgres.url("dropped")
        )
        try postgres.run("DROP SCHEMA public CASCADE", in: "dropped")
        let account = ["email": "ann@example.com", "password": "correct horse"]
        let path = "/v1/accounts:signUp?key=\(server.apiKey)"
        #expect(try await server.send(.post, path, account).status == 503)
        #expect(try await server.send(.get, "/health/ready").status == 503)
        #expect(await server.stop() == 0)
    }

    @Test(
        "a URL with a password is rejected, and not printed",
        arguments: [
            "postgresql://ann:hush@localhost/a", "postgresql://localhost/a?password=hush", "mysql://a",
        ]
    )
    func password(url: String) async throws {
        let outcome = try await Program.run("serve --port 0 --database \(url)")
        #expect(outcome.exitCode != 0)
        #expect(outcome.errors.contains("database"))
        #expect(!outcome.errors.contains("hush"))
    }

    private static func database(_ name: String) throws -> String {
        let server = try PostgreSQLServer.shared.get()
        try server.create(name)
        return server.url(name)
    }
}
