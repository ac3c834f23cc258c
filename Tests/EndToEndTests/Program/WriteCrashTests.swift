import CardeaCurlTransport
import CardeaHTTPMessages
import Foundation
import Testing

/// Kills the server in the middle of imports, codes and mails, again and again.
///
/// `CARDEA_SOAK_SECONDS` makes it go on for longer: `make soak`.
@Suite(
    "Crashes under writes",
    .enabled(if: MailSink.isInstalled, "Scripts/python-clients installs the mail server"),
    .timeLimit(.minutes(10))
)
struct WriteCrashTests {
    private static let seconds =
        ProcessInfo.processInfo.environment["CARDEA_SOAK_SECONDS"].flatMap(Int.init) ?? 4

    @Test(
        "a crash loses no acknowledged user, code or mail, and lets no code be used twice (security 18)"
    )
    func crashes() async throws {
        let site = try await CrashSite()
        let end = ContinuousClock.now + .seconds(Self.seconds)
        let importers = (0..<2).map { BatchImporter(name: "import\($0)", site: site) }
        let resetters = (0..<4).map { PasswordResetter(name: "reset\($0)", site: site) }
        var crashes = 0
        try await withThrowingTaskGroup { group in
            for importer in importers { group.addTask { try await importer.run(until: end) } }
            for resetter in resetters { group.addTask { try await resetter.run(until: end) } }
            while ContinuousClock.now < end || crashes == 0 {
                try await Task.sleep(for: .milliseconds(Int.random(in: 100...500)))
                try await site.crash()
                crashes += 1
            }
            try await group.waitForAll()
        }
        for importer in importers { try await importer.judge() }
        for resetter in resetters { try await resetter.judge() }
        #expect(await site.server.stop() == 0)
    }
}

