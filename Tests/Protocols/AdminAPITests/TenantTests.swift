import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import Testing

@Suite("Administration of tenants")
struct TenantTests {
    private static let path = "projects/demo/tenants"

    @Test("a tenant is created, listed, shown and deleted")
    func life() async throws {
        let management = try await Management()
        let made = await management.ask(.post, Self.path, ["id": "blue", "displayName": "Blue"])
        #expect(made.status == 200)
        #expect(
            made["createdAt"] == 1_800_000_000_000 && made["disabled"] == false && made["settings"] == [:]
        )
        let named = await management.ask(.post, Self.path, ["displayName": "Red & co"])
        #expect(named.string("id").hasPrefix("Redco-"))
        let list = await management.ask(.get, Self.path)
        #expect(list.all("id", in: "tenants") == [named.string("id"), "blue"])
        #expect(await management.ask(.get, "projects/other/tenants").all("id", in: "tenants") == [])
        #expect(await management.ask(.get, "\(Self.path)/blue").json == made.json)
        #expect(await management.server.call("signUp", ["tenantId": "blue"]).status == 200)
        #expect(await management.ask(.delete, "\(Self.path)/blue").status == 200)
        let gone = await management.ask(.get, "\(Self.path)/blue")
        #expect(gone.failure == "404 notFound: there is no tenant 'blue'")
        let again = await management.ask(.post, Self.path, ["id": "blue"])
        #expect(
            again.failure.hasPrefix("409 conflict: the tenant 'blue' was deleted, and its last users are")
        )
        let twice = await management.ask(.post, Self.path, ["id": named["id"] ?? .null])
        #expect(twice.failure == "409 conflict: a tenant with this id exists")
        #expect(
            await management.server.call("signUp", ["tenantId": "blue"]).errorMessage == "TENANT_NOT_FOUND"
        )
    }

    @Test("changes of a tenant's name, state and settings apply at once (U11)")
    func changes() async throws {
        let management = try await Management()
        _ = await management.ask(.post, Self.path, ["id": "blue", "displayName": "Blue"])
        let changed = await management.ask(
            .patch,
            "\(Self.path)/blue",
            ["settings": ["signUp": ["allowed": false], "tokens": ["accessTokenLifetime": 60]]]
        )
        #expect(changed["settings"] == ["signUp": ["allowed": false], "tokens": ["accessTokenLifetime": 60]])
        #expect(changed["displayName"] == "Blue")
        let rejected = await management.server.call("signUp", ["tenantId": "blue"])
        #expect(rejected.errorMessage == "ADMIN_ONLY_OPERATION")
        #expect(await management.server.call("signUp", [:]).status == 200)
        let reset = await management.ask(
            .patch,
            "\(Self.path)/blue",
            ["settings": ["signUp": ["allowed": .null]], "displayName": ""]
        )
        #expect(reset["settings"] == ["tokens": ["accessTokenLifetime": 60]])
        #expect(reset["displayName"] == nil)
        let user = await management.server.call("signUp", ["tenantId": "blue"])
        #expect(user["expiresIn"] == "60")
        _ = await management.ask(.patch, "\(Self.path)/blue", ["disabled": true])
        let disabled = await management.server.call("signUp", ["tenantId": "blue"])
        #expect(disabled.errorMessage == "PROJECT_DISABLED")
    }

    @Test(
        "an invalid tenant or change is rejected",
        arguments: [
            (.post, "", ["id": "1st"], 400),
            (.post, "", ["id": "blue"], 409),
            (.post, "", ["id": "red", "settings": ["signUp": ["allowed": 7]]], 400),
            (.patch, "/blue", ["settings": ["tokens": ["issuer": "https://x.example"]]], 400),
            (.patch, "/blue", ["settings": ["wings": true]], 400),
            (.patch, "/none", [:], 404), (.delete, "/none", [:], 404),
        ] as [(RequestMethod, String, JSONValue, Int)]
    )
    func invalid(_ method: RequestMethod, _ path: String, _ body: JSONValue, _ status: Int) async throws {
        let management = try await Management()
        let before = await management.ask(.post, Self.path, ["id": "blue"])
        #expect(await management.ask(method, Self.path + path, body).status == status)
        #expect(await management.ask(.get, Self.path)["tenants"] == [before.json ?? .null])
    }
}

@Suite("Administration of apps")
struct AppTests {
    private static let path = "projects/demo/apps"

    @Test("an app is created, listed, shown, changed and deleted")
    func life() async throws {
        let management = try await Management()
        let made = await management.ask(.post, Self.path, ["kind": "ios", "displayName": "Shop"])
        #expect(made.status == 200)
        #expect(made["hasSecret"] == false && made["secret"] == nil)
        let id = made.string("id")
        #expect(await management.ask(.get, Self.path).all("id", in: "apps") == [id])
        #expect(await management.ask(.get, "projects/other/apps").all("id", in: "apps") == [])
        #expect(await management.ask(.get, "projects/other/apps/\(id)").status == 404)
        #expect(await management.ask(.get, "\(Self.path)/\(id)").json == made.json)
        #expect(await management.server.call("signUp", [:], key: made.string("apiKey")).status == 200)
        let settings: JSONValue = ["tokens": ["accessTokenLifetime": 60]]
        let changed = await management.ask(
            .patch,
            "\(Self.path)/\(id)",
            ["displayName": "Store", "settings": settings]
        )
        #expect(changed.string("displayName") == "Store" && changed["settings"] == settings)
        let user = await management.server.call("signUp", [:], key: made.string("apiKey"))
        #expect(user["expiresIn"] == "60")
        #expect(await management.server.call("signUp", [:])["expiresIn"] == "3600")
        #expect(await management.ask(.delete, "\(Self.path)/\(id)").status == 200)
        #expect(await management.server.call("signUp", [:], key: made.string("apiKey")).status == 400)
        let gone = await management.ask(.delete, "\(Self.path)/\(id)")
        #expect(gone.failure == "404 notFound: there is no app '\(id)'")
    }

    @Test("the secret of a back end is shown once")
    func secret() async throws {
        let management = try await Management()
        let made = await management.ask(.post, Self.path, ["kind": "server", "displayName": "API"])
        let secret = made.string("secret")
        #expect(secret.hasPrefix("cds_") && made["hasSecret"] == true)
        for path in [Self.path, "\(Self.path)/\(made.string("id"))"] {
            #expect(await !management.ask(.get, path).text.contains(secret))
        }
    }

    @Test("an unknown kind of app is rejected, and the kinds are named")
    func kind() async throws {
        let management = try await Management()
        let rejected = await management.ask(.post, Self.path, ["kind": "toaster", "displayName": "API"])
        #expect(rejected.failure.hasSuffix("'kind' must be one of web, ios, android, desktop, server"))
    }
}
