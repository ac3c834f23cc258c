import Foundation
import Testing

/// Real processes, ended by SIGKILL at every step of a rotation, on one encrypted file and against a real server.
@Suite struct KillPointTests {
    /// Where the process ends.
    static let points = [
        "beforeLock", "afterLock", "duringJournalWrite", "afterJournalWrite", "afterSending", "afterResponse",
        "duringStoreWrite", "afterStoreWrite", "afterPublishing",
    ]

    @Test(
        "if a process is killed at any step of a rotation, the next start continues (K13, rules 3 4)",
        arguments: points
    )
    func killed(point: String) async throws {
        let device = try await SharedDevice()
        #expect(try await device.runApp(killedAt: point).exitCode == 128 + SIGKILL)

        let next = try await device.runApp(requests: 3)
        #expect(next.exitCode == 0)
        #expect(next.user == device.user)
        #expect(next.responded == 3)
        #expect(next.generation == 2)
        #expect(!device.sawReuse)
    }

    @Test("an app that is killed at every step, one start after another, refreshes once (K13)")
    func killedAgainAndAgain() async throws {
        let device = try await SharedDevice()
        let untilStored = Self.points.prefix { $0 != "afterStoreWrite" }
        // A known response is not stored again.
        let again = untilStored.filter { !$0.contains("Journal") }
        for point in untilStored + again.reversed() {
            #expect(try await device.runApp(killedAt: point).exitCode == 128 + SIGKILL, "\(point)")
        }
        let next = try await device.runApp(requests: 3)
        #expect(next.user == device.user)
        #expect(next.responded == 3)
        #expect(next.generation == 2)
        #expect(!device.sawReuse)
    }

    @Test(
        "an app that is killed at any step of an exchange old for new exchanges once, without reuse (X3, K13)",
        arguments: [
            "afterJournalWrite", "afterSending", "afterResponse", "duringStoreWrite", "afterStoreWrite",
        ]
    )
    func exchanging(point: String) async throws {
        let device = try await ExchangingDevice()
        #expect(try await device.runApp(killedAt: point).exitCode == 128 + SIGKILL)
        let next = try await device.runApp(requests: 3)
        #expect(next.user == "ada" && next.responded == 3 && next.generation == 2)
        #expect(try await device.count("exchanges") == 1)
        #expect(try await device.count("reuses") == 0)
    }

    @Test("eight processes, one token to exchange: the server sees one exchange (X3, X7, rule 5)")
    func manyExchanging() async throws {
        let device = try await ExchangingDevice()
        let runs = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await device.runApp(requests: 5) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(runs.allSatisfy { $0.user == "ada" && $0.responded == 5 && $0.generation == 2 })
        #expect(try await device.count("exchanges") == 1)
        #expect(try await device.count("reuses") == 0)
    }

    @Test(
        "1.3: four processes, tokens of two minutes that die when exchanged: no exchange is needed (client 1.2)"
    )
    func manyWithGoodToken() async throws {
        let device = try await ExchangingDevice(life: 120)
        let runs = try await device.runFourApps(rounds: 5)
        #expect(runs.allSatisfy { $0.user == "ada" && $0.responded == 5 && $0.generation == 1 })
        #expect(try await device.count("exchanges") == 0)
    }

    @Test("1.4: four processes, tokens of two seconds: one exchange for each half of a lifetime (client 1.2)")
    func manyWithShortTokens() async throws {
        let device = try await ExchangingDevice(life: 2)
        let begin = ContinuousClock.now
        let runs = try await device.runFourApps(rounds: 50)
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        #expect(runs.allSatisfy { $0.user == "ada" && $0.responded == 50 }, "\(runs)")
        let exchanges = try await device.count("exchanges")
        #expect(exchanges >= 2 && Double(exchanges) <= seconds + 1)
        #expect(try await device.count("reuses") == 0)
    }

    @Test("eight processes with one expired credential refresh once, and the session continues (rule 5)")
    func manyProcesses() async throws {
        let device = try await SharedDevice()
        let runs = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await device.runApp(requests: 5) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(runs.allSatisfy { $0.user == device.user && $0.responded == 5 && $0.generation == 2 })
        try await until("the refresh in the server's log") { device.refreshes > 0 }
        #expect(device.refreshes == 1)
        #expect(!device.sawReuse)
    }

    @Test("if some of eight processes are killed while they hold the lock, the others continue (rule 5)")
    func lockHoldersKilled() async throws {
        let device = try await SharedDevice()
        let runs = try await withThrowingTaskGroup { group in
            let points = ["afterLock", nil, "afterJournalWrite", nil, "afterResponse", nil, "afterLock", nil]
            for point in points {
                group.addTask { try await device.runApp(requests: 5, killedAt: point) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let survivors = runs.filter { $0.exitCode == 0 }
        #expect(survivors.count >= 4)
        #expect(survivors.allSatisfy { $0.user == device.user && $0.responded == 5 && $0.generation == 2 })
        #expect(!device.sawReuse)
    }
}
