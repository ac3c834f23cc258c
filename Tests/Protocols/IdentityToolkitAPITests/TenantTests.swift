import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSettings
import Testing

@Suite("Tenants in requests")
struct TenantTests {
    private static let ada: [String: JSONValue] = ["email": "ada@example.com", "password": "correct horse"]

    private static func signUp(_ server: APIServer, in tenant: String) async -> APIResponse {
        await server.call("signUp", .object(ada.merging(["tenantId": .string(tenant)]) { $1 }))
    }

    @Test("a request names a tenant that exists, by field or by path; others get TENANT_NOT_FOUND")
    func existing() async throws {
        let server = try await APIServer()
        let blue = try await server.projects.createTenant(
            in: server.project.id,
            displayName: "Blue",
            by: .server
        )
        #expect(await Self.signUp(server, in: blue.id.rawValue).status == 200)
        #expect(await Self.signUp(server, in: "red").errorMessage == "TENANT_NOT_FOUND")
        let path = "/v1/projects/demo/tenants/\(blue.id.rawValue)/accounts"
        #expect(await server.administer(path, .object(Self.ada)).errorMessage == "EMAIL_EXISTS")
        #expect(await server.administer("/v1/projects/other/tenants/red/accounts", [:]).status == 400)
    }

    @Test("a disabled tenant gets PROJECT_DISABLED, also on a refresh")
    func disabled() async throws {
        let server = try await APIServer()
        var blue = try await server.projects.createTenant(
            in: server.project.id,
            displayName: "Blue",
            by: .server
        )
        let user = await Self.signUp(server, in: blue.id.rawValue)
        blue.isDisabled = true
        try await server.projects.change(blue, by: .server) { $0 = blue }
        #expect(await Self.signUp(server, in: blue.id.rawValue).errorMessage == "PROJECT_DISABLED")
        #expect(await server.refresh(user.string("refreshToken")).errorMessage == "PROJECT_DISABLED")
        let lookup = await server.call("lookup", ["idToken": user["idToken"] ?? .null])
        #expect(lookup.errorMessage == "PROJECT_DISABLED")
    }

    @Test("an API key identifies its app, whose settings apply to its requests (K6)")
    func appSettings() async throws {
        let server = try await APIServer()
        var overrides = PolicyOverrides()
        try overrides.set(.integer(60), for: "tokens.accessTokenLifetime")
        let (app, _) = try await server.projects.createApp(
            in: server.project.id,
            kind: .web,
            displayName: "Shop",
            overrides: overrides,
            by: .server
        )
        let user = await server.call("signUp", .object(Self.ada), key: app.apiKey)
        #expect(user.string("expiresIn") == "60")
        #expect(await server.call("signUp", [:]).string("expiresIn") == "3600")
    }

    @Test("an app's API key opens its project until the app is deleted")
    func app() async throws {
        let server = try await APIServer()
        let (app, _) = try await server.projects.createApp(
            in: server.project.id,
            kind: .web,
            displayName: "Shop",
            by: .server
        )
        #expect(await server.call("signUp", .object(Self.ada), key: app.apiKey).status == 200)
        try await server.projects.deleteApp(app.id, by: .server)
        #expect(await server.call("signUp", [:], key: app.apiKey).status == 400)
    }
}
