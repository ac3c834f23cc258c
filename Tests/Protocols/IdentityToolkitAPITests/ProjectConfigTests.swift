import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("Configuration of a project, and rules for passwords")
struct ProjectConfigTests {
    private static let path = "/v2/projects/demo/config"

    private static let strict: JSONValue = [
        "passwordPolicyEnforcementState": "ENFORCE", "forceUpgradeOnSignin": true,
        "passwordPolicyVersions": [
            [
                "customStrengthOptions": [
                    "minPasswordLength": 9, "maxPasswordLength": 40, "containsUppercaseCharacter": true,
                    "containsNumericCharacter": true,
                ]
            ]
        ],
    ]
    private static let violation =
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "
        + "[Password must contain an upper case character, Password must contain a numeric character]"

    @Test("the configuration shows the settings of the project")
    func show() async throws {
        let server = try await APIServer()
        let expected: JSONValue = [
            "name": "projects/1001/config",
            "signIn": [
                "email": ["enabled": true, "passwordRequired": false],
                "phoneNumber": ["enabled": true, "testPhoneNumbers": [:]], "anonymous": ["enabled": true],
                "allowDuplicateEmails": false,
            ],
            "client": ["permissions": ["disabledUserSignup": false, "disabledUserDeletion": false]],
            "mfa": ["state": "DISABLED"],
            "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
            "passwordPolicyConfig": [
                "passwordPolicyEnforcementState": "ENFORCE",
                "passwordPolicyVersions": [
                    [
                        "customStrengthOptions": [
                            "minPasswordLength": 8, "maxPasswordLength": 4096,
                            "containsLowercaseCharacter": false, "containsUppercaseCharacter": false,
                            "containsNumericCharacter": false, "containsNonAlphanumericCharacter": false,
                        ], "schemaVersion": 1,
                    ]
                ], "forceUpgradeOnSignin": false,
            ],
            "smsRegionConfig": ["allowByDefault": ["disallowedRegions": []]],
            "autodeleteAnonymousUsers": false, "authorizedDomains": [],
            "notification": ["defaultLocale": "en"], "multiTenant": ["allowTenants": true],
        ]
        #expect(await server.configure(.get).json == expected)
        // The response of a read is a valid request for a write.
        #expect(await server.configure(.patch, expected).json == expected)
    }

