import Testing

/// Links and unlinks accounts at a provider, one after another, and repeats a request without a response.
actor IdentityLinker {
    private static let users = 4
    private static let subjects = 3
    private static let provider = "oidc.acme"
    private let name: String
    private let site: CrashSite
    private var steps = 0
    /// The users of the subjects, as far as they were acknowledged.
    private var owners: [String: String] = [:]

    init(name: String, site: CrashSite) {
        self.name = name
        self.site = site
    }

    func run(until end: ContinuousClock.Instant) async throws {
        let users = (0..<Self.users).map { ["localId": user($0)] }
        let created = try await site.send(
            "/v1/projects/default/accounts:batchCreate",
            ["users": users, "allowOverwrite": true],
            asAdministrator: true
        )
        try #require(created.reply.status == 200)
        while ContinuousClock.now < end || steps < 20 {
            steps += 1
            let user = user(.random(in: 0..<Self.users))
            if Bool.random() { try await link(subject(.random(in: 0..<Self.subjects)), to: user) }
            if Bool.random() { try await unlink(user) }
        }
    }

    private func user(_ number: Int) -> String { "\(name)-\(number)" }
    private func subject(_ number: Int) -> String { "\(name)/\(number)" }

    private func link(_ subject: String, to user: String) async throws {
        let info = ["providerId": Self.provider, "rawId": subject]
        let (reply, _) = try await update(["localId": user, "linkProviderUserInfo": info])
        if let owner = owners[subject], owner != user {
            #expect(reply.error == "FEDERATED_USER_ID_ALREADY_LINKED", "an identity has two users")
            return
        }
        try #require(reply.status == 200, "\(reply.error ?? "")")
        // A user has one account at the provider.
        for (other, owner) in owners where owner == user { owners[other] = nil }
        owners[subject] = user
    }

    private func unlink(_ user: String) async throws {
        let (reply, _) = try await update(["localId": user, "deleteProvider": [Self.provider]])
        try #require(reply.status == 200, "\(reply.error ?? "")")
        for (subject, owner) in owners where owner == user { owners[subject] = nil }
    }

    private func update(_ body: [String: Any]) async throws -> (reply: Reply, isRepeated: Bool) {
        try await site.send("/v1/projects/default/accounts:update", body, asAdministrator: true)
    }

    /// Compares the identities with their users, and the users with their identities.
    func judge() async throws {
        for number in 0..<Self.subjects {
            let subject = subject(number)
            let id = ["providerId": Self.provider, "rawId": subject]
            let found = try await lookup(["federatedUserId": [id]])
            #expect(found.map { $0["localId"] as? String } == (owners[subject].map { [$0] } ?? []))
        }
        for user in try await lookup(["localId": (0..<Self.users).map(user)]) {
            let providers = user["providerUserInfo"] as? [[String: Any]] ?? []
            let linked = providers.compactMap { $0["rawId"] as? String }
            let expected = owners.filter { $0.value == user["localId"] as? String }.map(\.key)
            #expect(linked == expected, "a link is lost or half")
        }
    }

    private func lookup(_ body: [String: Any]) async throws -> [[String: Any]] {
        let (reply, _) = try await site.send(
            "/v1/projects/default/accounts:lookup",
            body,
            asAdministrator: true
        )
        try #require(reply.status == 200, "\(reply.error ?? "")")
        return reply.object["users"] as? [[String: Any]] ?? []
    }
}
