import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSettings
import Testing

@Suite("Operations on tenants")
struct TenantOperationTests {
    private static let path = "/v2/projects/demo/tenants"

    private static func id(of tenant: APIResponse) throws -> String {
        let name = try #require(tenant["name"]?.string)
        #expect(name.hasPrefix("projects/demo/tenants/"))
        return String(name.dropFirst("projects/demo/tenants/".count))
    }

    @Test("a new tenant has the sign-in methods that the request allows, and no others (U18)")
    func create() async throws {
        let server = try await APIServer()
        let blue = await server.administer(
            Self.path,
            [
                "displayName": "Blue", "allowPasswordSignup": true,
                "client": ["permissions": ["disabledUserDeletion": true]],
            ]
        )
        #expect(blue.status == 200)
        let expected: JSONValue = [
            "name": blue["name"] ?? .null, "displayName": "Blue", "allowPasswordSignup": true,
            "enableEmailLinkSignin": false, "enableAnonymousUser": false, "disableAuth": false,
            "client": ["permissions": ["disabledUserSignup": false, "disabledUserDeletion": true]],
            "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
            "passwordPolicyConfig": blue["passwordPolicyConfig"] ?? .null,
            "smsRegionConfig": ["allowByDefault": ["disallowedRegions": []]], "testPhoneNumbers": [:],
            "mfaConfig": ["state": "DISABLED"], "autodeleteAnonymousUsers": false,
        ]
        #expect(blue.json == expected)
        let id = try Self.id(of: blue)
        #expect(id.hasPrefix("Blue-"))

        let ada: JSONValue = [
            "email": "ada@example.com", "password": "correct horse", "tenantId": .string(id),
        ]
        let user = await server.call("signUp", ada)
        #expect(user.status == 200)
        #expect(await server.call("signUp", ["tenantId": .string(id)]).errorMessage == "ADMIN_ONLY_OPERATION")
        let deletion = await server.call(
            "delete",
            ["idToken": user["idToken"] ?? .null, "tenantId": .string(id)]
        )
        #expect(deletion.errorMessage == "ADMIN_ONLY_OPERATION")
        // The project's own pool is another one.
        #expect(await server.call("signUp", [:]).status == 200)
    }

    @Test("an update changes the fields that the mask names, and no others (U18)")
    func update() async throws {
        let server = try await APIServer()
        let created = await server.administer(
            Self.path,
            ["displayName": "Blue", "allowPasswordSignup": true]
        )
        let path = "\(Self.path)/\(try Self.id(of: created))"

        let changes: JSONValue = [
            "displayName": "Red", "allowPasswordSignup": false, "enableAnonymousUser": true,
        ]
        let masked = await server.patch(path, changes, query: "updateMask=display_name,enableAnonymousUser")
        #expect(masked["displayName"] == "Red")
        #expect(masked["allowPasswordSignup"] == true)
        #expect(masked["enableAnonymousUser"] == true)

        let unmasked = await server.patch(path, ["allowPasswordSignup": false])
        #expect(unmasked["displayName"] == "Red")
        #expect(unmasked["allowPasswordSignup"] == false)

        let parent: JSONValue = ["client": ["permissions": ["disabledUserSignup": true]]]
        let nested = await server.patch(path, parent, query: "updateMask=client")
        #expect(nested["client"]?["permissions"]?["disabledUserSignup"] == true)
        let cleared = await server.patch(
            path,
            [:],
            query: "updateMask=client,displayName,enableAnonymousUser"
        )
        #expect(cleared["client"]?["permissions"]?["disabledUserSignup"] == false)
        #expect(cleared["displayName"] == nil)
        #expect(cleared["enableAnonymousUser"] == false)
        #expect(await server.send(.get, path).json == cleared.json)

        let unknown = await server.patch(
            path,
            ["displayName": "X"],
            query: "updateMask=displayName,name,wings"
        )
        #expect(unknown.status == 400 && unknown.errorMessage?.contains("\"wings\"") == true)
        #expect(await server.send(.get, path).json == cleared.json)
    }

    /// Settings of a project and of its tenant; a region may be both allowed and denied.
    struct Levels: Sendable {
        var project: [String: SettingValue] = [:]
        var tenant: [String: SettingValue] = [:]

        static let all: [Levels] = [
            Levels(),
            Levels(project: ["passwords.minimumLength": .integer(12), "phone.deniedRegions": .list(["US"])]),
            Levels(
                project: ["users.unusedAnonymousDays": .integer(7)],
                tenant: ["signUp.allowed": .boolean(false)]
            ),
            Levels(
                project: ["phone.allowedRegions": .list(["US"]), "phone.deniedRegions": .list(["US"])],
                tenant: ["passwords.enforced": .boolean(false), "passwords.minimumLength": .integer(9)]
            ),
            Levels(
                project: ["phone.testNumbers": .list(["+16505553434=123456"])],
                tenant: ["phone.allowedRegions": .list(["GB", "JP"]), "phone.deniedRegions": .list(["GB"])]
            ),
        ]
    }

