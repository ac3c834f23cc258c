import Testing

/// Links and unlinks accounts at a provider as an administrator, one after another.
actor IdentityLinker: CrashActor {
    private static let users = 4
    private static let subjects = 3
    var rounds = 0
    private let name: String
    private let site: CrashSite
    /// The users of the subjects, as far as they were acknowledged.
    private var owners: [String: String] = [:]

    init(_ number: Int, _ site: CrashSite) {
        name = "linker\(number)"
        self.site = site
    }

    func prepare() async throws {
        for number in 0..<Self.users { try await site.create(["localId": user(number)]) }
    }

    func round() async throws {
        let user = user(.random(in: 0..<Self.users))
        if Bool.random() { try await link(subject(.random(in: 0..<Self.subjects)), to: user) }
        if Bool.random() { try await unlink(user) }
    }

    private func user(_ number: Int) -> String { "\(name)-\(number)" }
    private func subject(_ number: Int) -> String { "\(name)/\(number)" }

    private func link(_ subject: String, to user: String) async throws {
        let info = ["providerId": CrashSite.provider, "rawId": subject]
        let reply = try await update(["localId": user, "linkProviderUserInfo": info])
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
        let reply = try await update(["localId": user, "deleteProvider": [CrashSite.provider]])
        try #require(reply.status == 200, "\(reply.error ?? "")")
        for (subject, owner) in owners where owner == user { owners[subject] = nil }
    }

    private func update(_ body: [String: Any]) async throws -> Reply {
        try await site.send("/v1/projects/default/accounts:update", body, asAdministrator: true).reply
    }

    /// Compares the identities with their users, and the users with their identities.
    func judge(_ pool: PoolScan) {
        for number in site.judgements.each("identities of administrators", 0..<Self.subjects) {
            let owner = pool[identity: "\(CrashSite.provider)/\(subject(number))"]?.id
            #expect(owner == owners[subject(number)], "a link is lost or half")
        }
        for user in (0..<Self.users).map(user) {
            let expected = owners.filter { $0.value == user }.map { "\(CrashSite.provider)/\($0.key)" }
            #expect(pool[id: user]?.identities == Set(expected), "a link is lost or half")
        }
    }
}
