import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import Testing

@Suite struct SignUpTests {
    @Test("sign-up with e-mail and password returns both tokens, and sets the e-mail only (K1, U4)")
    func signUpE()
        async throws
    {
        let server = try await APIServer()
        let response = await server.signUp("Ada@Example.com")
        let expected: JSONValue = [
            "kind": "identitytoolkit#SignupNewUserResponse",
            "localId": response["localId"] ?? .null,
            "email": "ada@example.com",
            "idToken": response["idToken"] ?? .null,
            "refreshToken": response["refreshToken"] ?? .null,
            "expiresIn": "3600",
        ]
        #expect(response.json == expected)
        #expect(response.string("localId").count == 28)
        #expect(response.string("idToken").split(separator: ".").count == 3)
    }

    @Test("an anonymous sign-up has no e-mail (K3)")
    func anonymousSignUp() async throws {
        let response = try await APIServer().call("signUp", ["returnSecureToken": true])
        #expect(response.status == 200)
        #expect(response["email"] == nil)
        #expect(!response.string("idToken").isEmpty)
    }

    @Test(
        "an invalid sign-up is rejected",
        arguments: [
            (["email": "ada@example.com"], "MISSING_PASSWORD"),
            (["password": "correct horse"], "MISSING_EMAIL"),
            (["email": "ada", "password": "correct horse"], "INVALID_EMAIL"),
            (["email": "ada@example.com", "password": ""], "MISSING_PASSWORD"),
            (
                ["email": "ada@example.com", "password": "12345"],
                "WEAK_PASSWORD : Password should be at least 8 characters"
            ),
            (["email": "taken@example.com", "password": "correct horse"], "EMAIL_EXISTS"),
            (
                ["localId": "mine", "email": "ada@example.com", "password": "correct horse"],
                "UNEXPECTED_PARAMETER : User ID"
            ),
            (["emailVerified": true], "UNEXPECTED_PARAMETER : Email verified"),
            (["disabled": false], "UNEXPECTED_PARAMETER : Disabled"),
            (["phoneNumber": "+15550100"], "UNEXPECTED_PARAMETER : Phone number"),
            (
                ["idToken": "junk", "email": "ada@example.com", "password": "correct horse"],
                "INVALID_ID_TOKEN"
            ),
            (
                ["targetProjectId": "other"],
                "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
            ),
            (["tenantId": "acme"], "TENANT_NOT_FOUND"),
        ] as [(JSONValue, String)]
    )
    func signUpCannot(_ body: JSONValue, _ message: String) async throws {
        let server = try await APIServer()
        _ = await server.signUp("taken@example.com")
        let response = await server.call("signUp", body)
        #expect(response.status == 400)
        #expect(response.errorMessage == message)
        #expect(
            response["error"]?["errors"] == [
                ["message": .string(message), "reason": "invalid", "domain": "global"]
            ]
        )
    }

    @Test("without self-service, sign-up is for administrators only (U11)")
    func withoutSelfService() async throws {
        var policy = Policy()
        policy.signUp.allowed = false
        let server = try await APIServer(policy: policy)
        #expect(await server.signUp().errorMessage == "ADMIN_ONLY_OPERATION")
        #expect(await server.call("signUp", [:]).errorMessage == "ADMIN_ONLY_OPERATION")
        #expect(
            await server.administer("/v1/projects/demo/accounts", ["email": "ada@example.com"]).status == 200
        )
    }

    @Test("password sign-up that is turned off is not allowed")
    func passwordSignUp() async throws {
        var policy = Policy()
        policy.signIn.allowsPassword = false
        policy.signIn.allowsAnonymous = false
        let server = try await APIServer(policy: policy)
        #expect(await server.signUp().errorMessage == "OPERATION_NOT_ALLOWED")
        #expect(await server.call("signUp", [:]).errorMessage == "ADMIN_ONLY_OPERATION")
    }

    @Test("an anonymous user becomes known and stays the same", arguments: ["signUp", "update"])
    func anonymousUserBecomes(_ operation: String) async throws {
        let server = try await APIServer()
        let anonymous = await server.call("signUp", [:])
        let known = await server.call(
            operation,
            [
                "idToken": anonymous["idToken"] ?? .null,
                "email": "ada@example.com",
                "password": "correct horse",
                "returnSecureToken": true,
            ]
        )
        #expect(known.status == 200, "\(known.text)")
        #expect(known["localId"] == anonymous["localId"])
        #expect(known["email"] == "ada@example.com")
        #expect(!known.string("refreshToken").isEmpty)
        let signedIn = await server.call(
            "signInWithPassword",
            ["email": "ada@example.com", "password": "correct horse"]
        )
        #expect(signedIn["localId"] == anonymous["localId"])
    }

    @Test("a sign-up may ask for a shorter access token (K6)")
    func signUpMay() async throws {
        let response = try await APIServer().call("signUp", ["accessTokenLifetime": 900])
        #expect(response["expiresIn"] == "900")
    }
}
