import Foundation
import CardeaHTTPMessages
import Testing

/// Housekeeping deletes data that is of no more use.
@Suite struct HousekeepingTests {
    struct NothingTidied: Error {
        let output: String
    }

    @Test("housekeeping deletes ended sessions after their retention period, and keeps active ones (K5, K6)")
    func sessionsEndedGo() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("cardea.json5", "{ housekeeping: { retention: 1, interval: 1 } }")
        let server = try await ServerProcess.serve(try directory.file("data"), "--config", file)
        let standing = try #require(try await server.account("signUp", [:])["refreshToken"])
        let ended = try #require(try await server.account("signUp", [:])["refreshToken"])
        let form = "client_id=\(server.apiKey)&token=\(ended)"
        #expect(try await server.form("/oauth2/revoke", form).status == 200)

        let data = try directory.file("data")
        #expect(try await Program.run("project set issuesRefreshTokens false --data \(data)").exitCode == 0)
        let brief = try await server.account("signUp", ["accessTokenLifetime": 1])
        #expect(brief["idToken"] != nil && brief["refreshToken"] == nil)
        #expect(try await Program.run("project set issuesRefreshTokens true --data \(data)").exitCode == 0)

        try await tidied(server, sessions: 2)
        #expect(try await server.refresh(ended).error == "TOKEN_EXPIRED")
        #expect(try await server.refresh(standing).status == 200)
        #expect(await server.stop() == 0)
    }

    @Test("a server that was killed while it deleted a project finishes the deletion after its next start")
    func killedDeletion() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("cardea.json5", "{ housekeeping: { interval: 1 } }")
        let data = try directory.file("data")
        let lines = (0..<200).map { #"{"id":"user\#($0)"}"# }.joined(separator: "\n")
        let users = try directory.file("users.jsonl", lines)
        let server = try await ServerProcess.serve(data, "--config", file)
        for line in ["project create shop", "user import \(users) --project shop", "project delete shop"] {
            let outcome = try await Program.run("\(line) --data \(data)")
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        await server.crash()
        let early = try await Program.run("project create shop --data \(data)")
        #expect(early.exitCode == 1 && early.errors.contains("its data is not deleted yet"))

        let next = try await ServerProcess.serve(data, "--config", file)
        var created = early
        for _ in 0..<3000 where created.exitCode != 0 {
            try await Task.sleep(for: .milliseconds(100))
            created = try await Program.run("project create shop --data \(data)")
        }
        #expect(created.exitCode == 0, "\(created.errors)")
        let list = try await Program.run("user list --project shop --data \(data)")
        #expect(list.output == "There are no users.\n")
        #expect(await next.stop() == 0)
    }

    /// Waits until the log tells of as many sessions that went.
    private func tidied(_ server: ServerProcess, sessions: Int) async throws {
        for _ in 0..<3000 {
            let gone = server.process.output.matches(of: #/"msg":"housekeeping".*"sessions":(\d+)/#)
                .compactMap { Int($0.1) }
            if gone.reduce(0, +) == sessions { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw NothingTidied(output: server.process.output)
    }
}
