import Foundation
import Testing

/// `cardea user import` and `cardea user export`.
@Suite("Users in bulk", .timeLimit(.minutes(10)))
struct UserTransferTests {
    private struct Total: Decodable, Equatable {
        var created = 0
        var replaced = 0
        var skipped = 0
        var rejected = 0
    }

    private let directory: TemporaryDirectory
    private let data: String

    init() throws {
        directory = try TemporaryDirectory()
        data = try directory.file("data")
    }

    private func run(_ line: String, input: String = "") async throws -> ChildProcess.Outcome {
        try await Program.run("user \(line) --data \(data)", input: input)
    }

    private func total(_ outcome: ChildProcess.Outcome) throws -> Total { try outcome.json(Total.self) }

    /// SHA-256 of "NaCl" and "correct horse".
    private static let hash =
        "$sha256$i=1,o=s$TmFDbA$zAwZ5+hU2tOhrFnScKgwAkx9LvokjqgNCiciPzC79QQ"

    private static let lines = """
        {"id":"ann","email":"ann@example.com","emailVerified":true,"displayName":"Ann, \\"A\\"\\u202e","phoneNumber":"+491701234567","passwordHash":"$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4","passwordChangedAt":1500000000123,"customClaims":"{\\"a\\": [1, 2.50]}","createdAt":1400000000001,"lastSignedInAt":1600000000002,"validSince":1450000000003}
        {"id":"bob","email":"bob@example.com","passwordHash":"\(hash)","passwordChangedAt":1500000000123,"disabled":true,"createdAt":1400000000001,"validSince":1450000000003}

        """

