import APITestSupport
import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Configurations of identity providers")
struct ProviderConfigTests {
    private static let project = "/v2/projects/demo"
    private let server: APIServer

    init() async throws { server = try await APIServer() }

    private func send(
        _ method: RequestMethod,
        _ path: String,
        query: String? = nil,
        _ body: JSONValue? = nil
    ) async -> APIResponse {
        await server.send(
            Request(
                method,
                path,
                query: query,
                fields: [
                    .authorization: "Bearer \(server.administratorToken)", .contentType: "application/json",
                ],
                body: body?.text ?? []
            )
        )
    }

    private func create(_ id: String, _ body: JSONValue, in place: String = project) async -> APIResponse {
        let isOpenID = id.hasPrefix("oidc.")
        return await send(
            .post,
            "\(place)/\(isOpenID ? "oauthIdpConfigs" : "defaultSupportedIdpConfigs")",
            query: "\(isOpenID ? "oauthIdpConfigId" : "idpId")=\(id)",
            body
        )
    }

    private static let acme: JSONValue = [
        "clientId": "42", "clientSecret": "very secret", "issuer": "https://id.acme.example",
        "enabled": true, "displayName": "Acme",
    ]

    @Test(
        "a known provider is configured with Apple's fields, and its private key is not returned (U6, security 24)"
    )
    func known() async throws {
        func apple(_ key: String) -> JSONValue {
            [
                "enabled": true, "clientId": "com.example.web",
                "appleSignInConfig": [
                    "bundleIds": ["com.example.app"],
                    "codeFlowConfig": ["teamId": "TEAM", "keyId": "KEY", "privateKey": .string(key)],
                ],
            ]
        }
        let wrong = await create("apple.com", apple("very secret"))
        #expect(
            wrong.errorMessage?.hasPrefix("INVALID_CONFIG : the secret of apple.com") == true,
            "\(wrong.text)"
        )
        let key = try PrivateKey.generate(.es256).pem
        let made = await create("apple.com", apple(key))
        #expect(made.status == 200 && !made.text.contains("PRIVATE KEY"), "\(made.text)")
        #expect(made["name"] == "projects/demo/defaultSupportedIdpConfigs/apple.com")
        #expect(made["appleSignInConfig"]?["bundleIds"] == ["com.example.app"])
        let path = "\(Self.project)/defaultSupportedIdpConfigs/apple.com"
        let changed = await send(
            .patch,
            path,
            query: "updateMask=appleSignInConfig.codeFlowConfig.keyId,enabled",
            ["appleSignInConfig": ["codeFlowConfig": ["keyId": "NEW", "teamId": "IGNORED"]]]
        )
        #expect(changed["appleSignInConfig"]?["codeFlowConfig"] == ["teamId": "TEAM", "keyId": "NEW"])
        #expect(changed["enabled"] == false && changed["clientId"] == "com.example.web")
        #expect(await send(.get, path).json == changed.json)
        #expect(await send(.delete, path).status == 200)
        #expect(await send(.get, path).errorMessage == "CONFIGURATION_NOT_FOUND")
    }

    @Test(
        "an invalid configuration is rejected by its code",
        arguments: [
            ("oidc.acme", ["clientId": nil], "MISSING_OAUTH_CLIENT_ID"),
            ("oidc.acme", ["issuer": nil], "MISSING_ISSUER"),
            ("oidc.acme", ["issuer": "javascript:alert(1)"], "INVALID_CONFIG"),
            ("oidc.acme", ["noSuchField": true], "Invalid JSON payload"),
            ("oidc.", [:], "INVALID_CONFIG_ID"),
            ("", ["issuer": nil, "displayName": nil], "MISSING_CONFIG_ID"),
            ("acme.com", ["issuer": nil, "displayName": nil], "INVALID_CONFIG_ID"),
        ] as [(String, [String: JSONValue?], String)]
    )
    func invalid(_ id: String, _ changes: [String: JSONValue?], _ code: String) async throws {
        var body = try #require(Self.acme.object)
        for (name, value) in changes { body[name] = value }
        let response = await create(id, .object(body))
        #expect(response.status == 400 && response.errorMessage?.hasPrefix(code) == true, "\(response.text)")
        #expect(await send(.get, "\(Self.project)/oauthIdpConfigs")["oauthIdpConfigs"] == nil)
    }

    @Test("a mask that names responseType sets both of its flags; absent ones are true, as at first")
    func responseType() async throws {
        let path = "\(Self.project)/oauthIdpConfigs/oidc.acme"
        _ = await create("oidc.acme", Self.acme)
        func change(_ mask: String?, _ flags: JSONValue) async -> JSONValue? {
            let query = mask.map { "updateMask=\($0)" }
            return await send(.patch, path, query: query, ["responseType": flags])["responseType"]
        }
        #expect(await change(nil, ["code": false]) == ["idToken": true, "code": false])
        #expect(await change(nil, ["idToken": true]) == ["idToken": true, "code": false])
        #expect(await change("responseType", ["idToken": false]) == ["idToken": false, "code": true])
        #expect(await change("responseType.code", ["idToken": true]) == ["idToken": false, "code": true])
        #expect(await change("responseType", ["code": true]) == ["idToken": true, "code": true])
    }

    @Test("a provider of another project or tenant is not found (security 19)")
    func foreign() async throws {
        #expect(await create("oidc.acme", Self.acme).status == 200)
        #expect(await create("oidc.acme", Self.acme).errorMessage == "CONFIGURATION_EXISTS")
        let tenant = await server.administer("/v2/projects/demo/tenants", ["displayName": "Blue"])
        let name = try #require(tenant["name"]?.string)
        for place in ["/v2/\(name)", "/v2/projects/other"] {
            let path = "\(place)/oauthIdpConfigs/oidc.acme"
            for (method, body) in [(.get, nil), (.patch, [:]), (.delete, nil)]
                as [(RequestMethod, JSONValue?)]
            {
                #expect(await send(method, path, body).errorMessage == "CONFIGURATION_NOT_FOUND")
            }
            #expect(await send(.get, "\(place)/oauthIdpConfigs")["oauthIdpConfigs"] == nil)
        }
        let collection = await send(.get, "\(Self.project)/defaultSupportedIdpConfigs/oidc.acme")
        #expect(collection.errorMessage == "CONFIGURATION_NOT_FOUND")
    }

    @Test(
        "createAuthUri begins no redirect without a provider that is enabled, and a URL that is listed (security 5)"
    )
    func createAuthUri() async throws {
        let body: JSONValue = ["providerId": "google.com", "continueUri": "https://app.example/back"]
        let unlisted = await server.call("createAuthUri", body)
        #expect(unlisted.errorMessage?.hasPrefix("UNAUTHORIZED_DOMAIN") == true, "\(unlisted.text)")
        var project = server.project
        project.policy.providers.redirectURLs = ["https://app.example/back"]
        try await server.projects.change(project, by: .server) { $0 = project }
        let disabled = await server.call("createAuthUri", body)
        #expect(disabled.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true, "\(disabled.text)")
    }

    @Test("createAuthUri of an emulator leads to its page for a provider that is not configured")
    func emulator() async throws {
        let emulator = try await APIServer(policy: .emulated(server.project.id), emulator: true)
        let response = await emulator.call(
            "createAuthUri",
            ["providerId": "google.com", "continueUri": "http://localhost:3000/back"]
        )
        let url = try #require(response["authUri"]?.string)
        #expect(url.hasPrefix("https://id.example/emulator/auth/handler?"), "\(response.text)")
        #expect(url.contains("providerId=google.com") && response["sessionId"] != nil)
    }
}
