import Testing

/// Creates users with accounts at a provider, and deletes every other one.
actor UserDeleter: CrashActor {
    private static let batch = 10
    var rounds = 0
    private let name: String
    private let site: CrashSite
    private var kept: Set<String> = []
    private var deleted: Set<String> = []

    init(_ number: Int, _ site: CrashSite) {
        name = "deleter\(number)"
        self.site = site
    }

    func round() async throws {
        let ids = (0..<Self.batch).map { "\(name)-\(rounds)-\($0)" }
        for id in ids {
            let identity = ["providerId": CrashSite.provider, "rawId": id]
            try await site.create(["localId": id, "email": email(of: id), "providerUserInfo": [identity]])
        }
        let part = [ids[0]] + ids[1..<9].filter { _ in Bool.random() }
        let (reply, _) = try await site.send(
            "/v1/projects/default/accounts:batchDelete",
            ["localIds": part, "force": true],
            asAdministrator: true
        )
        try #require(reply.status == 200 && reply.object["errors"] == nil, "\(reply.object)")
        deleted.formUnion(part)
        kept.formUnion(Set(ids).subtracting(part))
    }

    private func email(of id: String) -> String { "\(id)@deleter.example" }

    func judge(_ pool: PoolScan) {
        for id in site.judgements.each("kept users", kept) {
            let identity = "\(CrashSite.provider)/\(id)"
            #expect(pool[id: id]?.identities == [identity], "an acknowledged user is lost")
        }
        for id in site.judgements.each("deleted users", deleted) {
            let rests = [
                pool[id: id], pool[email: email(of: id)], pool[identity: "\(CrashSite.provider)/\(id)"],
            ]
            #expect(rests.allSatisfy { $0 == nil }, "a deleted user came back")
        }
    }
}
