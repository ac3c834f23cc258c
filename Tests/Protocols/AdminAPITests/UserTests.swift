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

    @Test("a new user has all given properties, and signs in")
    func newUserAll() async throws {
        let management = try await Management()
        let made = await management.ask(.post, Self.users, Self.ada)
        let expected: JSONValue = [
            "id": "ada", "email": "ada@example.com", "emailVerified": true, "displayName": "Ada",
            "hasPassword": true, "disabled": false, "createdAt": 1_800_000_000_000, "providers": [],
            "sessions": 0,
        ]
        #expect(made.json == expected)
        let signIn: JSONValue = ["email": "ada@example.com", "password": "correct horse"]
        #expect(await management.server.call("signInWithPassword", signIn).status == 200)
    }

    @Test(
        "a user is found by id or address",
        arguments: ["ada", "ada@example.com", "ADA%40EXAMPLE.COM"]
    )
    func userFoundId(_ name: String) async throws {
        let management = try await Management()
        _ = await management.ask(.post, Self.users, Self.ada)
        #expect(await management.ask(.get, "\(Self.users)/\(name)").string("id") == "ada")
    }

    @Test("a text that names two users is rejected, and a prefix says which is meant (security 10)")
    func ambiguous() async throws {
        let management = try await Management()
        for user in [
            ["id": "vic@corp.example", "email": "vic@example.com"],
            ["id": "eve", "email": "vic@corp.example", "userName": "ada"],
            ["id": "ada", "phoneNumber": "+16505553434"], ["id": "+16505553434"],
        ] as [JSONValue] {
            let made = await management.ask(.post, Self.users, user)
            #expect(made.status == 200, "\(made.text)")
        }
        let path = Self.users + "/"
        let failure =
            "409 conflict: 'vic@corp.example' is the id of one user and the e-mail address of another: "
            + "write 'id:vic@corp.example' or 'email:vic@corp.example'"
        #expect(await management.ask(.get, path + "vic@corp.example").failure == failure)
        let change = await management.ask(.patch, path + "vic@corp.example", ["customClaims": "{}"])
        #expect(change.failure == failure)
        #expect(await management.ask(.delete, path + "vic@corp.example").failure == failure)
        for (text, id) in [
            ("id:vic@corp.example", "vic@corp.example"), ("email:vic@corp.example", "eve"),
            ("id:ada", "ada"), ("name:ADA", "eve"), ("phone:%2B16505553434", "ada"),
            ("id:%2B16505553434", "+16505553434"), ("eve", "eve"), ("vic@example.com", "vic@corp.example"),
        ] {
            #expect(await management.ask(.get, path + text).string("id") == id, "\(text)")
        }
        let both = await management.ask(.get, path + "ada")
        #expect(both.failure.hasPrefix("409 conflict: 'ada' is the id of"))
        let absent = await management.ask(.get, path + "name:eve")
        #expect(absent.failure == "404 notFound: there is no user 'eve'")
    }

    @Test("an id that begins like a kind is not confused with the name of another user (security 10)")
    func idWithPrefix() async throws {
        let management = try await Management()
        for user in [["id": "name:bob1"], ["id": "eve", "userName": "bob1"]] as [JSONValue] {
            #expect(await management.ask(.post, Self.users, user).status == 200)
        }
        let path = Self.users + "/"
        let both = await management.ask(.patch, path + "name:bob1", ["customClaims": "{}"])
        #expect(
            both.failure == "409 conflict: 'name:bob1' names two users: write 'id:' and the id of the user"
        )
        #expect(await management.ask(.get, path + "id:name:bob1").string("id") == "name:bob1")
        #expect(await management.ask(.get, path + "id:eve").string("id") == "eve")
    }

    @Test("a disabled user is signed out at once, and signs in again when enabled (K5)")
    func disabledUserSigned() async throws {
        let management = try await Management()
        _ = await management.ask(.post, Self.users, Self.ada)
        let signIn: JSONValue = ["email": "ada@example.com", "password": "correct horse"]
        let tokens = await management.server.call("signInWithPassword", signIn)
        let disabled = await management.ask(.patch, "\(Self.users)/ada", ["disabled": true])
        #expect(disabled["disabled"] == true)
        let rejected = await management.server.refresh(tokens.string("refreshToken"))
        #expect(rejected.errorMessage == "USER_DISABLED")
        #expect(await management.ask(.patch, "\(Self.users)/ada", ["disabled": false])["disabled"] == false)
        #expect(await management.server.call("signInWithPassword", signIn).status == 200)
    }

    @Test("a deleted user is in the response, and is not found afterwards")
    func deletedUserResponse() async throws {
        let management = try await Management()
        _ = await management.ask(.post, Self.users, Self.ada)
        #expect(await management.ask(.delete, "\(Self.users)/ada@example.com").string("id") == "ada")
        let again = await management.ask(.delete, "\(Self.users)/ada@example.com")
        #expect(again.failure == "404 notFound: there is no user 'ada@example.com'")
    }

    @Test("users are listed in pages, without those of other projects")
    func usersListedPages() async throws {
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
        "an invalid user is rejected with the reason",
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
    func invalidUserRejected(
        _ user: JSONValue,
        _ failure: String
    ) async throws {
        let management = try await Management()
        _ = await management.ask(.post, Self.users, Self.ada)
        #expect(await management.ask(.post, Self.users, user).failure == failure)
    }

    @Test(
        "an invalid page size is rejected (security 20)",
        arguments: ["limit=0", "limit=1001", "limit=all"]
    )
    func invalidPageSize(_ query: String) async throws {
        let response = try await Management().ask(.get, Self.users, query: query)
        #expect(response.failure.hasPrefix("400 badRequest: 'limit' "))
    }

    @Test(
        "the users of a tenant are separate from those of its project, and have the tenant's settings (U11)"
    )
    func tenant() async throws {
        let management = try await Management()
        let users = "projects/demo/tenants/blue/users"
        _ = await management.ask(
            .post,
            "projects/demo/tenants",
            ["id": "blue", "settings": ["passwords": ["minimumLength": 20]]]
        )
        let weak = await management.ask(.post, users, Self.ada)
        #expect(weak.failure == "400 badRequest: the password must have 20 characters or more")
        let made = await management.ask(.post, users, ["email": "ada@example.com"])
        #expect(made.string("tenant") == "blue")
        #expect(await management.ask(.get, "\(users)/ada@example.com").json == made.json)
        #expect(await management.ask(.get, users).all("id", in: "users") == [made.string("id")])
        #expect(await management.ask(.get, Self.users).all("id", in: "users") == [])
        let disabled = await management.ask(.patch, "\(users)/ada@example.com", ["disabled": true])
        #expect(disabled["disabled"] == true)
        #expect(await management.ask(.delete, "\(users)/ada@example.com").status == 200)
        #expect(await management.ask(.get, users).all("id", in: "users") == [])
        #expect(
            await management.ask(.get, "projects/demo/tenants/none/users").failure
                == "404 notFound: there is no tenant 'none'"
        )
    }

    @Test("a user's profile, address and password are changed, and an empty text removes a value (U12)")
    func changes() async throws {
        let management = try await Management()
        let made = await management.ask(.post, Self.users, Self.ada)
        let path = "\(Self.users)/\(made.string("id"))"
        let changed = await management.ask(
            .patch,
            path,
            [
                "email": "ada@new.example", "emailVerified": true, "displayName": "Ada",
                "phoneNumber": "+441632960960", "password": "another horse", "id": "ignored",
            ]
        )
        #expect(changed["email"] == "ada@new.example" && changed["emailVerified"] == true)
        #expect(changed["displayName"] == "Ada" && changed["phoneNumber"] == "+441632960960")
        #expect(changed["id"] == made["id"] && changed["password"] == nil)
        let signIn: JSONValue = ["email": "ada@new.example", "password": "another horse"]
        #expect(await management.server.call("signInWithPassword", signIn).status == 200)
        let removed = await management.ask(.patch, path, ["displayName": "", "phoneNumber": ""])
        #expect(removed["displayName"] == nil && removed["phoneNumber"] == nil)
        #expect(removed["email"] == "ada@new.example")
    }
}