    @Test(
        "a tenant that is written back as it was read gets no setting of its own (U18)",
        arguments: Levels.all
    )
    func roundTrip(levels: Levels) async throws {
        var policy = Policy()
        for (key, value) in levels.project { try Policy.table.setting(named: key).set(value, in: &policy) }
        let server = try await APIServer(policy: policy)
        var overrides = PolicyOverrides()
        for (key, value) in levels.tenant { try overrides.set(value, for: key) }
        let tenant = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "blue"),
            displayName: "Blue",
            isDisabled: false,
            overrides: overrides,
            by: .server
        )
        let path = "\(Self.path)/blue"
        let shown = await server.send(.get, path)
        let names = try #require(shown.json?.object).map(\.name).filter { $0 != "name" }
        for query in [nil, "updateMask=\(names.joined(separator: ","))"] {
            let written = await server.patch(path, try #require(shown.json), query: query)
            #expect(written.json == shown.json, "\(written.text)")
            #expect(server.projects.tenant(tenant.id, in: server.project.id)?.overrides == overrides)
        }
        // A later change of the project holds for the tenant.
        var project = try #require(server.projects.project(id: server.project.id))
        project.policy.signIn.allowsAnonymous = false
        try await server.projects.change(project, by: .server) { $0 = project }
        #expect(await server.send(.get, path)["enableAnonymousUser"] == false)
    }

    @Test("a value that differs from that of the project is the tenant's own, and no value ends it (U18)")
    func ownSetting() async throws {
        let server = try await APIServer()
        let created = await server.administer(
            Self.path,
            ["displayName": "Blue", "allowPasswordSignup": true]
        )
        let path = "\(Self.path)/\(try Self.id(of: created))"
        let lists: JSONValue = ["allowlistOnly": ["allowedRegions": ["JP"]]]
        let changed = await server.patch(path, ["smsRegionConfig": lists])
        #expect(changed["smsRegionConfig"] == lists, "\(changed.text)")
        let back = await server.patch(path, [:], query: "updateMask=smsRegionConfig")
        #expect(back["smsRegionConfig"] == created["smsRegionConfig"])
    }

    @Test("a disabled tenant rejects its users, and administrators can enable it again (U18)")
    func disable() async throws {
        let server = try await APIServer()
        let created = await server.administer(
            Self.path,
            ["displayName": "Blue", "enableAnonymousUser": true]
        )
        let id = try Self.id(of: created)
        let path = "\(Self.path)/\(id)"
        let guest: JSONValue = ["tenantId": .string(id)]
        #expect(await server.call("signUp", guest).status == 200)
        #expect(await server.patch(path, ["disableAuth": true]).status == 200)
        #expect(await server.call("signUp", guest).status == 400)
        #expect(await server.send(.get, path)["disableAuth"] == true)
        #expect(await server.patch(path, ["disableAuth": false]).status == 200)
        #expect(await server.call("signUp", guest).status == 200)
    }

    @Test("a tenant that is created disabled rejects its users from the beginning (U18)")
    func createDisabled() async throws {
        let server = try await APIServer()
        let tenant = await server.administer(Self.path, ["enableAnonymousUser": true, "disableAuth": true])
        #expect(tenant["disableAuth"] == true)
        let guest: JSONValue = ["tenantId": .string(try Self.id(of: tenant))]
        #expect(await server.call("signUp", guest).errorMessage == "PROJECT_DISABLED")
    }

    @Test("tenants are listed page by page, and a deleted one is absent (U18)")
    func list() async throws {
        let server = try await APIServer()
        #expect(await server.send(.get, Self.path).json == [:])
        var names: [String] = []
        for name in ["Cyan", "Amber", "Blue"] {
            let tenant = await server.administer(Self.path, ["displayName": .string(name)])
            names.append(try #require(tenant["name"]?.string))
        }
        names.sort()
        let first = await server.send(.get, Self.path, query: "pageSize=2")
        #expect(first["tenants"]?.array?.compactMap { $0["name"]?.string } == Array(names.prefix(2)))
        let token = try #require(first["nextPageToken"]?.string)
        let second = await server.send(.get, Self.path, query: "pageSize=2&pageToken=\(token)")
        #expect(second["tenants"]?.array?.compactMap { $0["name"]?.string } == Array(names.suffix(1)))
        #expect(second["nextPageToken"] == nil)

        let path = "/v2/\(names[0])"
        #expect(await server.send(.delete, path).json == [:])
        #expect(await server.send(.get, path).errorMessage == "TENANT_NOT_FOUND")
        #expect(await server.send(.delete, path).errorMessage == "TENANT_NOT_FOUND")
        #expect(await server.patch(path, ["displayName": "Dead"]).errorMessage == "TENANT_NOT_FOUND")
        #expect(await server.send(.get, Self.path)["tenants"]?.array?.count == 2)
    }

    @Test("a tenant of another project is not found (security 19)")
    func otherProject() async throws {
        let server = try await APIServer()
        let created = await server.administer(Self.path, ["displayName": "Blue"])
        let path = "/v2/projects/other/tenants/\(try Self.id(of: created))"
        #expect(await server.send(.get, path).errorMessage == "TENANT_NOT_FOUND")
        #expect(await server.send(.delete, path).errorMessage == "TENANT_NOT_FOUND")
        #expect(await server.patch(path, ["disableAuth": true]).errorMessage == "TENANT_NOT_FOUND")
    }
}

extension APIServer {
    fileprivate func patch(_ path: String, _ body: JSONValue, query: String? = nil) async -> APIResponse {
        await send(.patch, path, query: query, body: body.text)
    }

    fileprivate func send(
        _ method: RequestMethod,
        _ path: String,
        query: String? = nil,
        body: [UInt8] = []
    ) async -> APIResponse {
        let fields: HeaderFields = [
            .authorization: "Bearer \(administratorToken)", .contentType: "application/json",
        ]
        return await send(Request(method, path, query: query, fields: fields, body: body))
    }
}
