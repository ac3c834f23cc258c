import APITestSupport
import CardeaEncodings
import Testing

@Suite("accounts:query")
struct QueryTests {
    private static let path = "/v1/projects/demo/accounts:query"

    private static func server() async throws -> APIServer {
        let server = try await APIServer()
        for (id, name) in [("1", "Grace"), ("2", "Edsger"), ("3", "Ada")] {
            let user: JSONValue = [
                "localId": .string(id), "email": .string("\(name)@example.com"), "displayName": .string(name),
                "phoneNumber": .string("+1555555010\(id)"),
            ]
            #expect(await server.administer("/v1/projects/demo/accounts", user).status == 200)
        }
        return server
    }

    @Test(
        "a query returns users in the order, the direction and the range that it names (U12)",
        arguments: [
            ([:], ["1", "2", "3"]), (["order": "DESC"], ["3", "2", "1"]),
            (["sortBy": "NAME"], ["3", "2", "1"]),
            (["sort_by": 5, "order": 2], ["1", "2", "3"]),
            (["sortBy": "CREATED_AT", "limit": "2"], ["1", "2"]),
            (["offset": 2], ["3"]), (["offset": "9223372036854775807"], []),
            (["expression": [["email": "ADA@example.com"]]], ["3"]),
            (["expression": [["userId": "2"], ["userId": "1"]]], ["2"]),
            (["expression": [["userId": "2", "phoneNumber": "+15555550101"]]], ["1"]),
            (["expression": [["userId": "2"]], "offset": "1"], []),
            (["expression": [["email": "nobody@example.com"]]], []),
        ] as [(JSONValue, [String])]
    )
    func lists(_ body: JSONValue, _ ids: [String]) async throws {
        let response = await (try await Self.server()).administer(Self.path, body)
        #expect(response.status == 200)
        #expect(response["userInfo"]?.array?.compactMap { $0["localId"]?.string } ?? [] == ids)
        #expect(response["recordsCount"]?.string == String(ids.count))
    }

    @Test("a query for the number of users returns no users (U12)")
    func count() async throws {
        let server = try await Self.server()
        let all = await server.administer(Self.path, ["returnUserInfo": false, "limit": 1])
        #expect(all.json == ["recordsCount": "3"])
        let one = await server.administer(
            "/v1/projects/demo:queryAccounts",
            ["returnUserInfo": false, "expression": [["userId": "2"]]]
        )
        #expect(one.json == ["recordsCount": "1"])
        let other = await server.administer("/v1/projects/other/accounts:query", ["returnUserInfo": false])
        #expect(other.json == ["recordsCount": "0"])
    }

    @Test("an expression without a condition is rejected")
    func emptyExpression() async throws {
        let response = await (try await Self.server()).administer(Self.path, ["expression": [[:]]])
        #expect(
            response.errorMessage == "INVALID_ARGUMENT : An expression needs email, phoneNumber or userId."
        )
    }
}
