import Foundation
import CardeaHTTPMessages
import Testing

@Suite struct LogTests {
    @Test("lines are JSON, and hold no password, token, code or e-mail address (security 23)")
    func security23Lines()
        async throws
    {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data, "--log-level", "debug")
        let account = ["email": "ada.lovelace@example.com", "password": "correct horse"]
        let signedUp = try await server.account("signUp", account)
        let tokens = try [#require(signedUp["idToken"]), #require(signedUp["refreshToken"])]
        let refreshed = try await server.refresh(tokens[1])
        _ = try await server.account("signInWithPassword", account)
        _ = try await server.account(
            "signInWithPassword",
            ["email": "ada.lovelace@example.com", "password": "battery"]
        )
        _ = try await server.account("lookup", ["idToken": tokens[0] + "x"])
        _ = try await server.send(.get, "/v1/projects/default/accounts:query?idToken=\(tokens[0])")
        let administrator = try String(contentsOfFile: data + "/administrator-token", encoding: .utf8)
        #expect(await server.stop() == 0)

        // The greeting is for the operator at the terminal; it names the API key.
        let greeting = server.process.output.split(separator: "\n").filter {
            $0.contains(#""msg":"greeting""#)
        }
        #expect(greeting.count == 1)
        let lines = server.process.output.split(separator: "\n").filter { !greeting.contains($0) }
        #expect(lines.count >= 8)
        for line in lines + greeting {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["ts"] is String && object?["level"] is String && object?["msg"] is String)
        }
        let secrets = [
            "lovelace", "correct horse", "battery", tokens[0], tokens[1],
            try #require(refreshed["refresh_token"]),
            administrator.trimmingCharacters(in: .newlines), server.apiKey,
        ]
        let logged = lines.joined(separator: "\n") + server.process.errors
        for secret in secrets { #expect(!logged.contains(secret)) }
    }
}
