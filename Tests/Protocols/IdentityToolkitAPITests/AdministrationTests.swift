import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

/// U12: what administrators do with accounts.
@Suite struct AdministrationTests {
    static let accounts = "/v1/projects/demo/accounts"

    static let ada: JSONValue = [
        "localId": "ada", "email": "ada@example.com", "password": "correct horse", "displayName": "Ada",
        "photoUrl": "https://example.com/ada.png", "phoneNumber": "+15555550100", "emailVerified": true,
        "disabled": false,
    ]

    @Test("a user is created with all values of an administrator")
    func accountCreatedAll() async throws {
        let server = try await APIServer()
        let created = await server.administer(Self.accounts, Self.ada)
        let expected: JSONValue = [
            "kind": "identitytoolkit#SignupNewUserResponse", "localId": "ada", "email": "ada@example.com",
            "displayName": "Ada",
        ]
        #expect(created.json == expected)
        let user = await server.find(["localId": ["ada"]])?.first
        #expect(user?["emailVerified"] == true)
        #expect(user?["phoneNumber"] == "+15555550100")
        #expect(
            user?["providerUserInfo"]?.array?.compactMap { $0["providerId"]?.string } == [
                "password", "phone",
            ]
        )
        #expect(await server.call("signInWithPassword", SignInTests.ada).status == 200)
    }

    @Test(
        "an invalid user is rejected",
        arguments: [
            (["localId": "ada"], "DUPLICATE_LOCAL_ID"), (["email": "ada@example.com"], "EMAIL_EXISTS"),
            (["phoneNumber": "+15555550100"], "PHONE_NUMBER_EXISTS"),
            (["phoneNumber": "call me"], "INVALID_PHONE_NUMBER : Invalid format."),
            (
                ["email": "bob@example.com", "password": "1"],
                "WEAK_PASSWORD : Password should be at least 8 characters"
            ),
        ] as [(JSONValue, String)]
    )
    func accountCannotRejected(_ body: JSONValue, _ message: String) async throws {
        let server = try await APIServer()
        _ = await server.administer(Self.accounts, Self.ada)
        #expect(await server.administer(Self.accounts, body).errorMessage == message)
    }

    @Test(
        "users are found by any of their names, each once",
        arguments: [
            ["localId": ["ada"]], ["localId": "ada"], ["email": ["Ada@Example.com"]],
            ["phone_number": ["+15555550100"]],
            ["localId": ["ada", "nobody"], "email": ["ada@example.com", "not an address"]],
        ] as [JSONValue]
    )
    func usersFoundAny(_ body: JSONValue) async throws {
        let server = try await APIServer()
        _ = await server.administer(Self.accounts, Self.ada)
        #expect(await server.find(body)?.compactMap { $0["localId"]?.string } == ["ada"])
    }

    @Test(
        "a look-up by provider or by former address finds no user",
        arguments: [
            ["federatedUserId": ["providerId": "google.com", "rawId": "1"]],
            ["initialEmail": "ada@example.com"],
        ] as [JSONValue]
    )
    func nobodyFoundProvider(_ body: JSONValue) async throws {
        let server = try await APIServer()
        _ = await server.administer(Self.accounts, Self.ada)
        #expect(await server.find(body) == nil)
    }

    @Test("a look-up without result has no list")
    func nobodyFoundList() async throws {
        let response = try await APIServer().administer("\(Self.accounts):lookup", ["localId": ["nobody"]])
        #expect(response.json == ["kind": "identitytoolkit#GetAccountInfoResponse"])
    }

    @Test("at most 100 users are looked up at a time (security 20)")
    func moreThan100() async throws {
        let names = JSONValue.array((0...100).map { .string("user\($0)") })
        let response = try await APIServer().administer("\(Self.accounts):lookup", ["localId": names])
        #expect(response.status == 400)
    }

    @Test(
        "an administrator may change everything (U17)",
        arguments: [
            (["emailVerified": false], "emailVerified", false),
            (["disableUser": true], "disabled", true),
            (["customAttributes": #"{"admin":true}"#], "customAttributes", .string(#"{"admin":true}"#)),
            (["customAttributes": ""], "customAttributes", nil),
            (["validSince": "1800000100"], "validSince", "1800000100"),
            (["lastLoginAt": "1500000000123"], "lastLoginAt", "1500000000123"),
            (["deleteProvider": ["phone"]], "phoneNumber", nil),
            (["deleteAttribute": ["DISPLAY_NAME"]], "displayName", nil),
            (["deleteAttribute": ["PHOTO_URL"]], "photoUrl", nil),
            (["email": "countess@example.com"], "email", "countess@example.com"),
        ] as [([String: JSONValue], String, JSONValue?)]
    )
    func administratorMayChange(
        _ change: [String: JSONValue],
        _ field: String,
        _ value: JSONValue?
    ) async throws {
        let server = try await APIServer()
        _ = await server.administer(Self.accounts, Self.ada)
        let body = JSONValue.object(change.merging(["localId": "ada"]) { $1 })
        let response = await server.administer("\(Self.accounts):update", body)
        #expect(response.status == 200, "\(response.text)")
        #expect(await server.find(["localId": ["ada"]])?.first?[field] == value)
    }

    @Test(
        "an invalid change is rejected (security 20)",
        arguments: [
            (["customAttributes": "no JSON"], "INVALID_CLAIMS"),
            (["customAttributes": #"{"sub":"eve"}"#], "FORBIDDEN_CLAIM : sub"),
            (
                ["customAttributes": .string(#"{"a":""# + String(repeating: "b", count: 1000) + #""}"#)],
                "CLAIMS_TOO_LARGE"
            ),
            (["validSince": "9223372036854775807"], "INVALID_ARGUMENT : valid_since"),
            (["validSince": -1], "INVALID_ARGUMENT : valid_since"),
            (["localId": "nobody"], "USER_NOT_FOUND"),
            // An empty text deletes no sign-in method.
            (["email": ""], "MISSING_EMAIL"),
            (["password": ""], "MISSING_PASSWORD"),
        ] as [([String: JSONValue], String)]
    )
    func changeCannotRejected(
        _ change: [String: JSONValue],
        _ message: String
    ) async throws {
        let server = try await APIServer()
        _ = await server.administer(Self.accounts, Self.ada)
        let body = JSONValue.object(["localId": "ada"].merging(change) { $1 })
        #expect(await server.administer("\(Self.accounts):update", body).errorMessage == message)
    }

    @Test(
        "an administrator's change ends the user's sessions (K5)",
        arguments: [["password": "battery staple"], ["disableUser": true], ["validSince": "1800000100"]]
            as [[String: JSONValue]]
    )
    func administratorChangeEnds(_ change: [String: JSONValue]) async throws {
        let server = try await APIServer()
        _ = await server.administer(Self.accounts, Self.ada)
        let user = await server.call("signInWithPassword", SignInTests.ada)
        server.clock.advance(by: .seconds(100))
        let body = JSONValue.object(change.merging(["localId": "ada"]) { $1 })
        #expect(await server.administer("\(Self.accounts):update", body).status == 200)
        let rejections = ["TOKEN_EXPIRED", "USER_DISABLED"]
        #expect(rejections.contains(await server.refresh(user.string("refreshToken")).errorMessage ?? ""))
        let lookup = await server.call("lookup", ["idToken": user["idToken"] ?? .null])
        #expect(rejections.contains(lookup.errorMessage ?? ""))
    }

    @Test("an account is deleted by its id")
    func accountDeletedId() async throws {
        let server = try await APIServer()
        _ = await server.administer(Self.accounts, Self.ada)
        #expect(await server.administer("\(Self.accounts):delete", [:]).errorMessage == "MISSING_LOCAL_ID")
        #expect(await server.administer("\(Self.accounts):delete", ["localId": "ada"]).status == 200)
        #expect(
            await server.administer("\(Self.accounts):delete", ["localId": "ada"]).errorMessage
                == "USER_NOT_FOUND"
        )
    }

    @Test("users are listed page by page")
    func usersListedPage() async throws {
        let server = try await APIServer()
        for number in 0..<5 {
            _ = await server.administer(Self.accounts, ["localId": .string("user\(number)")])
        }
        var names: [String] = []
        var query = "maxResults=2"
        for _ in 0..<4 {
            let page = await server.list(query)
            names += page["users"]?.array?.compactMap { $0["localId"]?.string } ?? []
            guard let token = page["nextPageToken"]?.string else { break }
            query = "maxResults=2&nextPageToken=\(token)"
        }
        #expect(names == (0..<5).map { "user\($0)" })
        #expect(await server.list("maxResults=5&nextPageToken=")["users"]?.array?.count == 5)
    }

    @Test(
        "an invalid page is rejected (security 20)",
        arguments: ["maxResults=0", "maxResults=1001", "maxResults=all", "nextPageToken=%3F"]
    )
    func pageCannotRejected(_ query: String) async throws {
        #expect(try await APIServer().list(query).errorMessage == "INVALID_PAGE_SELECTION")
    }

    @Test("an administrator may name the project in the body")
    func administratorMayName() async throws {
        let server = try await APIServer()
        let body: JSONValue = ["targetProjectId": "other", "email": "ada@example.com"]
        #expect(await server.administer("/v1/accounts:signUp", body).status == 200)
        #expect(await server.find(["email": ["ada@example.com"]]) == nil)
        let unnamed = await server.administer("/v1/accounts:signUp", ["email": "ada@example.com"])
        #expect(unnamed.errorMessage == "INVALID_PROJECT_ID : target_project_id is required.")
        let both = await server.administer(Self.accounts, body)
        #expect(both.errorMessage == "INVALID_PROJECT_ID")
        let none = await server.administer("/v1/projects/nowhere/accounts", [:])
        #expect(none.errorMessage == "PROJECT_NOT_FOUND")
    }
}

/// Every administrator's route with another project (security 19).
@Suite struct ForeignAdministratorTests {
    @Test(
        "an administrator of one project has no business in another",
        arguments: ["", ":lookup", ":update", ":delete"],
        ["demo", "nowhere"]
    )
    func administratorOneProject(
        _ operation: String,
        _ project: String
    ) async throws {
        let server = try await APIServer()
        let token = try await server.tokenOfNeighbour()
        let fields: HeaderFields = [.authorization: "Bearer \(token)"]
        let body: JSONValue = ["localId": "ada"]
        let byPath = await server.post("/v1/projects/\(project)/accounts\(operation)", body, fields: fields)
        #expect(byPath.status == 403)
        #expect(byPath["error"]?["status"] == "PERMISSION_DENIED")
        let name = operation.isEmpty ? ":signUp" : operation
        let byField = await server.post(
            "/v1/accounts\(name)",
            ["localId": "ada", "targetProjectId": .string(project)],
            fields: fields
        )
        #expect(byField.status == 403)
        let byKey = await server.post("/v1/accounts\(name)", body, key: "demo-key", fields: fields)
        #expect(byKey.status == 403)
    }

    @Test("another caller may not list the users")
    func norMayThey() async throws {
        let server = try await APIServer()
        let fields: HeaderFields = [.authorization: "Bearer \(try await server.tokenOfNeighbour())"]
        #expect(await server.get("/v1/projects/demo/accounts:batchGet", fields: fields).status == 403)
        #expect(await server.get("/v1/projects/other/accounts:batchGet", fields: fields).status == 200)
    }
}

extension APIServer {
    func find(_ selection: JSONValue) async -> [JSONValue]? {
        await administer("\(AdministrationTests.accounts):lookup", selection)["users"]?.array
    }

    fileprivate func list(_ query: String) async -> APIResponse {
        await get(
            "\(AdministrationTests.accounts):batchGet",
            query: query,
            fields: [.authorization: "Bearer \(administratorToken)"]
        )
    }

    fileprivate func tokenOfNeighbour() async throws -> String {
        try await projects.createAdministratorToken(
            name: "neighbour",
            project: ProjectID(rawValue: "other"),
            by: .server
        )
        .reveal()
    }
}
