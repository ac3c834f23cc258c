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
