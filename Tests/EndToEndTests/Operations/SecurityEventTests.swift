import Foundation
import CardeaHTTPMessages
import Testing

/// Security events, as an operator reads them.
@Suite struct SecurityEventTests {
    private struct Page: Decodable {
        struct Event: Decodable {
            let number: Int
            let kind: String
            let user: String
            let session: String?
            let at: Int64
            let remoteAddress: String?
        }
        let events: [Event]
        let next: Int?
    }

    /// Signs a user up and has the refresh token used by two.
    private func reuse(at server: ServerProcess, _ account: [String: String] = [:]) async throws -> String {
        let signedUp = try await server.account("signUp", account)
        let token = try #require(signedUp["refreshToken"])
        var child = token
        for _ in 0..<3 { child = try #require(try await server.refresh(child)["refresh_token"]) }
        for _ in 0..<2 { #expect(try await server.refresh(token, key: "another").status == 400) }
        return try #require(signedUp["localId"])
    }

    @Test("events are listed by user, kind and time, page by page, running or not (security L10)")
    func eventsListedUser()
        async throws
    {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let users = [try await reuse(at: server), try await reuse(at: server)]
        let list = { (options: String) in
            try await Program.run("security events --data \(data) \(options)")
        }
        let page = try await list("--json").json(Page.self)
        #expect(page.events.map(\.user) == users.reversed())
        #expect(page.events.allSatisfy { $0.kind == "token_reuse" && $0.remoteAddress == "127.0.0.1" })
        #expect(page.events.allSatisfy { $0.session?.count == 22 })
        #expect(page.next == nil)

        let first = try await list("--json --limit 1").json(Page.self)
        #expect(first.events.map(\.user) == [users[1]])
        let next = try #require(first.next)
        #expect(
            try await list("--json --limit 1 --before \(next)").json(Page.self).events.map(\.user) == [
                users[0]
            ]
        )
        #expect(try await list("--json --user \(users[0])").json(Page.self).events.map(\.user) == [users[0]])
        #expect(try await list("--json --since 1h --kind token_reuse").json(Page.self).events.count == 2)
        #expect(try await list("--json --kind roll_forward").json(Page.self).events.isEmpty)
        #expect(try await list("--json --since 2100-01-01").json(Page.self).events.isEmpty)
        let misspelt = try await list("--kind theft")
        #expect(misspelt.exitCode == 2)
        #expect(misspelt.errors.contains("'theft' is not one of token_reuse"))

        // The line of the log names the user, so that the event can be found.
        let line = try #require(
            server.process.output.split(separator: "\n").first { $0.contains("refresh token reused") }
        )
        let session = try #require(page.events.last?.session)
        #expect(line.contains(users[0]) && line.contains(session))

        #expect(await server.stop() == 0)
        let table = try await list("").output.split(separator: "\n")
        #expect(table.count == 3)
        #expect(table[1].contains(users[1]) && table[1].contains("token_reuse"))
    }

    @Test(
        "events are those of a user by id, e-mail address or user name, whatever an id looks like (security L10)"
    )
    func eventsOfUser() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let ada = ["email": "ada@example.com", "password": "correct horse"]
        let users = [try await reuse(at: server, ada), try await reuse(at: server)]
        let list = { (user: String) in
            try await Program.run("security events --data \(data) --json --user \(user)")
        }
        _ = try await Program.run("user update \(users[0]) --user-name ada --data \(data)")
        for name in ["ada@example.com", "email:ada@example.com", "name:Ada", users[0], "id:\(users[0])"] {
            #expect(try await list(name).json(Page.self).events.map(\.user) == [users[0]], "\(name)")
        }
        // The id of a deleted user may look like anything.
        #expect(try await list("id:ada@example.com").json(Page.self).events.isEmpty)
        for name in ["bob@example.com", "email:\(users[1])", "phone:+16505553434", "name:bob"] {
            let unknown = try await list(name)
            #expect(unknown.exitCode == 1 && unknown.errors.contains("there is no user"), "\(name)")
        }
    }

    @Test("housekeeping deletes events after their retention period (security L10)")
    func eventsGoOnce() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let file = try directory.file("cardea.json5", "{ housekeeping: { eventRetention: 0, interval: 1 } }")
        let server = try await ServerProcess.serve(data, "--config", file)
        _ = try await reuse(at: server)
        try await until("the event to go") {
            server.process.output.contains(#"securityEvents":1"#)
        }
        let page = try await Program.run("security events --data \(data) --json").json(Page.self)
        #expect(page.events.isEmpty)
    }
}
