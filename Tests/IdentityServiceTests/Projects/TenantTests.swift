import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Tenants")
struct TenantTests {
    @Test("a tenant is created with an id from its name, changed and listed; bad ids are rejected")
    func administration() async throws {
        let server = try await Server()
        let project = server.project.id
        var blue = try await server.projects.createTenant(in: project, displayName: "Blue & co") {
            $0.allowsPasswordSignUp = true
        }
        #expect(blue.id.rawValue.hasPrefix("Blueco-") && blue.id.isWellFormed)
        blue.isDisabled = true
        try await server.projects.update(blue)
        #expect(server.projects.tenant(blue.id, in: project) == blue)
        #expect(server.projects.tenants(of: project) == [blue])
        for id in ["", "1st", "a/b", String(repeating: "a", count: 64)] {
            await #expect(throws: ProjectDirectoryError.invalidTenantID(id)) {
                try await server.projects.createTenant(in: project, id: TenantID(rawValue: id))
            }
        }
        await #expect(throws: ProjectDirectoryError.store(.taken(.tenantID))) {
            try await server.projects.createTenant(in: project, id: blue.id)
        }
        await #expect(throws: ProjectDirectoryError.unknownProject(ProjectID(rawValue: "none"))) {
            try await server.projects.createTenant(in: ProjectID(rawValue: "none"))
        }
    }

    @Test("the same address signs up in each tenant, and a deletion deletes one pool in steps")
    func deletion() async throws {
        let server = try await Server()
        let project = server.project.id
        let (blue, red) = (TenantID(rawValue: "blue"), TenantID(rawValue: "red"))
        for id in [blue, red] { _ = try await server.projects.createTenant(in: project, id: id) }
        var tokens: [TenantID: IssuedTokens] = [:]
        for id in [blue, red] {
            for number in 0..<5 {
                let account = NewAccount(email: "ann\(number)@example.com", password: "correct horse")
                tokens[id] = try await server.service.signUp(account, by: server.caller(tenant: id)).tokens
            }
        }
        try await server.projects.deleteTenant(blue, in: project)
        var steps = 0
        while try await server.service.finishTenantDeletions(limit: 2) { steps += 1 }
        #expect(steps >= 3)
        let pools = [blue, red].map { UserPool(project: project, tenant: $0) }
        #expect(try await server.service.users(in: pools[0], limit: 10).isEmpty)
        #expect(try await server.service.users(in: pools[1], limit: 10).count == 5)
        let deleted = try #require(tokens[blue])
        #expect(await failure { try await server.refresh(deleted) } == .userNotFound)
        _ = try await server.refresh(try #require(tokens[red]))
        _ = try await server.projects.createTenant(in: project, id: blue)
    }
}
