import APITestSupport
import CardeaEncodings
import Testing

/// Every operation stands where SDKs look for it: with Google's host as the first segment and without.
@Suite struct PathTests {
    static let accounts = [
        ("signUp", "signupNewUser"), ("signInWithPassword", "verifyPassword"),
        ("createAuthUri", "createAuthUri"), ("lookup", "getAccountInfo"), ("update", "setAccountInfo"),
        ("delete", "deleteAccount"),
    ].flatMap { name, olderName in
        [
            "/v1/accounts:\(name)",
            "/identitytoolkit.googleapis.com/v1/accounts:\(name)",
            "/identitytoolkit/v3/relyingparty/\(olderName)",
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(olderName)",
        ]
    }

    @Test(
        "an operation for apps wants an API key",
        arguments: accounts + ["/v1/token", "/securetoken.googleapis.com/v1/token"]
    )
    func operationAppsWants(_ path: String) async throws {
        let server = try await APIServer()
        #expect(await server.post(path, [:]).status == 403)
        #expect(await server.post(path, ["nonsense": 1], key: "demo-key").status == 400)
    }

    static let administration = ["", ":lookup", ":update", ":delete", ":batchDelete"].flatMap { operation in
        ["", "/identitytoolkit.googleapis.com"].map { "\($0)/v1/projects/demo/accounts\(operation)" }
    }

    @Test("an operation of administrators wants their credential", arguments: administration)
    func operationAdministratorsWants(_ path: String) async throws {
        let server = try await APIServer()
        #expect(await server.post(path, [:]).status == 401)
        #expect(await server.post(path, [:], key: "demo-key").status == 401)
        #expect(await server.administer(path, ["nonsense": 1]).status == 400)
    }

    @Test(
        "an app can read the public settings of its project",
        arguments: [
            "/v1/projects", "/identitytoolkit.googleapis.com/v1/projects", "/v2/passwordPolicy",
            "/identitytoolkit.googleapis.com/v2/passwordPolicy", "/v2/recaptchaConfig",
            "/identitytoolkit.googleapis.com/v2/recaptchaConfig", "/v1/recaptchaParams",
            "/identitytoolkit.googleapis.com/v1/recaptchaParams",
            "/identitytoolkit/v3/relyingparty/getRecaptchaParam",
            "/identitytoolkit/v3/relyingparty/getProjectConfig",
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig",
        ]
    )
    func appMayKnow(_ path: String) async throws {
        let server = try await APIServer()
        #expect(await server.get(path).status == 403)
        #expect(await server.get(path, query: "key=demo-key").status == 200)
    }

    @Test("the project's number and password policy")
    func projectNumberPassword() async throws {
        let server = try await APIServer()
        let project = await server.get("/v1/projects", query: "key=demo-key")
        #expect(project.string("projectId") == "1001")
        let policy = await server.get("/v2/passwordPolicy", query: "key=demo-key")
        let expected: JSONValue = [
            "customStrengthOptions": [
                "minPasswordLength": 8, "maxPasswordLength": 4096, "containsLowercaseCharacter": false,
                "containsUppercaseCharacter": false, "containsNumericCharacter": false,
                "containsNonAlphanumericCharacter": false,
            ],
            "schemaVersion": 1,
            "allowedNonAlphanumericCharacters": policy["allowedNonAlphanumericCharacters"] ?? .null,
            "enforcementState": "ENFORCE",
            "forceUpgradeOnSignin": false,
        ]
        #expect(policy.json == expected)
    }

    @Test("SDKs get a response without a reCAPTCHA challenge in their form")
    func challengeSetSDKs() async throws {
        let server = try await APIServer()
        let params = await server.get("/v1/recaptchaParams", query: "key=demo-key")
        #expect(params["recaptchaSiteKey"]?.string?.isEmpty == false, "SDKs for web apps demand a site key")
        #expect(params["recaptchaStoken"] == nil)
        let query = "clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE&key=demo-key"
        let config = await server.get("/v2/recaptchaConfig", query: query)
        let expected: JSONValue = [
            "recaptchaKey": "projects/demo/keys/",
            "recaptchaEnforcementState": [
                ["provider": "EMAIL_PASSWORD_PROVIDER", "enforcementState": "OFF"],
                ["provider": "PHONE_PROVIDER", "enforcementState": "OFF"],
            ],
        ]
        #expect(config.json == expected)
    }
}