    @Test(
        "an export of what was imported is the same file, with and without a running server (security 33)",
        arguments: [true, false]
    )
    func roundTrip(isRunning: Bool) async throws {
        let server = try await ServerProcess.serve(data)
        if !isRunning { #expect(await server.stop() == 0) }
        let file = try directory.file("users.jsonl", Self.lines)
        let imported = try await run("import \(file) --json")
        #expect(imported.exitCode == 0, "\(imported.errors)")
        #expect(try total(imported) == Total(created: 2))

        let copy = try directory.file("copy.jsonl")
        let exported = try await run("export \(copy)")
        #expect(exported.exitCode == 0, "\(exported.errors)")
        #expect(exported.output.contains("Keep it secret"))
        let text = try String(contentsOfFile: copy, encoding: .utf8)
        #expect(text == Self.lines.replacing("\\u202e", with: "\u{202e}"))
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // An existing file is not replaced.
        #expect(try await run("export \(copy)").exitCode == 1)
        let standard = try await run("export")
        #expect(standard.output == text)
        #expect(standard.errors.contains("Keep the output secret"))

        // The second time, nothing changes.
        #expect(try total(await run("import - --json", input: text)) == Total(skipped: 2))
        let overwritten = try await run("import - --overwrite --json", input: text)
        #expect(try total(overwritten) == Total(replaced: 2))
    }

    @Test("users with passwords in plain text, imported in one step, all sign in")
    func plainPasswords() async throws {
        let server = try await ServerProcess.serve(data)
        let names = (1...20).map { "user\($0)" }
        let lines = names.map {
            #"{"id":"\#($0)","email":"\#($0)@example.com","password":"password of \#($0)"}"# + "\n"
        }
        .joined()
        #expect(try total(await run("import - --json", input: lines)) == Total(created: names.count))
        for name in names {
            let signedIn = try await server.account(
                "signInWithPassword",
                ["email": "\(name)@example.com", "password": "password of \(name)"]
            )
            #expect(signedIn["email"] == "\(name)@example.com")
        }
    }

    @Test("each wrong line is reported with its number, and the others are imported")
    func errors() async throws {
        let server = try await ServerProcess.serve(data)
        let lines = """
            {"id":"good"}

            {"id":"a b"}
            no JSON
            {"id":"x","unknown":1}
            {"id":"y","email":true}
            {"id":"z","passwordHash":"secret"}
            {"id":"w","passwordHash":"$2b$14$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"}
            {"id":"also good","email":"e@example.com"}
            {"id":"fine","email":"e@example.com"}
            {"id":"twin","email":"E@example.com"}
            """
        let dry = try await run("import - --dry-run --json", input: lines)
        #expect(try total(dry) == Total(created: 2, rejected: 8))
        #expect(try await run("list --json").output.contains("good") == false)

        let outcome = try await run("import - --json", input: lines)
        #expect(outcome.exitCode == 1)
        #expect(try total(outcome) == Total(created: 2, rejected: 8))
        let errors = outcome.errors.split(separator: "\n").dropLast()
        #expect(
            errors.map { $0.prefix { $0 != ":" } }
                == [
                    "line 3, id 'a b'", "line 4", "line 5, id 'x'", "line 6, id 'y'", "line 7, id 'z'",
                    "line 8, id 'w'", "line 9, id 'also good'", "line 11, id 'twin'",
                ].map { "standard input, \($0)" }
        )
        #expect(
            errors.last == "standard input, line 11, id 'twin': another user has this e-mail address"
        )
        #expect(try await run("show fine").exitCode == 0)
        #expect(await server.stop() == 0)
    }

    /// The first user has the vector of firebase-admin-node's tests.
    private static let firebaseJSON = """
        {"users": [
        {
          "localId": "fire", "email": "fire@example.com", "emailVerified": true,
          "passwordHash": "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw==",
          "salt": "TmFDbA==", "displayName": "a \\"}] b", "lastSignedInAt": "1476235906000",
          "createdAt": "1476235905000", "disabled": false, "customAttributes": "{\\"admin\\":true}",
          "providerUserInfo": [{"providerId": "google.com", "rawId": "1", "email": "fire@example.com"}]
        },
        {"localId": "guest", "createdAt": 1476235905000, "providerUserInfo": []}
        ]}
        """
    private static let firebaseCSV = """
        fire,fire@example.com,true,V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw==,TmFDbA==,"a ""}] b",,1,fire@example.com,,,,,,,,,,,,,,,1476235905000,1476235906000,,false,"{""admin"":true}",
        guest,,false,,,,,,,,,,,,,,,,,,,,,1476235905000,,,false,,

        """

    @Test(
        "a file of Firebase is imported, its users sign in, and an export in its form is imported again",
        arguments: [("json", firebaseJSON), ("csv", firebaseCSV)]
    )
    func firebase(form: String, text: String) async throws {
        let server = try await ServerProcess.serve(data)
        let key = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
        let keyFile = try directory.file("key", key + "\n")
        let file = try directory.file("users.\(form)", text)
        let options =
            "--hash-algo SCRYPT --hash-key-file \(keyFile) --salt-separator Bw== --rounds 8 --mem-cost 14"
        let imported = try await run("import \(file) \(options)")
        #expect(imported.exitCode == 0, "\(imported.errors)")

        // Before the first sign-in, the hash goes back to Firebase.
        let first = try directory.file("first.\(form)")
        let exported = try await run("export \(first)")
        #expect(exported.exitCode == 0, "\(exported.errors)")
        #expect(exported.errors.contains("--hash-algo=SCRYPT --rounds=8 --mem-cost=14"))
        let text = try String(contentsOfFile: first, encoding: .utf8)
        #expect(text.contains("V358E8LdWJXAO7muq0Cuf"))
        let provider = form == "json" ? #""providerId":"google.com","rawId":"1","email":"fire@"# : ",1,fire@"
        #expect(text.contains(provider), "\(text)")

        let credentials = ["email": "fire@example.com", "password": "password"]
        let signedIn = try await server.account("signInWithPassword", credentials)
        #expect(signedIn["localId"] == "fire", "\(signedIn.error ?? "")")
        let lines = try await run("export").output
        #expect(lines.contains("$argon2id$") && !lines.contains("firebase-scrypt"))
        #expect(lines.contains("\"customClaims\":\"{\\\"admin\\\":true}\""))

        let other = try directory.file("other")
        let second = try await ServerProcess.serve(other)
        let again = try await Program.run(
            "user import \(first) \(options.replacing("--salt-separator Bw== ", with: "")) --data \(other)"
        )
        #expect(again.exitCode == 0, "\(again.errors)")
        #expect(try await second.account("signInWithPassword", credentials)["localId"] == "fire")
    }

    @Test("an option for hashes that is wrong is named before anything is read (security 13)")
    func hashOptions() async throws {
        let server = try await ServerProcess.serve(data)
        let file = try directory.file("users.json", Self.firebaseJSON)
        for (options, message) in [
            ("--hash-algo CRC32", "unknown"), ("--hash-algo SHA256", "rounds is missing"),
            ("--hash-algo SHA256 --rounds 99999999", "too expensive"),
            ("--hash-algo HMAC_MD5 --hash-key-file /nowhere", "No such file or directory"),
            ("--hash-algo HMAC_MD5 --hash-key-file /dev/null", "does not contain a key"),
        ] {
            let outcome = try await run("import \(file) \(options)")
            #expect(outcome.exitCode == 2)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
        let pipe = try await run("import - --format firebase-json", input: Self.firebaseJSON)
        for without in [try await run("import \(file)"), pipe] {
            #expect(without.exitCode == 2)
            #expect(
                without.errors.contains(
                    "line 2, users[0], localId 'fire': there is a password hash: name its function with --hash-algo"
                )
            )
        }
        #expect(try await run("export").output.isEmpty)
        #expect(await server.stop() == 0)
    }

    @Test("users are imported into a tenant and exported from it alone (security 19)")
    func tenant() async throws {
        let server = try await ServerProcess.serve(data)
        #expect(try await Program.run("tenant create blue --data \(data)").exitCode == 0)
        #expect(try await run("import - --tenant blue", input: Self.lines).exitCode == 0)
        #expect(try await run("export --tenant blue").output.contains("\"id\":\"ann\",\"tenantId\":\"blue\""))
        #expect(try await run("list").output.contains("ann") == false)
        let unknown = try await run("import - --tenant red", input: Self.lines)
        #expect(unknown.exitCode == 1)
        #expect(unknown.errors.contains("there is no tenant 'red'"))
        #expect(await server.stop() == 0)
    }

    @Test(
        "an import whose server is killed is continued by the same command, and loses no user that was reported"
    )
    func killedServer() async throws {
        let server = try await ServerProcess.serve(data)
        let count = 50_000
        let lines = (0..<count).map { "{\"id\":\"user\($0)\",\"email\":\"user\($0)@example.com\"}" }
        let file = try directory.file("users.jsonl", lines.joined(separator: "\n"))
        async let stopped = run("import \(file)")
        try await until("some users") {
            (try? await Program.run("user list --limit 1 --data \(data)").output.contains("user")) == true
        }
        await server.crash()
        let outcome = try await stopped
        // The import may have been faster.
        let named = outcome.errors.firstMatch(of: #/--from-line (\d+)/#).flatMap { Int($0.1) }
        let next = outcome.exitCode == 0 ? count + 1 : try #require(named)

        // All users before the line that was named are there.
        let rest = try await run("import \(file) --from-line \(next) --json")
        #expect(rest.exitCode == 0, "\(rest.errors)")
        let again = try total(await run("import \(file) --json"))
        #expect(again == Total(skipped: count))
    }
}
