import CardeaPostgreSQLDriver
import CardeaSQLCore
import ChildProcesses
import Foundation
import PostgreSQLServer
import Testing

@Suite("Connections that are lost")
struct LostConnectionTests {
    @Test("a connection that the server ends is replaced, and the transaction is repeated")
    func ended() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            try await database.write([Items.insert("a")])
            for round in 1...5 as ClosedRange<Int64> {
                try test.server.run(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                    WHERE datname = '\(test.name)' AND backend_type = 'client backend'
                    """,
                    in: "postgres"
                )
                try await database.readAndIncrement("a")
                #expect(try await database.amount("a") == round)
            }
        }
    }

    @Test(
        "a transaction whose commit was made, and not acknowledged, is repeated and finds what it has written"
    )
    func lostAcknowledgement() async throws {
        let server = try PostgreSQLServer()
        try server.create("lost")
        let database = try PostgreSQLDatabase.open(server.url("lost"))
        try await database.migrate([Items.migration], numbered: [])
        // A commit is made, and then waits for a standby that there is not.
        try server.run("ALTER SYSTEM SET synchronous_standby_names = 'absent'", in: "postgres")
        try server.run("SELECT pg_reload_conf()", in: "postgres")
        async let isNew = database.transact([Items.amount("a")]) { rows in
            SQLDecision(rows[0].isEmpty ? [Items.insert("a", 1)] : [], rows[0].isEmpty)
        }
        let terminated = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'
            """
        while try server.run(terminated, in: "postgres").isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
        let found = try await !isNew
        #expect(found)
        #expect(try await database.amount("a") == 1)
        await database.close()
    }

    @Test("a server that does not respond in time is given up, and the transaction is repeated")
    func hanging() async throws {
        var limits = PostgreSQLLimits()
        limits.trip = .milliseconds(300)
        limits.wait = .seconds(60)
        try await TestDatabase.with(limits) { test in
            try test.run("INSERT INTO items (name, amount) VALUES ('a', 0)")
            // A lock of the whole table that the driver has to wait for, for longer than a trip may take.
            let holder = try PostgreSQLSession(test.url)
            try holder.run("BEGIN; LOCK TABLE items IN ACCESS EXCLUSIVE MODE")
            // On a slow machine a commit may take longer, too: its repetition finds the amount.
            async let done: Void = test.database.transact([Items.amount("a")]) { rows in
                let isNew = rows[0] == [SQLRow([.integer(0)])]
                return SQLDecision(isNew ? [Items.replace("a", 0, by: 1)] : [], ())
            }
            try await Task.sleep(for: .seconds(1))
            try holder.run("COMMIT")
            try await done
            #expect(try test.run("SELECT amount FROM items") == ["1"])
        }
    }

    @Test("a row that another program locks for too long makes its transaction fail, and no other")
    func lockedRow() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            try await database.write([Items.insert("a"), Items.insert("b")])
            let holder = try PostgreSQLSession(test.url)
            try holder.run("BEGIN; SELECT FROM items WHERE name = 'a' FOR UPDATE")
            let failing = Task { try await database.readAndIncrement("a") }
            for _ in 0..<20 { try await database.readAndIncrement("b") }
            let error = await #expect(throws: SQLError.self) { try await failing.value }
            #expect(error?.description.contains("55P03") == true)
            try holder.run("COMMIT")
            try await database.readAndIncrement("a")
            #expect(try await database.amount("b") == 20)
        }
    }

    @Test("a deadlock with another program is resolved by a repetition")
    func deadlock() async throws {
        try await TestDatabase.with { test in
            let database = test.database
            try await database.write([Items.insert("a"), Items.insert("b")])
            let other = try PostgreSQLSession(test.url)
            try other.run("BEGIN; UPDATE items SET amount = 10 WHERE name = 'b'")
            async let done: Void = database.transact([Items.amount("a")]) { _ in
                SQLDecision([Items.increment("a"), Items.increment("b")], ())
            }
            let count = """
                SELECT count(*) FROM pg_stat_activity WHERE datname = '\(test.name)' AND wait_event_type = 'Lock'
                """
            while try test.server.run(count, in: "postgres") == ["0"] {
                try await Task.sleep(for: .milliseconds(5))
            }
            // One of the two is chosen to fail; the test repeats its part, as the driver does.
            do {
                try other.run("UPDATE items SET amount = 10 WHERE name = 'a'; COMMIT")
            } catch {
                try other.run("ROLLBACK; UPDATE items SET amount = 10")
            }
            try await done
            let amounts = try test.run("SELECT amount FROM items ORDER BY name")
            #expect(amounts == ["11", "11"] || amounts == ["10", "10"])
        }
    }

    @Test("while no server can be reached, transactions fail after the time that they may wait")
    func unreachable() async throws {
        var limits = PostgreSQLLimits()
        limits.wait = .milliseconds(200)
        let server = try PostgreSQLServer()
        try server.create("lost")
        let database = try PostgreSQLDatabase.open(server.url("lost"), limits: limits)
        try await database.migrate([Items.migration], numbered: [])
        try await database.write([Items.insert("a")])
        server.stop()
        _ = await server.process.exitCode()
        let error = await #expect(throws: SQLError.self) { try await database.readAndIncrement("a") }
        if case .unavailable = error {} else { Issue.record("\(String(describing: error))") }
        await #expect(throws: SQLError.self) { try await database.amount("a") }
        await database.close()
        #expect(throws: SQLError.self) { try PostgreSQLDatabase.open(server.url("lost")) }
    }
}
