import CardeaCurlTransport
import Foundation
import Glibc
import CardeaHTTPMessages
import CardeaLocks
import Testing

/// A backup of a server that serves, and what a restore brings back.
@Suite struct BackupTests {
    private struct Check: Decodable {
        let problems: [String]
        let keys: Int
    }

    /// Whether the load has to end; a cancelled request would lose its token.
    private final class Over: Sendable {
        let value = Atomic(false)
    }

    @Test("a backup under load restores to sound data, and every user stays signed in (security L15)")
    func backupUnderLoad()
        async throws
    {
        let directory = try TemporaryDirectory()
        let (data, backup) = (try directory.file("data"), try directory.file("backup"))
        let server = try await ServerProcess.serve(data)
        let account = ["email": "ada@example.com", "password": "correct horse"]
        #expect(try await server.account("signUp", account).status == 200)
        var tokens: [String] = []
        for _ in 0..<4 {
            tokens.append(try #require(try await server.account("signUp", [:])["refreshToken"]))
        }

        // Users refresh and sign up before, while and after the database is copied.
        let isOver = Over()
        let load = tokens.map { token in
            Task { [token] in
                var (token, count) = (token, 0)
                while !isOver.value.load(ordering: .relaxed) || count < 3 {
                    let response = try await server.refresh(token)
                    token = try #require(response["refresh_token"], "\(response.error ?? "")")
                    _ = try await server.account("signUp", [:])
                    count += 1
                }
                return token
            }
        }
        try await Task.sleep(for: .milliseconds(100))
        let made = try await Program.run("backup \(backup) --include-master-key --data \(data)")
        #expect(made.exitCode == 0, "\(made.errors)")
        #expect(made.output.contains("with the master key"))
        isOver.value.store(true, ordering: .relaxed)
        var newest: [String] = []
        for task in load { newest.append(try await task.value) }
        await server.crash()

        for file in try FileManager.default.contentsOfDirectory(atPath: backup) {
            #expect(try permissions(of: backup + "/" + file) == 0o600, "\(file)")
        }
        #expect(try permissions(of: backup) == 0o700)
        let restored = try directory.file("restored")
        let outcome = try await Program.run("restore \(backup) --data \(restored)")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let check = try await Program.run("check --json --data \(restored)")
        #expect(check.exitCode == 0)
        #expect(try check.json(Check.self).keys == 2)

        let second = try await ServerProcess.serve(restored)
        // These tokens are newer than the backup: the rotation rolls forward.
        for token in newest {
            let response = try await second.refresh(token)
            #expect(response.status == 200, "\(response.error ?? "")")
        }
        #expect(try await second.account("signInWithPassword", account).status == 200)
        try await until("a line in the log") { second.process.output.contains("rolled forward") }
    }

    @Test("a backup without the master key needs it at the restore (security L15)")
    func backupWithoutMaster() async throws {
        let directory = try TemporaryDirectory()
        let (data, backup) = (try directory.file("data"), try directory.file("backup"))
        let server = try await ServerProcess.serve(data)
        let token = try #require(try await server.account("signUp", [:])["refreshToken"])
        #expect(await server.stop() == 0)
        // No server runs.
        #expect(try await Program.run("backup \(backup) --data \(data)").exitCode == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: backup)
        #expect(Set(names) == ["cardea.sqlite", "manifest.json"])

        let restored = try directory.file("restored")
        let rejected = try await Program.run("restore \(backup) --data \(restored)")
        #expect(rejected.exitCode == 1)
        #expect(rejected.errors.contains("--master-key"))
        let foreign = try directory.file("foreign.key", String(repeating: "k", count: 32))
        #expect(unsafe chmod(foreign, 0o600) == 0)
        let wrong = try await Program.run("restore \(backup) --master-key \(foreign) --data \(restored)")
        #expect(wrong.exitCode == 1)
        #expect(wrong.errors.contains("does not open under this master key"))
        let right = try await Program.run(
            "restore \(backup) --master-key \(data)/master.key --data \(restored)"
        )
        #expect(right.exitCode == 0, "\(right.errors)")
        let second = try await ServerProcess.serve(restored)
        #expect(try await second.refresh(token).status == 200)
    }

    @Test("a restore ends one-time administrator tokens, and the greeting names no file that is missing")
    func oneTimeToken() async throws {
        let directory = try TemporaryDirectory()
        let (data, backup) = (try directory.file("data"), try directory.file("backup"))
        let server = try await ServerProcess.serve(data)
        let token = try String(contentsOfFile: data + "/administrator-token", encoding: .utf8)
        let lasting = try await Program.run("administrator create ci --data \(data)").output
        #expect(try await Program.run("backup \(backup) --include-master-key --data \(data)").exitCode == 0)
        #expect(await server.stop() == 0)

        let restored = try directory.file("restored")
        let outcome = try await Program.run("restore \(backup) --data \(restored)")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: restored)
        #expect(Set(names) == ["cardea.sqlite", "master.key", "cardea.lock"])
        let second = try await ServerProcess.serve(restored)
        #expect(!second.process.output.contains("administratorTokenFile"))
        for (credential, status) in [(token, 401), (lasting, 200)] {
            let response = try await second.send(
                .get,
                "/v1/projects/default/accounts:batchGet",
                fields: ["authorization": "Bearer " + credential.trimmingCharacters(in: .newlines)]
            )
            #expect(response.status == status)
        }
    }

