import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite struct ProjectTests {
    @Test("projects are listed and shown")
    func projectsListedShown() async throws {
        let management = try await Management()
        let list = await management.ask(.get, "projects")
        #expect(list.status == 200)
        #expect(list.all("id", in: "projects") == ["demo", "other"])
        let demo = await management.ask(.get, "projects/demo")
        #expect(demo["number"] == 1001)
        #expect(demo.string("apiKey") == "demo-key")
        #expect(demo["apiKeys"] == ["demo-key"])
        #expect(demo.string("issuer") == "https://id.example/demo")
        #expect(demo["createdAt"] == 1_800_000_000_000)
        #expect(demo["settings"]?["tokens"]?["accessTokenLifetime"] == 3600)
        #expect(demo["settings"]?["sessions"]?["lifetime"] == .null)
    }

    @Test("a new project has an API key, and works at once")
    func newProjectAPI() async throws {
        let management = try await Management()
        let made = await management.ask(.post, "projects", ["id": "shop"])
        #expect(made.status == 200)
        #expect(made.string("id") == "shop")
        let response = await management.server.call("signUp", [:], key: made.string("apiKey"))
        #expect(response.status == 200)
    }

    @Test(
        "a project with an invalid or taken id is rejected",
        arguments: [
            ("demo", "409 conflict: a project with this id exists"),
            (
                "",
                "400 badRequest: the project id '' is invalid: use 1 to 63 of a–z, 0–9 and -, beginning with a letter"
            ),
            (
                "A b",
                "400 badRequest: the project id 'A b' is invalid: use 1 to 63 of a–z, 0–9 and -, beginning with a letter"
            ),
        ]
    )
    func projectInvalidOr(_ id: String, _ failure: String) async throws {
        #expect(try await Management().ask(.post, "projects", ["id": .string(id)]).failure == failure)
    }

    @Test("a deleted project is absent at once, and its ID cannot be used again before its users are deleted")
    func deletedProject() async throws {
        let management = try await Management()
        let shop = await management.ask(.post, "projects", ["id": "shop"])
        let user = await management.server.call("signUp", [:], key: shop.string("apiKey"))
        #expect(user.status == 200)
        let deleted = await management.ask(.delete, "projects/shop")
        #expect(deleted.status == 200 && deleted.string("id") == "shop", "\(deleted.text)")
        let rejected = await management.server.call("signUp", [:], key: shop.string("apiKey"))
        #expect(rejected.status == 400 && rejected.errorMessage?.contains("API key not valid") == true)
        #expect(await management.ask(.get, "projects").all("id", in: "projects") == ["demo", "other"])
        for method in [RequestMethod.get, .delete] {
            let response = await management.ask(method, "projects/shop")
            #expect(response.failure == "404 notFound: there is no project 'shop'")
        }
        let early = await management.ask(.post, "projects", ["id": "shop"])
        #expect(early.status == 409 && early.string("message").contains("its data is not deleted yet"))
        while try await management.server.services.cleanup.finishPoolDeletions(limit: 10) != nil {}
        #expect(await management.ask(.post, "projects", ["id": "shop"]).status == 200)
    }

    @Test("the only project cannot be deleted")
    func onlyProject() async throws {
        let management = try await Management()
        #expect(await management.ask(.delete, "projects/other").status == 200)
        let last = await management.ask(.delete, "projects/demo")
        #expect(last.failure == "409 conflict: 'demo' is the only project: create another one first")
    }

    @Test("changes of single settings apply at once, and null restores the default (K6)")
    func settings() async throws {
        let management = try await Management()
        let settings: JSONValue = [
            "settings": ["tokens": ["accessTokenLifetime": 900], "signUp": ["allowed": false]]
        ]
        let changed = await management.ask(.patch, "projects/demo", settings)
        #expect(changed["settings"]?["tokens"]?["accessTokenLifetime"] == 900)
        #expect(changed["settings"]?["refreshTokens"]?["grace"] == 10_000)
        #expect(await management.server.signUp().errorMessage == "ADMIN_ONLY_OPERATION")

        let limited = await management.ask(
            .patch,
            "projects/demo",
            ["settings": ["sessions": ["lifetime": 60]]]
        )
        #expect(limited["settings"]?["sessions"]?["lifetime"] == 60)
        let reset = await management.ask(
            .patch,
            "projects/demo",
            ["settings": ["sessions": ["lifetime": .null], "tokens": ["accessTokenLifetime": .null]]]
        )
        #expect(reset["settings"]?["sessions"]?["lifetime"] == .null)
        #expect(reset["settings"]?["tokens"]?["accessTokenLifetime"] == 3600)
    }

    @Test(
        "an invalid setting is rejected and changes nothing",
        arguments: [
            (
                ["tokens": ["accessTokenLifetime": 0]],
                "tokens.accessTokenLifetime must be from 1s to 3660d"
            ),
            (
                ["accessTokenLifetime": "soon"],
                "tokens.accessTokenLifetime must be a length of time such as 15m or 30d, or a number of seconds"
            ),
            (["refreshTokens": ["strictRotation": 1]], "refreshTokens.strictRotation must be true or false"),
            (
                ["tokens": ["signingAlgorithm": "none"]],
                "tokens.signingAlgorithm must be ES256, RS256 or EdDSA"
            ),
            (
                ["favouriteColour": "blue", "tokens": ["isuer": "a"]],
                "unknown key 'favouriteColour'; unknown key 'tokens.isuer'; did you mean 'tokens.issuer'?"
            ),
        ] as [(JSONValue, String)]
    )
    func invalidSettings(_ settings: JSONValue, _ message: String) async throws {
        let management = try await Management()
        let response = await management.ask(.patch, "projects/demo", ["settings": settings])
        #expect(response.failure == "400 badRequest: " + message)
        #expect(management.server.projects.project(id: ProjectID(rawValue: "demo"))?.policy == Policy())
    }

    @Test(
        "a request for a project that is missing returns 404",
        arguments: [RequestMethod.get, .patch]
    )
    func requestProjectMissing(_ method: RequestMethod) async throws {
        let response = try await Management().ask(method, "projects/shop", ["settings": [:]])
        #expect(response.failure == "404 notFound: there is no project 'shop'")
    }
}
