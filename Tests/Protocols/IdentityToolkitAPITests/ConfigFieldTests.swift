import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Fields of the configuration that Google's SDKs and Terraform send")
struct ConfigFieldTests {
    @Test("the domains of apps are read and written, and those that stay keep scheme and port")
    func domains() async throws {
        var policy = Policy()
        policy.codes.continueOrigins = [
            "https://old.example", "http://app.example:8080", "https://app.example",
        ]
        let server = try await APIServer(policy: policy)
        #expect(await server.configure(.get)["authorizedDomains"] == ["old.example", "app.example"])
        let domains: JSONValue = ["app.example", "localhost", "new.example"]
        let changed = await server.configure(
            .patch,
            ["authorizedDomains": domains],
            mask: "authorizedDomains"
        )
        #expect(changed["authorizedDomains"] == domains, "\(changed.text)")
        #expect(
            server.projects.project(id: server.project.id)?.policy.codes.continueOrigins == [
                "http://app.example:8080", "https://app.example", "http://localhost", "https://new.example",
            ]
        )
        let apps = await server.get("/v1/projects", query: "key=demo-key")
        #expect(apps["authorizedDomains"] == ["app.example", "localhost", "new.example", "id.example"])
        for wrong in ["https://app.example", "a b", ""] {
            let rejected = await server.configure(.patch, ["authorizedDomains": [.string(wrong)]])
            #expect(rejected.errorMessage?.hasPrefix("INVALID_ARGUMENT") == true, "\(rejected.text)")
        }
        let cleared = await server.configure(.patch, [:], mask: "authorizedDomains")
        #expect(cleared["authorizedDomains"] == [])
    }

    @Test("the language of messages is read and written")
    func language() async throws {
        let server = try await APIServer()
        let body: JSONValue = ["notification": ["defaultLocale": "pt_BR"]]
        let changed = await server.configure(.patch, body, mask: "notification.defaultLocale")
        #expect(changed["notification"] == ["defaultLocale": "pt-br"], "\(changed.text)")
        #expect(server.projects.project(id: server.project.id)?.policy.mail.language == "pt-br")
    }

    @Test("features that the server does not have may be sent as off, and named in a mask")
    func off() async throws {
        let server = try await APIServer()
        let before = await server.configure(.get)
        let body: JSONValue = [
            "recaptchaConfig": [
                "emailPasswordEnforcementState": "OFF", "useAccountDefender": false, "managedRules": [],
            ],
            "mobileLinksConfig": ["domain": "HOSTING_DOMAIN"], "monitoring": ["requestLogging": [:]],
            "blockingFunctions": ["triggers": [:], "forwardInboundCredentials": ["idToken": false]],
            "quota": [:], "multiTenant": ["allowTenants": true, "defaultTenantLocation": ""],
            "notification": [
                "sendEmail": [
                    "method": "DEFAULT", "callbackUri": "", "dnsInfo": ["useCustomDomain": false],
                    "resetPasswordTemplate": ["bodyFormat": "BODY_FORMAT_UNSPECIFIED"],
                ], "sendSms": ["useDeviceLocale": false],
            ],
            "client": ["apiKey": "demo-key", "firebaseSubdomain": "demo"], "subtype": "IDENTITY_PLATFORM",
        ]
        #expect(await server.configure(.patch, body).json == before.json)
        let mask = "recaptchaConfig.emailPasswordEnforcementState,notification.sendEmail.dnsInfo,quota"
        #expect(await server.configure(.patch, body, mask: mask).json == before.json)
        let tenant: JSONValue = [
            "displayName": "Blue", "mfaConfig": ["state": "DISABLED", "enabledProviders": []],
            "autodeleteAnonymousUsers": false, "recaptchaConfig": ["phoneEnforcementState": "OFF"],
            "monitoring": [:], "mobileLinksConfig": [:],
        ]
        let created = await server.administer("/v2/projects/demo/tenants", tenant)
        #expect(created["mfaConfig"] == ["state": "DISABLED"], "\(created.text)")
        let user: JSONValue = ["email": "ada@example.com", "password": "correct horse", "mfaInfo": []]
        let ada = await server.administer("/v1/projects/demo/accounts", user)
        let update: JSONValue = ["localId": ada["localId"] ?? .null, "mfa": ["enrollments": []]]
        #expect(await server.administer("/v1/projects/demo/accounts:update", update).status == 200)
    }

    @Test(
        "a feature that the server does not have is rejected if it is on, and nothing else changes",
        arguments: [
            ["recaptchaConfig": ["emailPasswordEnforcementState": "AUDIT"]],
            ["mobileLinksConfig": ["domain": "FIREBASE_DYNAMIC_LINK_DOMAIN"]],
            ["monitoring": ["requestLogging": ["enabled": true]]], ["multiTenant": ["allowTenants": false]],
            ["notification": ["sendEmail": ["resetPasswordTemplate": ["subject": "Hi"]]]],
            ["blockingFunctions": ["triggers": ["beforeSignIn": ["functionUri": "https://a.example"]]]],
        ] as [JSONObject]
    )
    func featureIsOn(change: JSONObject) async throws {
        let server = try await APIServer()
        var body = change
        body["client"] = ["permissions": ["disabledUserSignup": true]]
        let response = await server.configure(.patch, .object(body))
        #expect(response.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED : ") == true, "\(response.text)")
        #expect(server.projects.project(id: server.project.id)?.policy == Policy())
    }

    @Test("a second factor of a user and unsupported fields of a tenant are rejected")
    func onInTenantAndUser() async throws {
        let server = try await APIServer()
        let tenants = "/v2/projects/demo/tenants"
        for (field, value, code) in [
            ("mfaConfig", ["state": "ENABLED"], "OPERATION_NOT_ALLOWED"),
            ("recaptchaConfig", ["phoneEnforcementState": "ENFORCE"], "OPERATION_NOT_ALLOWED"),
            ("autodeleteAnonymousUsers", true, "INVALID_ARGUMENT"),
        ] as [(String, JSONValue, String)] {
            let response = await server.administer(tenants, .object([field: value]))
            #expect(response.errorMessage?.hasPrefix(code) == true, "\(response.text)")
        }
        let factor: JSONValue = ["phoneInfo": "+16505553434"]
        let new: JSONValue = ["email": "eve@example.com", "password": "correct horse", "mfaInfo": [factor]]
        let error = "OPERATION_NOT_ALLOWED : The server has no second factors."
        #expect(await server.administer("/v1/projects/demo/accounts", new).errorMessage == error)
        let user = await server.signUp()
        let update: JSONValue = ["localId": user["localId"] ?? .null, "mfa": ["enrollments": [factor]]]
        #expect(await server.administer("/v1/projects/demo/accounts:update", update).errorMessage == error)
    }
}
