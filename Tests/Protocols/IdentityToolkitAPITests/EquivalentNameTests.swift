import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import Testing

@Suite("Names that are canonically equal and differ in bytes")
struct EquivalentNameTests {
    private static let accounts = "/v1/projects/demo/accounts"

    private static func victim(_ id: String) -> JSONValue {
        [
            "localId": .string(id), "email": "victim@example.com",
            "providerUserInfo": [["providerId": "google.com", "rawId": "123"]],
        ]
    }

    /// The IDs of users that a response has, those with an account at Google apart.
    private static func ids(_ response: APIResponse) -> (all: Set<ExactText>, atGoogle: Set<ExactText>) {
        let users = response["users"]?.array ?? []
        let atGoogle = users.filter { user in
            user["providerUserInfo"]?.array?.contains { $0["providerId"] == "google.com" } ?? false
        }
        let ids = { (users: [JSONValue]) in Set(users.compactMap { $0["localId"]?.string?.exact }) }
        return (ids(users), ids(atGoogle))
    }

    @Test(
        "users with such IDs stay apart when they are imported, read and listed (security 3)",
        arguments: equivalentTexts
    )
    func users(one: String, other: String) async throws {
        let server = try await APIServer()
        let users: JSONValue = [
            Self.victim(one), ["localId": .string(other), "email": "attacker@example.com"],
        ]
        let created = await server.administer("\(Self.accounts):batchCreate", ["users": users])
        #expect(created.json == ["kind": "identitytoolkit#UploadAccountResponse"])
        let both: Set = [one.exact, other.exact]
        let found = await server.administer(
            "\(Self.accounts):lookup",
            ["localId": [.string(one), .string(other)]]
        )
        #expect(Self.ids(found) == (both, [one.exact]))
        for id in [one, other] {
            let found = await server.administer("\(Self.accounts):lookup", ["localId": [.string(id)]])
            #expect(Self.ids(found).all == [id.exact])
            #expect(Self.ids(found).atGoogle.isEmpty == (id.exact == other.exact))
        }
        let listed = await server.get(
            "\(Self.accounts):batchGet",
            fields: [.authorization: "Bearer \(server.administratorToken)"]
        )
        #expect(Self.ids(listed) == (both, [one.exact]))
    }

    @Test(
        "a user who takes over an ID that is canonically equal is another user (security 3)",
        arguments: equivalentTexts
    )
    func replacement(one: String, other: String) async throws {
        let server = try await APIServer()
        _ = await server.administer("\(Self.accounts):batchCreate", ["users": [Self.victim(one)]])
        let replaced = await server.administer(
            "\(Self.accounts):batchCreate",
            ["users": [Self.victim(other)], "allowOverwrite": true]
        )
        #expect(replaced["error"]?.array?.count == 1, "the account at Google belongs to the first user")
        let found = await server.administer("\(Self.accounts):lookup", ["localId": [.string(one)]])
        #expect(Self.ids(found) == ([one.exact], [one.exact]))
    }
}
