import CardeaHTTPMessages
import Testing

/// Creates tenants with a user each, and deletes every other one.
actor TenantKeeper: CrashActor {
    private static let path = "/v2/projects/default/tenants"
    static let quietRounds = 2
    var rounds = 0
    private let name: String
    private let site: CrashSite
    /// The users of the tenants that were kept.
    private var kept: [String: String] = [:]
    private var deleted: Set<String> = []
    /// The largest number of tenants with a name.
    private var limits: [String: Int] = [:]

    init(_ number: Int, _ site: CrashSite) {
        name = "tenant\(number)"
        self.site = site
    }

    func round() async throws {
        let name = "\(name)-\(rounds)"
        let created = try await site.exchange(
            .post,
            Self.path,
            ["displayName": name, "enableAnonymousUser": true],
            asAdministrator: true
        )
        let tenant = try #require(created.reply?["name"]?.split(separator: "/").last.map(String.init))
        limits[name] = 1 + created.lost
        let (user, _) = try await site.send("/v1/accounts:signUp", ["tenantId": tenant])
        let id = try #require(user["localId"], "\(user.error ?? "")")
        if rounds % 2 == 0 {
            kept[tenant] = id
        } else {
            let removal = try await site.exchange(.delete, "\(Self.path)/\(tenant)", asAdministrator: true)
            let isRepeated = removal.lost > 0 && removal.reply?.error == "TENANT_NOT_FOUND"
            #expect(removal.reply?.status == 200 || isRepeated, "\(removal.reply?.error ?? "")")
            deleted.insert(tenant)
        }
    }

    func judge(_ pool: PoolScan) async throws {
        var names: [String: String] = [:]
        var next = ""
        repeat {
            let path = "\(Self.path)?pageSize=1000" + next
            let page = try #require(try await site.exchange(.get, path, asAdministrator: true).reply)
            for tenant in page.object["tenants"] as? [[String: Any]] ?? [] {
                let id = try #require(
                    (tenant["name"] as? String)?.split(separator: "/").last.map(String.init)
                )
                names[id] = tenant["displayName"] as? String
            }
            next = page["nextPageToken"].map { "&pageToken=\($0)" } ?? ""
        } while !next.isEmpty
        for (name, limit) in limits {
            #expect(names.values.filter { $0 == name }.count <= limit, "a tenant is there twice")
        }
        for (tenant, user) in site.judgements.each("kept tenants", kept) {
            #expect(names[tenant] != nil, "an acknowledged tenant is lost")
            #expect(try await lookup(user, in: tenant).object["users"] != nil, "an acknowledged user is lost")
        }
        for tenant in site.judgements.each("deleted tenants", deleted) {
            #expect(names[tenant] == nil, "a deleted tenant came back")
            #expect(try await lookup("anybody", in: tenant).error == "TENANT_NOT_FOUND")
        }
    }

    private func lookup(_ user: String, in tenant: String) async throws -> Reply {
        let path = "/v1/projects/default/tenants/\(tenant)/accounts:lookup"
        return try await site.send(path, ["localId": [user]], asAdministrator: true).reply
    }
}
