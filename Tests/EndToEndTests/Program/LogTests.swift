import Foundation
import Glibc
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
        let objects = try lines.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        let rejected = objects.first {
            $0?["route"] as? String == "/v1/accounts:signInWithPassword" && $0?["status"] as? Int == 400
        }
        #expect(rejected??["code"] as? String == "INVALID_LOGIN_CREDENTIALS")
        #expect(rejected??["project"] as? String == "default")
        let secrets = [
            "lovelace", "correct horse", "battery", tokens[0], tokens[1],
            try #require(refreshed["refresh_token"]),
            administrator.trimmingCharacters(in: .newlines), server.apiKey,
        ]
        let logged = lines.joined(separator: "\n") + server.process.errors
        for secret in secrets { #expect(!logged.contains(secret)) }
    }

    @Test(
        "an administrative operation is logged with its actor and its target, at the socket and over the network"
    )
    func administration() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let user = try #require(
            try await server.account("signUp", ["email": "ada@example.com", "password": "correct horse"])[
                "localId"
            ]
        )
        let token = try await Program.run("administrator create backup --data \(data)").output
            .trimmingCharacters(in: .newlines)
        let disabled = try await Program.run("user disable ada@example.com --data \(data)")
        #expect(disabled.exitCode == 0, "\(disabled.errors)")
        let response = try await server.send(
            .get,
            "/v1/projects/default/accounts:batchGet",
            fields: ["authorization": "Bearer " + token, "x-request-id": "support-1"]
        )
        #expect(response.status == 200)
        _ = try await server.send(.get, "/wrong/prefix/%7f?key=secret")
        let backup = try directory.file("backup")
        #expect(try await Program.run("backup \(backup) --data \(data)").errors.isEmpty)
        #expect(await server.stop() == 0)

        let lines = try server.process.output.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
        func line(_ action: String) -> [String: Any]? {
            lines.first { $0["msg"] as? String == "administration" && $0["action"] as? String == action }
        }
        let update = try #require(line("users.update"))
        let actor = update["actor"] as? [String: String]
        #expect(
            actor?["kind"] == "operator" && actor?["uid"] == "\(geteuid())"
                && actor?["user"]?.isEmpty == false
        )
        #expect(update["target"] as? [String: String] == ["project": "default", "user": user])
        #expect(update["outcome"] as? String == "succeeded" && update["remote"] as? String == "unix")
        let created = try #require(line("administrators.create"))
        let list = try #require(line("accounts.batchGet"))
        let credential = list["actor"] as? [String: String]
        #expect(credential?["kind"] == "administrator" && credential?["name"] == "backup")
        #expect(credential?["id"] == (created["target"] as? [String: String])?["administrator"])
        #expect(list["request"] as? String == "support-1")
        let copied = try #require(line("data.backup"))
        #expect(copied["target"] as? [String: String] == ["directory": backup])
        #expect((copied["actor"] as? [String: String])?["uid"] == "\(geteuid())")
        let missed = lines.first { $0["status"] as? Int == 404 }
        #expect((missed?["path"] as? String)?.hasPrefix("/wrong/prefix/") == true)
        #expect(!server.process.output.contains(token) && !server.process.output.contains("ada@example.com"))
    }

    @Test("a command without a server logs what it changes on the standard error, and not what it reads")
    func offlineAdministration() async throws {
        let directory = try TemporaryDirectory()
        let (data, backup) = (try directory.file("data"), try directory.file("backup"))
        #expect(try await ServerProcess.serve(data).stop() == 0)
        let restored = try directory.file("restored")
        let commands: [(String, String?)] = [
            ("user list --data \(data)", nil),
            ("tenant create blue --data \(data)", "tenants.create"),
            ("backup \(backup) --include-master-key --data \(data)", "data.backup"),
            ("restore \(backup) --data \(restored)", "data.restore"),
        ]
        for (command, action) in commands {
            let outcome = try await Program.run(command)
            #expect(outcome.exitCode == 0)
            let lines = try outcome.errors.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
            }
            #expect(
                lines.map { $0["action"] as? String } == [action].filter { $0 != nil },
                "\(outcome.errors)"
            )
            #expect(lines.allSatisfy { $0["outcome"] as? String == "succeeded" })
        }
    }

    @Test("lines begin with their priority if, and only if, the journal reads them")
    func journal() async throws {
        for isJournal in [true, false] {
            let directory = try TemporaryDirectory()
            let data = try directory.file("data")
            // The variable may be that of another process: only the file itself counts.
            let stream = isJournal ? "$(stat -L -c %d:%i /proc/$$/fd/1)" : "1:1"
            let process = try ChildProcess(
                "/bin/sh",
                ["-c", "JOURNAL_STREAM=\(stream) exec \(Program.path) serve --data \(data) --port 0"],
                in: directory,
                environment: RunningServer.cheapPasswords
            )
            try await until("ready") { process.output.contains(#""msg":"ready""#) }
            process.send(SIGTERM)
            #expect(await process.exitCode() == 0)
            let lines = process.output.split(separator: "\n")
            #expect(!lines.isEmpty)
            for line in lines {
                let priority =
                    line.contains(#""level":"warning""#)
                    ? "<4>" : line.contains(#""level":"info""#) ? "<6>" : "<5>"
                #expect(line.hasPrefix(isJournal ? priority + "{" : "{"), "\(line)")
            }
            let failed = try await ChildProcess.run(
                "/bin/sh",
                [
                    "-c",
                    "JOURNAL_STREAM=$(stat -L -c %d:%i /proc/$$/fd/2) exec \(Program.path) serve --port http",
                ]
            )
            #expect(failed.errors.hasPrefix("<3>cardea: --port"), "\(failed.errors)")
        }
    }
}
