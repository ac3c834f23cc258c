import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets
import Testing

@Suite("Changes of configured providers")
struct ProviderChangeTests {
    private let server: APIServer
    private let administration: ProviderAdministration
    private let provider: ProviderID
    private let pool: UserPool

    init() async throws {
        server = try await APIServer()
        administration = ProviderAdministration(projects: server.projects)
        provider = try #require(ProviderID(rawValue: "oidc.acme"))
        pool = UserPool(project: server.project.id)
    }

    private func create(issuer: String) async throws {
        _ = try await administration.create(provider, in: pool, by: .server) {
            ($0.clientID, $0.issuer) = ("42", issuer)
        }
    }

    @Test(
        "another issuer gets no users of a deleted configuration: its subjects are other people (U15, security 2)"
    )
    func issuerAfterDeletion() async throws {
        try await create(issuer: "https://one.example")
        let user = await server.signIn(with: "oidc.acme", ["sub": "1"])
        try await administration.delete(provider, in: pool, by: .server)
        let problem = ProviderAdministrationError.issuerInUse("https://one.example")
        await #expect(throws: problem) { try await create(issuer: "https://two.example") }
        await #expect(throws: problem) { try await create(issuer: "https://two.example") }
        // The same one again is the same people.
        try await create(issuer: "https://one.example")
        await #expect(throws: problem) {
            try await administration.update(provider, in: pool, by: .server) {
                $0.issuer = "https://two.example"
            }
        }
        #expect(await server.signIn(with: "oidc.acme", ["sub": "1"])["localId"] == user["localId"])
        // Without users, the ID is free.
        #expect(await server.call("delete", ["idToken": user["idToken"] ?? .null]).status == 200)
        try await administration.delete(provider, in: pool, by: .server)
        try await create(issuer: "https://two.example")
    }

    @Test("the issuer of one tenant's deleted configuration does not limit another (security 19)")
    func tenants() async throws {
        try await create(issuer: "https://one.example")
        _ = await server.signIn(with: "oidc.acme", ["sub": "1"])
        try await administration.delete(provider, in: pool, by: .server)
        let tenant = UserPool(project: pool.project, tenant: TenantID(rawValue: "blue"))
        _ = try await administration.create(provider, in: tenant, by: .server) {
            ($0.clientID, $0.issuer) = ("42", "https://two.example")
        }
    }

    @Test(
        "a sign-in that waits ends with another client, issuer or domains, and with the configuration (security 2)"
    )
    func pendingTokens() async throws {
        try await create(issuer: "https://one.example")
        _ = await server.signUp("ada@example.com")
        func wait() async -> JSONValue {
            let person: JSONValue = ["sub": "7", "email": "ada@example.com"]
            return await server.signIn(with: "oidc.acme", person)["pendingToken"] ?? .null
        }
        func isUsable(_ token: JSONValue) async -> Bool {
            let body: JSONValue = ["requestUri": "http://localhost", "pendingToken": token]
            return await server.call("signInWithIdp", body)["needConfirmation"] == true
        }
        let first = await wait()
        _ = try await administration.update(provider, in: pool, secret: .set("s"), by: .server) {
            $0.displayName = "Acme"
        }
        #expect(await isUsable(first))
        _ = try await administration.update(provider, in: pool, by: .server) { $0.clientID = "43" }
        #expect(await !isUsable(first))
        let second = await wait()
        _ = try await administration.update(provider, in: pool, by: .server) {
            $0.issuer = "https://two.example"
        }
        #expect(await !isUsable(second))
        let third = await wait()
        _ = try await administration.update(provider, in: pool, by: .server) {
            $0.emailDomains = ["example.com"]
        }
        #expect(await !isUsable(third))
        // A trusted address would need no confirmation.
        _ = try await administration.update(provider, in: pool, by: .server) {
            $0.emailDomains = ["acme.example"]
        }
        let fourth = await wait()
        try await administration.delete(provider, in: pool, by: .server)
        #expect(await !isUsable(fourth))
    }
}
