import Testing

/// Imports batch after batch, and repeats a batch without a response.
actor BatchImporter: CrashActor {
    private static let batch = 250
    var rounds = 0
    private let name: String
    private let site: CrashSite
    private var acknowledged = 0

    init(_ number: Int, _ site: CrashSite) {
        name = "import\(number)"
        self.site = site
    }

    func round() async throws {
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

    func judge(_ pool: PoolScan) {
        for number in site.judgements.each("imported users", 0..<acknowledged) {
            let id = "\(name)-\(number)"
            #expect(pool[id: id]?.email == "\(id)@example.com", "an acknowledged user is lost")
        }
    }
}
