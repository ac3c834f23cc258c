import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// U12: what an administrator does with users on the command line.
@Suite struct UserTests {
    private static let users = "projects/demo/users"
    private static let ada: JSONValue = [
        "id": "ada", "email": "Ada@Example.com", "password": "correct horse", "displayName": "Ada",
        "emailVerified": true,
    ]

    @Test func `a user is made with all that is given, and signs in`() async throws {
        let management = try await Management()
        let made = await management.ask(.post, Self.users, Self.ada)
        let expected: JSONValue = [
            "id": "ada", "email": "ada@example.com", "emailVerified": true, "displayName": "Ada",
            "hasPassword": true, "disabled": false, "createdAt": 1_800_000_000_000,
        ]
        #expect(made.json == expected)
        let signIn: JSONValue = ["email": "ada@example.com", "password": "correct horse"]
        #expect(await management.server.call("signInWithPassword", signIn).status == 200)
    }

    @Test(arguments: ["ada", "ada@example.com", "ADA%40EXAMPLE.COM"])
    func `a user is found by id or address`(_ name: String) async throws {
        let management = try await Management()
        _ = await management.ask(.post, Self.users, Self.ada)
        #expect(await management.ask(.get, "\(Self.users)/\(name)").string("id") == "ada")
    }

    @Test func `K5 a disabled user is signed out at once, and signs in again when enabled`() async throws {
        let management = try await Management()
        _ = await management.ask(.post, Self.users, Self.ada)
        let signIn: JSONValue = ["email": "ada@example.com", "password": "correct horse"]
        let tokens = await management.server.call("signInWithPassword", signIn)
        let disabled = await management.ask(.patch, "\(Self.users)/ada", ["disabled": true])
        #expect(disabled["disabled"] == true)
        let refused = await management.server.refresh(tokens.string("refreshToken"))
        #expect(refused.errorMessage == "USER_DISABLED")
        #expect(await management.ask(.patch, "\(Self.users)/ada", ["disabled": false])["disabled"] == false)
        #expect(await management.server.call("signInWithPassword", signIn).status == 200)
    }

    @Test func `a deleted user is shown once more, and is gone`() async throws {
        let management = try await Management()
        _ = await management.ask(.post, Self.users, Self.ada)
        #expect(await management.ask(.delete, "\(Self.users)/ada@example.com").string("id") == "ada")
        let again = await management.ask(.delete, "\(Self.users)/ada@example.com")
        #expect(again.refusal == "404 notFound: there is no user 'ada@example.com'")
    }

    @Test func `users come in pages, and none of another project`() async throws {
        let management = try await Management()
        _ = await management.ask(.post, "projects/other/users", ["id": "stranger"])
        for number in 0..<5 { _ = await management.ask(.post, Self.users, ["id": .string("user\(number)")]) }
        let first = await management.ask(.get, Self.users, query: "limit=3")
        #expect(first.all("id", in: "users") == ["user0", "user1", "user2"])
        #expect(first.string("next") == "user2")
        let second = await management.ask(.get, Self.users, query: "limit=3&after=user2")
        #expect(second.all("id", in: "users") == ["user3", "user4"])
        #expect(second["next"] == nil)
    }

    @Test(
        arguments: [
            (["email": "x"], "400 badRequest: the e-mail address is invalid"),
            (
                ["email": "b@example.com", "password": "1"],
                "400 badRequest: the password must have 8 characters or more"
            ),
            (["id": "ada"], "409 conflict: another user has this id"),
            (["email": "ada@example.com"], "409 conflict: another user has this e-mail address"),
            (
                ["displayName": .string(String(repeating: "a", count: 300))],
                "400 badRequest: the display name is invalid: it must have 1 to 256 characters"
            ),
            (
                ["id": ""],
                "400 badRequest: the user's id is invalid: it must have 1 to 128 bytes and no spaces"
            ),
        ] as [(JSONValue, String)]
    )
    func `a user that cannot be is refused, with the reason`(
        _ user: JSONValue,
        _ refusal: String
    ) async throws {
        let management = try await Management()
        _ = await management.ask(.post, Self.users, Self.ada)
        #expect(await management.ask(.post, Self.users, user).refusal == refusal)
    }

    @Test(arguments: ["limit=0", "limit=1001", "limit=all"])
    func `security row 20: a page that cannot be is refused`(_ query: String) async throws {
        let answer = try await Management().ask(.get, Self.users, query: query)
        #expect(answer.refusal == "400 badRequest: limit must be from 1 to 1000")
    }
}
