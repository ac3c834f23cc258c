import CardeaIdentityDomain
import CardeaSecrets
import Testing

@testable import CardeaIdentityService
@testable import CardeaIdentityStore

@Suite("User names that look alike")
struct SimilarUserNameTests {
    private let server: Server

    init() async throws { server = try await Server() }

    private func signUp(_ name: String, tenant: TenantID? = nil) async throws -> SignedIn {
        let new = NewAccount(userName: name, password: "correct horse")
        return try await server.services.accounts.signUp(new, by: server.caller(tenant: tenant)).get()
    }

    private func user(_ name: String) async throws -> User {
        try #require(try await server.store.read(.user(userName: name, in: server.pool)))
    }

    @Test(
        "a name that looks like another one of its pool is taken for users and administrators (security 31)",
        arguments: ["admınistrator", "ɑdministrator"]
    )
    func taken(similar: String) async throws {
        let first = try await signUp("administrator")
        #expect(await failure { try await signUp(similar) } == .user(.userNameExists))
        let ann = try await server.signUp()
        let own = AccountChanges(userName: similar)
        let who = try await server.authenticate(ann.tokens)
        #expect(
            await failure { try await server.services.accounts.update(own, of: who) }
                == .user(.userNameExists)
        )
        var changes = AdministeredChanges()
        changes.userName = .set(similar)
        #expect(
            await failure {
                try await server.services.users.update(ann.user.id, changes, in: server.pool, by: .server)
            }
                == .user(.userNameExists)
        )
        let blue = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "blue"),
            by: .server
        )
        #expect(try await signUp(similar, tenant: blue.id).user.userName == similar)
        changes.userName = .clear
        _ = try await server.services.users.update(first.user.id, changes, in: server.pool, by: .server)
        #expect(try await signUp(similar).user.userName == similar)
    }

    @Test(
        "an import takes names that look alike; each stays with its user",
        arguments: [UserImport.ExistingUsers.reject, .replace]
    )
    func imported(existing: UserImport.ExistingUsers) async throws {
        let records = ["comer", "corner"].map { name in
            var record = UserRecord(id: name)
            record.userName = name
            return record
        }
        for part in [records] + (existing == .replace ? [records] : []) {
            let outcomes = try await server.services.userImport.add(
                part,
                to: server.pool,
                existing: existing,
                by: .server
            )
            #expect(outcomes.allSatisfy { $0 == .created || $0 == .replaced }, "\(outcomes)")
        }
        #expect(try await user("comer").uniqueName?.skeleton == "corner")
        #expect(try await user("corner").uniqueName?.skeleton == "=corner")
        var same = AdministeredChanges()
        same.userName = .set("Corner")
        let changed = try await server.services.users.update(
            UserID(rawValue: "corner"),
            same,
            in: server.pool,
            by: .server
        )
        #expect(changed.userName == "corner")
    }

    @Test("names without skeletons get them in steps, and each name keeps its user")
    func filled() async throws {
        for name in ["llsa", "l1sa", "mla", "ann"] {
            var made = User(id: UserID(rawValue: name), pool: server.pool, createdAt: server.clock.now())
            made.uniqueName = UniqueUserName(name, skeleton: nil)
            let user = made
            try await server.store.transact(by: .server) { Decision([.user(.insert(user))], ()) }
        }
        _ = try await signUp("m1a")
        while try await server.services.cleanup.addSkeletons(limit: 2) {}
        let names = try await [user("llsa"), user("l1sa"), user("mla"), user("ann")]
        let skeletons = names.compactMap(\.uniqueName?.skeleton)
        #expect(Set(skeletons.prefix(2)).count == 2 && skeletons.prefix(2).contains("llsa"), "\(skeletons)")
        #expect(Array(skeletons.suffix(2)) == ["=mla", "ann"])
        #expect(await failure { try await signUp("rnla") } == .user(.userNameExists))
    }
}
