import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// The credentials that open the administrators' forms of the public API.
@Suite struct AdministratorTests {
    private static let lookup = "/v1/projects/demo/accounts:lookup"

    @Test("a credential works and is listed without its secret until it is deleted")
    func credentialWorksListed() async throws {
        let management = try await Management()
        let made = await management.ask(
            .post,
            "administrators",
            ["name": "ci", "project": "demo", "lifetime": 60]
        )
        let fields: HeaderFields = [.authorization: "Bearer \(made.string("token"))"]
        #expect(await management.server.post(Self.lookup, ["localId": "x"], fields: fields).status == 200)
        let other = "/v1/projects/other/accounts:lookup"
        #expect(await management.server.post(other, ["localId": "x"], fields: fields).status == 403)

        let list = await management.ask(.get, "administrators")
        #expect(!list.text.contains(made.string("token")))
        let entry = list["administrators"]?.array?.first { $0["name"] == "ci" }
        #expect(entry?["project"] == "demo")
        #expect(entry?["expiresAt"] == 1_800_000_060_000)
        let id = entry?["id"]?.string ?? ""
        let left = await management.ask(.delete, "administrators/\(id)")
        #expect(left.all("name", in: "administrators") == ["tests"])
        #expect(await management.server.post(Self.lookup, ["localId": "x"], fields: fields).status == 401)
        let again = await management.ask(.delete, "administrators/\(id)")
        #expect(
            again.failure
                == "404 notFound: there is no administrator with the ID '\(id)'; 'cardea administrator list' shows the IDs"
        )
    }

    @Test("a credential ends with its lifetime")
    func credentialEndsLifetime() async throws {
        let management = try await Management()
        let made = await management.ask(.post, "administrators", ["name": "ci", "lifetime": 60])
        management.server.clock.advance(by: .minutes(1))
        let fields: HeaderFields = [.authorization: "Bearer \(made.string("token"))"]
        #expect(await management.server.post(Self.lookup, ["localId": "x"], fields: fields).status == 401)
    }

    @Test(
        "an invalid credential is rejected",
        arguments: [
            (["name": "ci", "project": "shop"], "404 notFound: there is no project 'shop'"),
            (["name": "ci", "lifetime": 0], "400 badRequest: 'lifetime' must be from 1 to 315360000"),
            (
                ["name": "ci", "lifetime": 999_999_999],
                "400 badRequest: 'lifetime' must be from 1 to 315360000"
            ),
        ] as [(JSONValue, String)]
    )
    func invalidCredentialRejected(_ new: JSONValue, _ failure: String) async throws {
        #expect(try await Management().ask(.post, "administrators", new).failure == failure)
    }
}