    @Test(
        "a configuration that is written back as it was read changes no setting",
        arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8]
    )
    func roundTrip(seed: UInt64) async throws {
        var random = SeededGenerator(state: seed)
        var policy = Policy()
        policy.users.unusedAnonymousDays = [nil, 7, 30, 3660].randomElement(using: &random) ?? nil
        policy.passwords.enforced = .random(using: &random)
        policy.passwords.minimumLength = .random(in: 1...40, using: &random)
        policy.passwords.maximumLength = .random(in: 40...4096, using: &random)
        policy.passwords.requiresDigit = .random(using: &random)
        policy.passwords.checkedAtSignIn = .random(using: &random)
        policy.signIn.allowsEmailLink = .random(using: &random)
        policy.signIn.allowsPhone = .random(using: &random)
        policy.signUp.allowed = .random(using: &random)
        let allowed = [[], ["US"], ["JP", "US"], ["US", "GB", "JP"]]
        let denied = [[], ["US"], ["GB", "FR"]]
        let numbers = [[], ["+819012345678=000000", "+16505553434=123456"]]
        policy.phone.allowedRegions = allowed.randomElement(using: &random) ?? []
        policy.phone.deniedRegions = denied.randomElement(using: &random) ?? []
        let origins = [
            [], ["*"], ["https://app.example:8443", "http://app.example", "http://localhost:3000"],
        ]
        policy.codes.continueOrigins = origins.randomElement(using: &random) ?? []
        policy.mail.language = ["en", "pt-br"].randomElement(using: &random) ?? "en"
        policy.phone.testNumbers = numbers.randomElement(using: &random) ?? []
        let server = try await APIServer(policy: policy)
        let shown = await server.configure(.get)
        let written = await server.configure(.patch, try #require(shown.json))
        #expect(written.json == shown.json, "\(written.text)")
        #expect(try #require(server.projects.project(id: server.project.id)).policy == policy)
    }

    @Test("a value that differs from what is shown is set, in the order of the fields")
    func changeOfShown() async throws {
        var policy = Policy()
        (policy.passwords.enforced, policy.passwords.minimumLength) = (false, 12)
        (policy.phone.allowedRegions, policy.phone.deniedRegions) = (["JP", "US"], ["US"])
        let server = try await APIServer(policy: policy)
        let length: JSONValue = [
            "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 6]]]
        ]
        let unchanged = await server.configure(.patch, ["passwordPolicyConfig": length])
        #expect(unchanged.status == 200, "\(unchanged.text)")
        #expect(server.projects.project(id: server.project.id)?.policy == policy)
        let rules: JSONValue = [
            "passwordPolicyEnforcementState": "ENFORCE",
            "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 6]]],
        ]
        let allowed: JSONValue = ["allowlistOnly": ["allowedRegions": ["JP", "US"]]]
        let body: JSONValue = [
            "passwordPolicyConfig": rules, "smsRegionConfig": allowed, "autodeleteAnonymousUsers": true,
        ]
        let changed = await server.configure(.patch, body)
        #expect(changed["smsRegionConfig"] == allowed, "\(changed.text)")
        let after = try #require(server.projects.project(id: server.project.id)).policy
        #expect(after.passwords.enforced && after.passwords.minimumLength == 6)
        #expect(after.phone.deniedRegions == [] && after.users.unusedAnonymousDays == 30)
    }

    @Test("a mask names the settings that change; without it, those of the request change")
    func mask() async throws {
        let server = try await APIServer()
        let body: JSONValue = [
            "signIn": ["email": ["passwordRequired": true], "anonymous": ["enabled": false]],
            "client": ["permissions": ["disabledUserDeletion": true]],
        ]
        let masked = await server.configure(.patch, body, mask: "signIn.anonymous,client")
        #expect(masked["signIn"]?["anonymous"] == ["enabled": false], "\(masked.text)")
        #expect(masked["signIn"]?["email"]?["passwordRequired"] == false)
        #expect(masked["client"]?["permissions"]?["disabledUserDeletion"] == true)
        #expect(await server.call("signUp", [:]).errorMessage == "ADMIN_ONLY_OPERATION")

        let unmasked = await server.configure(.patch, ["autodeleteAnonymousUsers": true])
        #expect(unmasked["autodeleteAnonymousUsers"] == true)
        #expect(unmasked["signIn"]?["anonymous"] == ["enabled": false])
        let project = try #require(server.projects.project(id: server.project.id))
        #expect(project.policy.users.unusedAnonymousDays == 30)
        #expect(!project.policy.users.allowsSelfDeletion)

        let cleared = await server.configure(.patch, [:], mask: "autodelete_anonymous_users,sign_in")
        #expect(cleared["autodeleteAnonymousUsers"] == false)
        #expect(cleared["signIn"]?["anonymous"] == ["enabled": true])
    }

    @Test(
        "a feature that the server does not have is rejected, and nothing else changes",
        arguments: [
            (["mfa": ["state": "ENABLED"]], "OPERATION_NOT_ALLOWED"),
            (["mfa": ["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]]], "OPERATION_NOT_ALLOWED"),
            (["passwordPolicyConfig": strength(min: 20, max: 10)], "INVALID_ARGUMENT"),
            (
                ["passwordPolicyConfig": strength(min: 0, max: 10)],
                "INVALID_CONFIG : minPasswordLength must be from 1 to 4096"
            ),
            (
                ["passwordPolicyConfig": strength(min: 6, max: 5000)],
                "INVALID_CONFIG : maxPasswordLength must be from 6 to 4096"
            ),
        ] as [([String: JSONValue], String)]
    )
    func rejected(_ change: [String: JSONValue], _ code: String) async throws {
        let server = try await APIServer()
        let before = await server.configure(.get)
        var body = change
        body["client"] = ["permissions": ["disabledUserSignup": true]]
        let response = await server.configure(.patch, .object(body))
        #expect(response.errorMessage?.hasPrefix(code) == true, "\(response.text)")
        #expect(await server.configure(.get).json == before.json)
    }

    private static func strength(min: Int64, max: Int64) -> JSONValue {
        let options: JSONValue = ["minPasswordLength": .integer(min), "maxPasswordLength": .integer(max)]
        return ["passwordPolicyVersions": [["customStrengthOptions": options]]]
    }

    @Test("the configuration of another project is out of reach (security 19)")
    func otherProject() async throws {
        let server = try await APIServer()
        let token = try await server.projects.createAdministratorToken(
            name: "neighbour",
            project: ProjectID(rawValue: "other"),
            by: .server
        ).reveal()
        for method in [RequestMethod.get, .patch] {
            #expect(await server.configure(method, bearer: token).status == 403)
            #expect(await server.configure(method, bearer: "owner").status == 401)
        }
    }

    @Test("each way to set a password obeys the rules")
    func everyPath() async throws {
        let server = try await APIServer(emulator: true)
        let user = await server.signUp()
        let guest = await server.call("signUp", [:])
        let configured = await server.configure(.patch, ["passwordPolicyConfig": Self.strict])
        #expect(configured.status == 200, "\(configured.text)")

        let weak: JSONValue = "correct horse"
        let token = user["idToken"] ?? .null
        let new: JSONValue = ["email": "new@example.com", "password": weak]
        #expect(await server.call("signUp", new).errorMessage == Self.violation)
        #expect(
            await server.call("update", ["idToken": token, "password": weak]).errorMessage == Self.violation
        )
        for operation in ["signUp", "update"] {
            let upgrade: JSONValue = [
                "idToken": guest["idToken"] ?? .null, "email": "g@example.com", "password": weak,
            ]
            #expect(await server.call(operation, upgrade).errorMessage == Self.violation)
        }
        let accounts = "/v1/projects/demo/accounts"
        #expect(await server.administer(accounts, new).errorMessage == Self.violation)
        let change: JSONValue = ["localId": user["localId"] ?? .null, "password": weak]
        #expect(await server.administer("\(accounts):update", change).errorMessage == Self.violation)
        let link = await server.administer(
            "\(accounts):sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true]
        )
        let code = link["oobCode"] ?? .null
        let reset = await server.call("resetPassword", ["oobCode": code, "newPassword": weak])
        #expect(reset.errorMessage == Self.violation)

        // An older password that breaks the rules is rejected until it is reset. Only its owner gets the
        // reason.
        #expect(await server.call("signInWithPassword", SignInTests.ada).errorMessage == Self.violation)
        let guess: JSONValue = ["email": "ada@example.com", "password": "wrong"]
        #expect(await server.call("signInWithPassword", guess).errorMessage == "INVALID_LOGIN_CREDENTIALS")
        let strong: JSONValue = "Correct horse 7"
        #expect(await server.call("resetPassword", ["oobCode": code, "newPassword": strong]).status == 200)
        let signIn: JSONValue = ["email": "ada@example.com", "password": strong]
        #expect(await server.call("signInWithPassword", signIn).status == 200)
    }

    @Test("apps read the rules, of their tenant too")
    func passwordPolicy() async throws {
        let server = try await APIServer()
        let created = await server.administer(
            "/v2/projects/demo/tenants",
            ["displayName": "Blue", "allowPasswordSignup": true, "passwordPolicyConfig": Self.strict]
        )
        let tenant = created.string("name").split(separator: "/").last.map(String.init) ?? ""
        #expect(created["passwordPolicyConfig"]?["forceUpgradeOnSignin"] == true, "\(created.text)")
        for (query, minimum, needsDigit) in [("", 8, false), ("&tenantId=\(tenant)", 9, true)] {
            let rules = await server.get("/v2/passwordPolicy", query: "key=demo-key\(query)")
            let options = rules["customStrengthOptions"]
            #expect(options?["minPasswordLength"] == .integer(Int64(minimum)))
            #expect(options?["containsNumericCharacter"] == .boolean(needsDigit))
            #expect(rules["enforcementState"] == "ENFORCE")
            #expect(rules["allowedNonAlphanumericCharacters"]?.array?.count == 32)
        }
        let user: [String: JSONValue] = ["email": "ada@example.com", "password": "correct horse"]
        let inTenant = user.merging(["tenantId": .string(tenant)]) { $1 }
        #expect(await server.call("signUp", .object(inTenant)).errorMessage == Self.violation)
        #expect(await server.call("signUp", .object(user)).status == 200)
    }
}

extension APIServer {
    func configure(
        _ method: RequestMethod,
        _ body: JSONValue = [:],
        mask: String? = nil,
        bearer: String? = nil
    ) async -> APIResponse {
        await send(
            Request(
                method,
                "/v2/projects/demo/config",
                query: mask.map { "updateMask=\($0)" },
                fields: [
                    .authorization: "Bearer \(bearer ?? administratorToken)",
                    .contentType: "application/json",
                ],
                body: method == .get ? [] : body.text
            )
        )
    }
}

/// Numbers that a seed determines (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
