import APITestSupport
import CardeaEncodings
import Testing

@Suite("User names over Identity Toolkit")
struct UserNameTests {
    @Test("a user signs up and in by user name, and is found by it (K3)")
    func signIn() async throws {
        let server = try await APIServer()
        let signUp: JSONValue = ["userName": "Ann", "password": "correct horse"]
        let user = await server.call("signUp", signUp)
        #expect(user.status == 200 && user["idToken"] != nil, "\(user.text)")
        #expect(await server.call("signUp", signUp).errorMessage == "USER_NAME_EXISTS")
        let signIn: JSONValue = ["userName": "ANN", "password": "correct horse"]
        let signedIn = await server.call("signInWithPassword", signIn)
        #expect(signedIn["localId"] == user["localId"] && signedIn["email"] == "", "\(signedIn.text)")
        #expect(await server.refresh(signedIn.string("refreshToken")).status == 200)
        let info = await server.call("lookup", ["idToken": signedIn["idToken"] ?? .null])
        let account = try #require(info["users"]?.array?.first)
        #expect(account["userName"] == "ann" && account["email"] == nil)
        #expect(account["providerUserInfo"]?.array?.first?["rawId"] == "ann")
        let found = await server.administer(
            "/v1/projects/demo/accounts:lookup",
            ["userName": ["aNN", "bob"]]
        )
        #expect(found["users"]?.array?.count == 1, "\(found.text)")
    }

    @Test(
        "a wrong name, password or form has its code",
        arguments: [
            (["userName": "ann", "password": "wrong"], "INVALID_LOGIN_CREDENTIALS"),
            (["userName": "bob", "password": "wrong"], "INVALID_LOGIN_CREDENTIALS"),
            (["userName": "ann@example.com", "password": "wrong"], "INVALID_USER_NAME"),
            (["password": "wrong"], "MISSING_EMAIL"), (["userName": "ann"], "MISSING_PASSWORD"),
            (
                ["userName": "ann", "email": "ada@example.com", "password": "correct horse"],
                "INVALID_ARGUMENT : email and userName exclude each other."
            ),
        ] as [(JSONObject, String)]
    )
    func errors(fields: JSONObject, code: String) async throws {
        let server = try await APIServer()
        _ = await server.call("signUp", ["userName": "Ann", "password": "correct horse"])
        let response = await server.call("signInWithPassword", .object(fields))
        #expect(response.errorMessage?.hasPrefix(code) == true, "\(response.text)")
    }

    @Test("users and administrators change a user name")
    func update() async throws {
        let server = try await APIServer()
        let user = await server.call("signUp", ["userName": "Ann", "password": "correct horse"])
        let change: JSONValue = ["idToken": user["idToken"] ?? .null, "userName": "Ann2"]
        #expect(await server.call("update", change).status == 200)
        let signIn: JSONValue = ["userName": "ann2", "password": "correct horse"]
        #expect(await server.call("signInWithPassword", signIn).status == 200)
        let clear: JSONValue = ["localId": user["localId"] ?? .null, "userName": ""]
        #expect(await server.administer("/v1/projects/demo/accounts:update", clear).status == 200)
        #expect(await server.call("signInWithPassword", signIn).status == 400)
    }
}
