import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite struct ProjectTests {
    @Test func `projects are listed and shown`() async throws {
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
        #expect(demo["settings"]?["accessTokenLifetime"] == 3600)
        #expect(demo["settings"]?["sessionLifetime"] == .null)
    }

    @Test func `a project is made with a key, and works at once`() async throws {
        let management = try await Management()
        let made = await management.ask(.post, "projects", ["id": "shop"])
        #expect(made.status == 200)
        #expect(made.string("id") == "shop")
        let answer = await management.server.call("signUp", [:], key: made.string("apiKey"))
        #expect(answer.status == 200)
    }

    @Test(
        arguments: [
            ("demo", "409 conflict: there is a project of this id"),
            (
                "",
                "400 badRequest: '' cannot name a project: a–z, 0–9 and -, beginning with a letter, 63 at most"
            ),
            (
                "A b",
                "400 badRequest: 'A b' cannot name a project: a–z, 0–9 and -, beginning with a letter, 63 at most"
            ),
        ]
    )
    func `a project that cannot be is refused`(_ id: String, _ refusal: String) async throws {
        #expect(try await Management().ask(.post, "projects", ["id": .string(id)]).refusal == refusal)
    }

    @Test func `K6 settings are changed one by one, and hold at once`() async throws {
        let management = try await Management()
        let settings: JSONValue = ["settings": ["accessTokenLifetime": 900, "allowsSelfSignUp": false]]
        let changed = await management.ask(.patch, "projects/demo", settings)
        #expect(changed["settings"]?["accessTokenLifetime"] == 900)
        #expect(changed["settings"]?["refreshGrace"] == 10_000)
        #expect(await management.server.signUp().errorMessage == "ADMIN_ONLY_OPERATION")

        let limited = await management.ask(.patch, "projects/demo", ["settings": ["sessionLifetime": 60]])
        #expect(limited["settings"]?["sessionLifetime"] == 60)
        let cleared = await management.ask(.patch, "projects/demo", ["settings": ["sessionLifetime": .null]])
        #expect(cleared["settings"]?["sessionLifetime"] == .null)
        let reset = await management.ask(
            .patch,
            "projects/demo",
            ["settings": ["accessTokenLifetime": .null]]
        )
        #expect(reset["settings"]?["accessTokenLifetime"] == 3600)
    }

    @Test(
        arguments: [
            (
                ["accessTokenLifetime": 0],
                "400 badRequest: the setting accessTokenLifetime is out of its range"
            ),
            (
                ["accessTokenLifetime": "soon"],
                "400 badRequest: the setting accessTokenLifetime cannot have this value"
            ),
            (["strictRotation": 1], "400 badRequest: the setting strictRotation cannot have this value"),
            (
                ["signingAlgorithm": "none"],
                "400 badRequest: the setting signingAlgorithm cannot have this value"
            ),
            (["favouriteColour": "blue"], "400 badRequest: unknown setting favouriteColour"),
        ] as [(JSONValue, String)]
    )
    func `a setting that cannot be is refused, and changes nothing`(
        _ settings: JSONValue,
        _ refusal: String
    ) async throws {
        let management = try await Management()
        let answer = await management.ask(.patch, "projects/demo", ["settings": settings])
        #expect(answer.refusal == refusal)
        #expect(
            management.server.projects.project(id: ProjectID(rawValue: "demo"))?.settings == ProjectSettings()
        )
    }

    @Test(arguments: [RequestMethod.get, .patch])
    func `a project that is not there is said not to be`(_ method: RequestMethod) async throws {
        let answer = try await Management().ask(method, "projects/shop", ["settings": [:]])
        #expect(answer.refusal == "404 notFound: there is no project 'shop'")
    }
}
