import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("Tenants")
struct TenantTests {
    @Test("a tenant is created with an id from its name, changed and listed; bad ids are rejected")
    func administration() async throws {
        let server = try await Server()
        let project = server.project.id
        var blue = try await server.projects.createTenant(in: project, displayName: "Blue & co", by: .server)
        #expect(blue.id.rawValue.hasPrefix("Blueco-") && blue.id.isWellFormed)
        blue.isDisabled = true
        try await server.projects.change(blue, by: .server) { $0 = blue }
        #expect(server.projects.tenant(blue.id, in: project) == blue)
        #expect(server.projects.tenants(of: project) == [blue])
        let named = try await server.projects.createTenant(in: project, displayName: "東京", by: .server)
        #expect(named.id.rawValue.hasPrefix("tenant-"))
        for id in ["", "1st", "a/b", String(repeating: "a", count: 64)] {
            await #expect(throws: ProjectDirectoryError.invalidTenantID(id)) {
                try await server.projects.createTenant(in: project, id: TenantID(rawValue: id), by: .server)
            }
        }
        await #expect(throws: ProjectDirectoryError.store(.taken(.tenantID))) {
            try await server.projects.createTenant(in: project, id: blue.id, by: .server)
        }
        await #expect(throws: ProjectDirectoryError.unknownProject(ProjectID(rawValue: "none"))) {
            try await server.projects.createTenant(in: ProjectID(rawValue: "none"), by: .server)
        }
    }

    @Test("a disabled tenant rejects the tokens of its users until it is enabled again")
    func disabled() async throws {
        let server = try await Server()
        var tenant = try await server.projects.createTenant(
            in: server.project.id,
            displayName: "Blue",
            by: .server
        )
        let user = try await server.services.accounts.signUp(
            NewAccount(),
            by: server.caller(tenant: tenant.id)
        ).get()
        let refreshToken = String(decoding: user.tokens.refreshToken ?? [], as: UTF8.self)
        tenant.isDisabled = true
        try await server.projects.change(tenant, by: .server) { $0 = tenant }
        #expect(await failure { try await server.refresh(user.tokens) } == .scope(.tenantDisabled))
        #expect(await failure { try await server.authenticate(user.tokens) } == .scope(.tenantDisabled))
        let inactive = try await server.services.sessions.introspect(refreshToken, by: server.caller())
        guard case .inactive = inactive else { throw Unexpected() }
        tenant.isDisabled = false
        try await server.projects.change(tenant, by: .server) { $0 = tenant }
        _ = try await server.authenticate(user.tokens)
        _ = try await server.refresh(user.tokens)
    }

    @Test("a session of a disabled tenant can be revoked by each of its tokens")
    func revocation() async throws {
        let server = try await Server()
        var tenant = try await server.projects.createTenant(
            in: server.project.id,
            displayName: "Blue",
            by: .server
        )
        let caller = server.caller(tenant: tenant.id)
        let users = [
            try await server.services.accounts.signUp(NewAccount(), by: caller).get(),
            try await server.services.accounts.signUp(NewAccount(), by: caller).get(),
        ]
        tenant.isDisabled = true
        try await server.projects.change(tenant, by: .server) { $0 = tenant }
        let tokens = [users[0].tokens.refreshToken ?? [], users[1].tokens.accessToken]
        for token in tokens {
            try await server.services.sessions.revoke(
                String(decoding: token, as: UTF8.self),
                by: server.caller()
            )
        }
        tenant.isDisabled = false
        try await server.projects.change(tenant, by: .server) { $0 = tenant }
        for user in users {
            #expect(
                await failure { try await server.refresh(user.tokens) } == .token(.sessionEnded(.signOut))
            )
        }
    }

    @Test("tokens of a deleted tenant are rejected before its users are deleted, and sign-ups too")
    func deletedAtOnce() async throws {
        let server = try await Server()
        let tenant = try await server.projects.createTenant(
            in: server.project.id,
            displayName: "Blue",
            by: .server
        )
        let caller = server.caller(tenant: tenant.id)
        let user = try await server.services.accounts.signUp(NewAccount(), by: caller).get()
        try await server.projects.deleteTenant(tenant.id, in: tenant.project, by: .server)
        #expect(await failure { try await server.refresh(user.tokens) } == .user(.notFound))
        #expect(await failure { try await server.authenticate(user.tokens) } == .user(.notFound))
        // These were admitted before the deletion.
        #expect(
            await failure { try await server.services.accounts.signUp(NewAccount(), by: caller).get() }
                == .scope(.tenantNotFound)
        )
        #expect(
            await failure {
                try await server.services.users.create(AdministeredChanges(), in: tenant.pool, by: .server)
            }
                == .scope(.tenantNotFound)
        )
    }

    @Test("the same address signs up in each tenant, and a deletion deletes one pool in steps")
    func deletion() async throws {
        let server = try await Server()
        let project = server.project.id
        let (blue, red) = (TenantID(rawValue: "blue"), TenantID(rawValue: "red"))
        for id in [blue, red] { _ = try await server.projects.createTenant(in: project, id: id, by: .server) }
        var tokens: [TenantID: IssuedTokens] = [:]
        for id in [blue, red] {
            for number in 0..<5 {
                let account = NewAccount(email: "ann\(number)@example.com", password: "correct horse")
                tokens[id] = try await server.services.accounts.signUp(account, by: server.caller(tenant: id))
                    .get()
                    .tokens
            }
        }
        try await server.projects.deleteTenant(blue, in: project, by: .server)
        var steps = 0
        while try await server.services.cleanup.finishPoolDeletions(limit: 2) != nil { steps += 1 }
        #expect(steps >= 3)
        let pools = [blue, red].map { UserPool(project: project, tenant: $0) }
        #expect(try await server.services.users.list(in: pools[0], limit: 10).isEmpty)
        #expect(try await server.services.users.list(in: pools[1], limit: 10).count == 5)
        let deleted = try #require(tokens[blue])
        #expect(await failure { try await server.refresh(deleted) } == .user(.notFound))
        _ = try await server.refresh(try #require(tokens[red]))
        _ = try await server.projects.createTenant(in: project, id: blue, by: .server)
    }
}

private struct Unexpected: Error {}
