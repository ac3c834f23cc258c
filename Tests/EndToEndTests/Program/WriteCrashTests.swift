import Foundation
import Testing

/// Kills the server in the middle of imports, codes, mails, text messages and sign-ins with a provider, again and again.
///
/// `CARDEA_SOAK_SECONDS` makes it go on for longer: `make soak`.
@Suite(
    "Crashes under writes",
    .enabled(
        if: MailSink.isInstalled && SMSSink.isInstalled,
        "Scripts/python-clients installs the mail server"
    ),
    .timeLimit(.minutes(10))
)
struct WriteCrashTests {
    private static let seconds =
        ProcessInfo.processInfo.environment["CARDEA_SOAK_SECONDS"].flatMap(Int.init) ?? 4

    @Test(
        "a crash loses no acknowledged user, link, code or message, and lets no code be used twice (security 18)"
    )
    func crashes() async throws {
        let site = try await CrashSite()
        let end = ContinuousClock.now + .seconds(Self.seconds)
        let importers = (0..<2).map { BatchImporter(name: "import\($0)", site: site) }
        let resetters = (0..<4).map { PasswordResetter(name: "reset\($0)", site: site) }
        let signers = (0..<2).map { PhoneSigner(number: $0, site: site) }
        let visitors = (0..<3).map { ProviderVisitor(name: "visitor\($0)", site: site) }
        let linkers = (0..<3).map { IdentityLinker(name: "link\($0)", site: site) }
        var crashes = 0
        try await withThrowingTaskGroup { group in
            for linker in linkers { group.addTask { try await linker.run(until: end) } }
            for importer in importers { group.addTask { try await importer.run(until: end) } }
            for resetter in resetters { group.addTask { try await resetter.run(until: end) } }
            for visitor in visitors { group.addTask { try await visitor.run(until: end) } }
            for signer in signers { group.addTask { try await signer.run(until: end) } }
            while ContinuousClock.now < end || crashes == 0 {
                try await Task.sleep(for: .milliseconds(Int.random(in: 100...500)))
                try await site.crash()
                crashes += 1
            }
            try await group.waitForAll()
        }
        for linker in linkers { try await linker.judge() }
        for importer in importers { try await importer.judge() }
        for resetter in resetters { try await resetter.judge() }
        for signer in signers { try await signer.judge() }
        for visitor in visitors { try await visitor.judge() }
        #expect(await site.server.stop() == 0)
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
            // Users of a batch without a response exist. Steps are whole: each has a hundred users.
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

/// Requests a link for user after user, and sets new passwords by the links in the mails.
private actor PasswordResetter {
    private let name: String
    private let site: CrashSite
    /// The users whose requests were acknowledged; `true` if a request before it had no response.
    private var requested: [String: Bool] = [:]
    private var tried: Set<String> = []
    /// The users with a new password, and the codes that set it.
    private var used: [String: String] = [:]

    init(name: String, site: CrashSite) {
        self.name = name
        self.site = site
    }

    func run(until end: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < end || requested.isEmpty {
            let id = "\(name)-\(requested.count)"
            let email = "\(id)@example.com"
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
            requested[email] = request.isRepeated
            try await useCodes()
        }
    }

    /// Uses the codes of the mails that have arrived.
    private func useCodes() async throws {
        for (email, code) in try codes() {
            guard let isSecondRequest = requested[email], tried.insert(code).inserted else { continue }
            let (reply, isRepeated) = try await site.send(
                "/v1/accounts:resetPassword",
                ["oobCode": code, "newPassword": password(of: email)]
            )
            if reply.status == 200 {
                #expect(used[email] == nil, "two codes of one user were valid")
                used[email] = code
                continue
            }
            try #require(reply.error == "INVALID_OOB_CODE", "\(reply.error ?? "")")
            // The use whose response was lost may have been committed.
            let wasUsed = isRepeated ? try await signsIn(email) : false
            if wasUsed {
                used[email] = code
            } else {
                // A second code of a user replaces the first.
                #expect(isSecondRequest || used[email] != nil, "a mail was sent without its commit")
            }
        }
    }

    private func password(of email: String) -> String { "new password of \(email)" }

    private func signsIn(_ email: String) async throws -> Bool {
        let (reply, _) = try await site.send(
            "/v1/accounts:signInWithPassword",
            ["email": email, "password": password(of: email)]
        )
        return reply.status == 200
    }

    /// The recipients and the codes of all mails, in the order of the mails.
    private func codes() throws -> [(email: String, code: String)] {
        try site.sink.messages.compactMap { message in
            guard let email = message.recipients.first,
                let code = message.text?.firstMatch(of: #/oobCode=([A-Za-z0-9_-]+)/#)
            else { return nil }
            return (email, String(code.1))
        }
    }

    func judge() async throws {
        // A mail that was being sent during a crash is sent again when its claim has expired.
        try await until("each mail is delivered, or waits in the outbox") {
            try await useCodes()
            let missing = requested.keys.filter { used[$0] == nil }
            if missing.isEmpty { return true }
            let waiting = try await site.waitingRecipients()
            return missing.allSatisfy(waiting.contains)
        }
        for (email, code) in try codes() where requested[email] != nil {
            let (reply, _) = try await site.send(
                "/v1/accounts:resetPassword",
                ["oobCode": code, "newPassword": "password of a thief"]
            )
            #expect(reply.error == "INVALID_OOB_CODE", "a code was used twice")
        }
        for email in used.keys {
            #expect(try await signsIn(email), "an acknowledged password is lost")
        }
    }
}
