import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite struct EmulatorTests {
    @Test("any API key opens the default project, and owner is an administrator")
    func anyAPIKey() async throws {
        let server = try await APIServer(emulator: true)
        let user = await server.call("signUp", [:], key: "anything")
        let found = await server.administer(
            "/identitytoolkit.googleapis.com/v1/projects/demo/accounts:lookup",
            ["localId": [user["localId"] ?? .null]]
        )
        #expect(found["users"]?.array?.count == 1)
        let elsewhere = await server.call("signUp", [:], fields: [.authorization: "Bearer intruder"])
        #expect(elsewhere.status == 401)
        #expect(await server.call("signUp", [:], key: nil).status == 403)
    }

    @Test("projects and tenants appear when they are named")
    func projectsTenantsAppear() async throws {
        let server = try await APIServer(emulator: true)
        let ada: JSONValue = ["email": "ada@example.com", "password": "correct horse"]
        let created = await server.administer("/v1/projects/demo-new/accounts", ada)
        #expect(created.status == 200, "\(created.text)")
        #expect(await server.administer("/v1/projects/demo-new/accounts", ada).errorMessage == "EMAIL_EXISTS")
        #expect(await server.administer("/v1/projects/demo/tenants/acme/accounts", ada).status == 200)
        #expect(await server.administer("/v1/projects/demo/tenants/ajax/accounts", ada).status == 200)
        #expect(
            await server.administer("/v1/projects/not%20one/accounts", ada).errorMessage
                == "PROJECT_NOT_FOUND"
        )
    }

    @Test("a project that many name at once appears once, with the issuer that Google's SDKs expect")
    func projectManyName()
        async throws
    {
        let server = try await APIServer(emulator: true)
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { await server.administer("/v1/projects/demo-new/accounts", [:]).status }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 20))
        let project = try #require(server.projects.project(id: ProjectID(rawValue: "demo-new")))
        #expect(server.projects.issuer(of: project) == "https://securetoken.google.com/demo-new")
        let configuration = await server.get("/demo-new/.well-known/openid-configuration")
        #expect(configuration["jwks_uri"] == "https://id.example/demo-new/.well-known/jwks.json")
    }

    @Test("a tenant's users are its own, and tenants must agree (U18)")
    func tenantUsersOwn() async throws {
        let server = try await APIServer(emulator: true)
        let ada: [String: JSONValue] = ["email": "ada@example.com", "password": "correct horse"]
        let acme = await server.call("signUp", .object(ada.merging(["tenantId": "acme"]) { $1 }))
        #expect(acme.status == 200, "\(acme.text)")
        #expect(await server.call("signUp", .object(ada)).status == 200)
        let token = acme["idToken"] ?? .null
        let own = await server.call("lookup", ["idToken": token])
        #expect(own["users"]?.array?.first?["tenantId"] == "acme")
        let foreign = await server.call("lookup", ["idToken": token, "tenantId": "ajax"])
        #expect(foreign.errorMessage == "TENANT_ID_MISMATCH")
        let path = "/v1/projects/demo/tenants/acme/accounts:lookup"
        #expect(await server.administer(path, ["tenantId": "ajax"]).errorMessage == "TENANT_ID_MISMATCH")
        #expect(await server.refresh(acme.string("refreshToken")).status == 200)
    }

    @Test("accounts can be wiped, of a project and altogether")
    func accountsCanWiped() async throws {
        let server = try await APIServer(emulator: true)
        _ = await server.signUp()
        #expect(await server.emulate(.delete, "projects/demo/accounts").json == [:])
        _ = await server.signUp()
        #expect(await server.emulate(.delete, "state").json == [:])
        #expect(await server.signUp().status == 200)
    }

    @Test("the clock can be frozen and released")
    func clockCanFrozen() async throws {
        let server = try await APIServer(emulator: true)
        #expect(await server.emulate(.put, "clock", ["nowMs": 1_900_000_000_000]).json == [:])
        let user = await server.signUp()
        let info = await server.call("lookup", ["idToken": user["idToken"] ?? .null])["users"]?.array?.first
        #expect(info?["createdAt"] == "1900000000000")
        #expect(await server.emulate(.put, "clock", [:]).status == 200)
        #expect(await server.emulate(.put, "clock", ["nowMs": "noon"]).status == 400)
    }

    @Test("enumeration protection can be read and changed")
    func enumerationProtectionCan() async throws {
        let server = try await APIServer(emulator: true)
        let off: JSONValue = [
            "signIn": ["allowDuplicateEmails": false],
            "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
        ]
        #expect(await server.emulate(.patch, "projects/demo/config", off).json == off)
        #expect(await server.emulate(.get, "projects/demo/config").json == off)
        #expect(await server.call("signInWithPassword", SignInTests.ada).errorMessage == "EMAIL_NOT_FOUND")
        let duplicates: JSONValue = ["signIn": ["allowDuplicateEmails": true]]
        let changed = await server.emulate(.patch, "projects/demo/config", duplicates)
        #expect(changed["signIn"] == ["allowDuplicateEmails": true])
        #expect(changed["emailPrivacyConfig"] == ["enableImprovedEmailPrivacy": false])
        #expect(await server.emulate(.get, "projects/demo/config").json == changed.json)
        // Users with passwords share no address all the same.
        #expect(await server.signUp().status == 200)
        #expect(await server.signUp().errorMessage == "EMAIL_EXISTS")
        let unknown: JSONValue = ["signIn": ["anonymous": true]]
        #expect(await server.emulate(.patch, "projects/demo/config", unknown).status == 400)
    }

    @Test("an emulator says that it is one, and a server does not")
    func status() async throws {
        let status = await (try APIServer(emulator: true)).get("/")
        #expect(status["authEmulator"]?["ready"] == true)
        #expect(status["authEmulator"]?["apiSpec"] == "/emulator/openapi.json")
        #expect(await (try APIServer()).get("/").status == 404)
    }

    @Test("a project that appears when it is named does not hide which addresses have users")
    func emailPrivacy() async throws {
        let server = try await APIServer(emulator: true)
        let config = await server.emulate(.get, "projects/demo-new/config")
        #expect(config["emailPrivacyConfig"] == ["enableImprovedEmailPrivacy": false])
        #expect(config["signIn"] == ["allowDuplicateEmails": false])
    }

    @Test(
        "a server without the emulator has none of its endpoints",
        arguments: ["state", "clock", "projects/demo/accounts", "projects/demo/config"]
    )
    func serverProperNone(_ path: String) async throws {
        let server = try await APIServer()
        for method in [RequestMethod.get, .put, .patch, .delete] {
            #expect(await server.emulate(method, path).status == 404)
        }
        let owner = await server.post(
            "/v1/projects/demo/accounts",
            [:],
            fields: [.authorization: "Bearer owner"]
        )
        #expect(owner.status == 401)
    }
}

extension APIServer {
    fileprivate func emulate(
        _ method: RequestMethod,
        _ path: String,
        _ body: JSONValue = [:]
    ) async -> APIResponse {
        await send(Request(method, "/emulator/v1/\(path)", body: body.text))
    }
}