    @Test("a restore ends the codes of the backup, which may have been used since (security 18, 23, 24)")
    func codes() async throws {
        let directory = try TemporaryDirectory()
        let (data, backup) = (try directory.file("data"), try directory.file("backup"))
        let server = try await ServerProcess.serve(data)
        let account = ["email": "ada@example.com", "password": "correct horse"]
        #expect(try await server.account("signUp", account).status == 200)
        let owner = try await Program.run("administrator create ci --data \(data)").output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let link = try await server.send(
            .post,
            "/v1/projects/default/accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true],
            fields: ["authorization": "Bearer \(owner)"]
        )
        let code = try #require(link["oobCode"], "\(link.error ?? "")")
        #expect(try await server.account("resetPassword", ["oobCode": code]).status == 200)
        #expect(try await Program.run("backup \(backup) --include-master-key --data \(data)").exitCode == 0)
        // Neither the database nor the log has the code.
        let stored = try Data(contentsOf: URL(filePath: backup).appending(path: "cardea.sqlite"))
        #expect(stored.range(of: Data(code.utf8)) == nil)
        #expect(!server.process.output.contains(code))
        let reset = ["oobCode": code, "newPassword": "battery staple"]
        #expect(try await server.account("resetPassword", reset).status == 200)
        #expect(await server.stop() == 0)

        let restored = try directory.file("restored")
        let outcome = try await Program.run("restore \(backup) --data \(restored)")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let second = try await ServerProcess.serve(restored)
        let again = ["oobCode": code, "newPassword": "thief's password"]
        #expect(try await second.account("resetPassword", again).error == "INVALID_OOB_CODE")
        #expect(try await second.account("signInWithPassword", account).status == 200)
    }

    @Test("a backup that fails leaves no directory behind")
    func failedBackup() async throws {
        let directory = try TemporaryDirectory()
        let (data, backup) = (try directory.file("data"), try directory.file("backup"))
        #expect(try await ServerProcess.serve(data).stop() == 0)
        try FileManager.default.removeItem(atPath: data + "/master.key")
        let failed = try await Program.run("backup \(backup) --include-master-key --data \(data)")
        #expect(failed.exitCode == 1)
        #expect(!FileManager.default.fileExists(atPath: backup))
    }

    @Test("a check finds damage and foreign keys, beside a running server too (security L13)")
    func checkFindsDamage()
        async throws
    {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        for _ in 0..<20 { #expect(try await server.account("signUp", [:]).status == 200) }
        let running = try await Program.run("check --data \(data)")
        #expect(running.exitCode == 0, "\(running.errors)")
        #expect(running.output.contains("is sound: schema"))
        #expect(await server.stop() == 0)
        #expect(try await Program.run("check --data \(data)").exitCode == 0)
        #expect(try await Program.run("check --data \(directory.path)").exitCode == 1)

        let key = data + "/master.key"
        let right = try String(contentsOfFile: key, encoding: .utf8)
        try write(String(repeating: "k", count: 32), to: key)
        let foreign = try await Program.run("check --data \(data)")
        #expect(foreign.exitCode == 3)
        #expect(foreign.errors.split(separator: "\n").count == 2)
        #expect(foreign.errors.contains("does not open under this master key"))
        try write(right, to: key)

        try overwritePages(of: data + "/cardea.sqlite")
        let damaged = try await Program.run("check --data \(data)")
        #expect(damaged.exitCode == 3)
        #expect(damaged.errors.contains("the database is damaged"), "\(damaged.errors)")
    }

    @Test("after a crash the server checks its database, and does not serve a damaged one (security L13)")
    func afterCrashServer()
        async throws
    {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let first = try await ServerProcess.serve(data)
        #expect(!first.process.output.contains("did not close the database"))
        for _ in 0..<20 { #expect(try await first.account("signUp", [:]).status == 200) }
        await first.crash()
        let second = try await ServerProcess.serve(data)
        let line = #/did not close the database; it was checked and is sound","milliseconds":\d+/#
        #expect(second.process.output.contains(line))
        #expect(await second.stop() == 0)
        let third = try await ServerProcess.serve(data)
        #expect(!third.process.output.contains("did not close the database"))
        #expect(try await third.account("signUp", [:]).status == 200)
        await third.crash()
        try overwritePages(of: data + "/cardea.sqlite")
        let outcome = try await Program.run("serve --data \(data) --port 0")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.hasPrefix("cardea: the database is damaged"), "\(outcome.errors)")
    }

    /// Destroys what follows the first pages.
    private func overwritePages(of path: String) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        let size = try file.seekToEnd()
        for page in 3..<size / 4096 {
            try file.seek(toOffset: page * 4096)
            try file.write(contentsOf: Data(repeating: 0xff, count: 4096))
        }
        try file.close()
    }

    private func write(_ text: String, to path: String) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