/// The server as it is between two crashes, and the mail server, which does not crash.
private actor CrashSite {
    private(set) var server: ServerProcess
    let sink: MailSink
    let token: String
    private let directory: TemporaryDirectory
    private let data: String
    private let options: [String]

    init() async throws {
        directory = try TemporaryDirectory()
        data = try directory.file("data")
        sink = try await MailSink(in: directory, security: "none")
        options = [
            "--smtp-host", "127.0.0.1", "--smtp-port", "\(sink.port)", "--smtp-security", "none",
            "--smtp-sender", "no-reply@shop.example",
        ]
        server = try await ServerProcess.serve(data, options: options)
        let made = try await Program.run("administrator create tests --data \(data) --json")
        struct Answer: Decodable { let token: String }
        token = try made.json(Answer.self).token
    }

    /// Kills the server and starts it again.
    func crash() async throws {
        await server.crash()
        server = try await ServerProcess.serve(data, options: options)
    }

    /// Sends a request until a server responds.
    ///
    /// - Returns: The response, and whether a request before it had none.
    nonisolated func send(
        _ path: String,
        _ body: [String: Any],
        asAdministrator: Bool = false
    ) async throws -> (reply: Reply, isRepeated: Bool) {
        let transport = CurlTransport()
        var isRepeated = false
        while true {
            let server = await server
            let token = asAdministrator ? token : nil
            let reply = try? await server.send(
                .post,
                path + (asAdministrator ? "" : "?key=\(server.apiKey)"),
                body,
                fields: token.map { [.authorization: "Bearer \($0)"] } ?? [:],
                over: transport
            )
            if let reply, reply.status != 503 { return (reply, isRepeated) }
            isRepeated = true
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

/// Imports batch after batch, and repeats a batch without a response.
private actor BatchImporter {
    private static let batch = 250
    private let name: String
    private let site: CrashSite
    private var acknowledged = 0

    init(name: String, site: CrashSite) {
        self.name = name
        self.site = site
    }

    func run(until end: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < end || acknowledged == 0 {
            let users = (0..<Self.batch).map { number -> [String: Any] in
                let id = "\(name)-\(acknowledged + number)"
                return ["localId": id, "email": "\(id)@example.com", "customAttributes": "{\"n\":\(number)}"]
            }
            let (reply, isRepeated) = try await site.send(
                "/v1/projects/default/accounts:batchCreate",
                ["users": users],
                asAdministrator: true
            )
            try #require(reply.status == 200, "\(reply.error ?? "")")
            // What a batch without a response has created exists. Steps are whole: each has a hundred users.
            let errors = reply.object["error"] as? [[String: Any]] ?? []
            #expect(errors.isEmpty || isRepeated)
            #expect([0, 100, 200, Self.batch].contains(errors.count))
            #expect(errors.allSatisfy { ($0["message"] as? String)?.contains("existing account") == true })
            acknowledged += Self.batch
        }
    }

    /// Looks for each user that was acknowledged.
    func judge() async throws {
        for start in stride(from: 0, to: acknowledged, by: 100) {
            let ids = (start..<min(start + 100, acknowledged)).map { "\(name)-\($0)" }
            let (reply, _) = try await site.send(
                "/v1/projects/default/accounts:lookup",
                ["localId": ids],
                asAdministrator: true
            )
            #expect((reply.object["users"] as? [Any])?.count == ids.count, "an acknowledged user is lost")
        }
    }
}

/// Requests a link for user after user, and sets a new password by the link in the mail.
private actor PasswordResetter {
    private let name: String
    private let site: CrashSite
    /// The users whose requests were acknowledged.
    private var requested: [String] = []
    /// The codes whose use was acknowledged, and the new passwords.
    private var used: [(email: String, code: String, password: String)] = []

    init(name: String, site: CrashSite) {
        self.name = name
        self.site = site
    }

    func run(until end: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < end || used.isEmpty {
            let email = "\(name)-\(requested.count)@example.com"
            let id = "\(name)-\(requested.count)"
            let created = try await site.send(
                "/v1/projects/default/accounts:batchCreate",
                [
                    "allowOverwrite": true,
                    "users": [["localId": id, "email": email, "rawPassword": "first password"]],
                ],
                asAdministrator: true
            )
            try #require(created.reply.status == 200 && created.reply.object["error"] == nil)
            let request = try await site.send(
                "/v1/accounts:sendOobCode",
                ["requestType": "PASSWORD_RESET", "email": email]
            )
            // A network may request a thousand links.
            if request.reply.status == 429 { return }
            try #require(request.reply.status == 200, "\(request.reply.error ?? "")")
            requested.append(email)
            try await use(email)
        }
    }

    /// Waits for the mail and uses its code. Of several mails, one has the code that is valid.
    private func use(_ email: String) async throws {
        let password = "new password of \(email)"
        var tried: Set<String> = []
        try await until("a password is set for \(email)") {
            for code in try codes(for: email) where tried.insert(code).inserted {
                let (reply, isRepeated) = try await site.send(
                    "/v1/accounts:resetPassword",
                    ["oobCode": code, "newPassword": password]
                )
                if reply.status == 200 {
                    used.append((email, code, password))
                    return true
                }
                try #require(reply.error == "INVALID_OOB_CODE", "\(reply.error ?? "")")
                // The use whose response was lost may have been committed.
                if isRepeated, try await signsIn(email, password) {
                    used.append((email, code, password))
                    return true
                }
            }
            return false
        }
    }

    private func signsIn(_ email: String, _ password: String) async throws -> Bool {
        let (reply, _) = try await site.send(
            "/v1/accounts:signInWithPassword",
            ["email": email, "password": password]
        )
        return reply.status == 200
    }

    /// The codes in the mails of a user, in the order of the mails.
    private func codes(for email: String) throws -> [String] {
        try site.sink.messages.filter { $0.recipients == [email] }.compactMap {
            $0.text?.firstMatch(of: #/oobCode=([A-Za-z0-9_-]+)/#).map { String($0.1) }
        }
    }

    func judge() async throws {
        #expect(used.count == requested.count)
        for (email, code, password) in used {
            // Each request that was acknowledged has sent a mail, and no mail has a code that works again.
            let codes = try codes(for: email)
            #expect(codes.contains(code))
            for code in codes {
                let (reply, _) = try await site.send(
                    "/v1/accounts:resetPassword",
                    ["oobCode": code, "newPassword": "password of a thief"]
                )
                #expect(reply.error == "INVALID_OOB_CODE", "a code was used twice")
            }
            #expect(try await signsIn(email, password), "an acknowledged password is lost")
        }
    }
}
