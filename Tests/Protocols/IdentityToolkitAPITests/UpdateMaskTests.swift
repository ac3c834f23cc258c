import APITestSupport
import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import Testing

@testable import CardeaIdentityToolkitAPI

/// A resource whose updates have a mask.
struct MaskedResource: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Where it is created, with the query; `nil` if it exists.
    var collection: String?
    let path: String
    /// The paths that a mask may name.
    let paths: [String]
    /// The resource when it is created.
    var created: JSONValue = [:]
    /// An update with another value for each field.
    let changes: JSONValue
    /// The fields that no update changes, or not this one.
    var fixed: Set<String> = []
    /// The fields that cannot be without a value.
    var required: Set<String> = []

    private static let client: JSONValue = [
        "permissions": ["disabledUserSignup": true, "disabledUserDeletion": true]
    ]
    private static let passwords: JSONValue = [
        "forceUpgradeOnSignin": true,
        "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 11]]],
    ]
    private static let ignored: Set = [
        "recaptchaConfig", "monitoring", "mobileLinksConfig", "client.apiKey", "client.firebaseSubdomain",
        "passwordPolicyConfig.lastUpdateTime", "passwordPolicyConfig.passwordPolicyEnforcementState",
    ]
    private static let numbers: JSONValue = ["+16505553434": "123456"]

    static let all = [
        MaskedResource(
            testDescription: "config",
            path: "config",
            paths: ProjectConfig.fields.paths.map(\.wrappedValue),
            changes: [
                "signIn": [
                    "email": ["enabled": false, "passwordRequired": true],
                    "phoneNumber": ["enabled": false, "testPhoneNumbers": numbers],
                    "anonymous": ["enabled": false], "allowDuplicateEmails": true,
                ],
                "client": client, "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
                "passwordPolicyConfig": passwords,
                "smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["JP"]]],
                "autodeleteAnonymousUsers": true, "authorizedDomains": ["app.example"],
                "notification": ["defaultLocale": "ja"],
            ],
            fixed: ignored.union([
                "mfa", "multiTenant", "blockingFunctions", "quota", "defaultHostingSite",
                "notification.sendEmail", "notification.sendSms", "signIn.hashConfig",
            ])
        ),
        MaskedResource(
            testDescription: "enforcement of passwords",
            path: "config",
            paths: ["passwordPolicyConfig.passwordPolicyEnforcementState"],
            changes: [
                "passwordPolicyConfig": ["passwordPolicyEnforcementState": "OFF"]
            ]
        ),
        MaskedResource(
            testDescription: "tenant",
            collection: "tenants",
            path: "tenants/",
            paths: CardeaIdentityToolkitAPI.TenantResource.fields.paths.map(\.wrappedValue),
            changes: [
                "displayName": "Blue", "allowPasswordSignup": true, "enableEmailLinkSignin": true,
                "enableAnonymousUser": true, "disableAuth": true, "client": client,
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
                "passwordPolicyConfig": passwords, "testPhoneNumbers": numbers,
                "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["JP"]]],
            ],
            fixed: ignored.union(["mfaConfig", "autodeleteAnonymousUsers"])
        ),
        MaskedResource(
            testDescription: "OpenID provider",
            collection: "oauthIdpConfigs?oauthIdpConfigId=oidc.acme",
            path: "oauthIdpConfigs/",
            paths: OAuthIDPConfig.fields.paths.map(\.wrappedValue),
            created: ["clientId": "42", "issuer": "https://id.acme.example"],
            changes: [
                "displayName": "Acme", "enabled": true, "clientId": "43", "clientSecret": "very secret",
                "issuer": "https://acme.example", "responseType": ["code": false],
            ],
            fixed: ["responseType.idToken", "responseType.token"],
            required: ["clientId", "issuer"]
        ),
        MaskedResource(
            testDescription: "GitHub",
            collection: "defaultSupportedIdpConfigs?idpId=github.com",
            path: "defaultSupportedIdpConfigs/",
            paths: ["enabled", "clientId", "clientSecret"],
            created: ["clientId": "42"],
            changes: ["enabled": true, "clientId": "43", "clientSecret": "very secret"],
            required: ["clientId"]
        ),
        MaskedResource(
            testDescription: "Apple",
            collection: "defaultSupportedIdpConfigs?idpId=apple.com",
            path: "defaultSupportedIdpConfigs/",
            paths: DefaultSupportedIDPConfig.fields.paths.map(\.wrappedValue),
            created: ["clientId": "com.example.web"],
            changes: [
                "enabled": true, "clientId": "com.example.site",
                "appleSignInConfig": [
                    "bundleIds": ["com.example.app"], "codeFlowConfig": ["teamId": "TEAM", "keyId": "KEY"],
                ],
            ],
            fixed: ["clientSecret", "appleSignInConfig.codeFlowConfig.privateKey"],
            required: ["clientId"]
        ),
    ]
}

@Suite("Masks of updates")
struct UpdateMaskTests {
    private static let project = "/v2/projects/demo/"

    private func send(
        _ method: RequestMethod,
        _ path: String,
        mask: String? = nil,
        _ body: JSONValue? = nil,
        to server: APIServer
    ) async -> APIResponse {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        return await server.send(
            Request(
                method,
                parts[0],
                query: mask.map { "updateMask=\($0)" } ?? (parts.count > 1 ? parts[1] : nil),
                fields: [
                    .authorization: "Bearer \(server.administratorToken)", .contentType: "application/json",
                ],
                body: body?.text ?? []
            )
        )
    }

    @Test(
        "a field that the mask names and the request does not have is reset, and no other field",
        arguments: MaskedResource.all
    )
    func absentField(_ resource: MaskedResource) async throws {
        let server = try await APIServer()
        var path = Self.project + resource.path
        if let collection = resource.collection {
            let made = await send(.post, Self.project + collection, resource.created, to: server)
            path += try #require(made["name"]?.string, "\(made.text)").split(separator: "/").last ?? ""
        }
        let new = try #require(await send(.get, path, to: server).json)
        for name in resource.paths.sorted() {
            let changed = await send(.patch, path, resource.changes, to: server)
            try #require(changed.status == 200, "\(changed.text)")
            let before = try #require(changed.json)
            // Of the two lists of regions, one is shown. Rules that are not enforced are shown as others.
            let shown =
                name.hasPrefix("smsRegionConfig.")
                ? "smsRegionConfig" : name.hasSuffix("EnforcementState") ? "passwordPolicyConfig" : name
            let isFixed = resource.fixed.contains { name == $0 || name.hasPrefix("\($0).") }
            if !isFixed, name == shown {
                #expect(before.value(at: name) != new.value(at: name), "\(name) has no other value")
            }
            let reset = await send(.patch, path, mask: name, [:], to: server)
            let after = try #require(await send(.get, path, to: server).json)
            let isRequired = resource.required.contains(name)
            #expect(reset.status == (isRequired ? 400 : 200), "\(name): \(reset.text)")
            let isReset = !isRequired && !isFixed && before.value(at: name) != nil
            #expect(
                after == (isReset ? before.replacing(shown, by: new.value(at: shown)) : before),
                "\(name)"
            )
        }
    }

    @Test("the private key of Apple is removed if the mask names the key itself, and not by what it is in")
    func privateKey() async throws {
        let server = try await APIServer()
        let key = try PrivateKey.generate(.es256).pem
        let flow: JSONValue = ["teamId": "TEAM", "keyId": "KEY", "privateKey": .string(key)]
        let body: JSONValue = ["clientId": "com.example.web", "appleSignInConfig": ["codeFlowConfig": flow]]
        let place = Self.project + "defaultSupportedIdpConfigs"
        #expect(await send(.post, place + "?idpId=apple.com", body, to: server).status == 200)
        func hasKey() async throws -> Bool {
            let found = try await server.services.providerAdministration.configuration(
                of: try #require(ProviderID(rawValue: "apple.com")),
                in: UserPool(project: server.project.id)
            )
            return found.sealedSecret != nil
        }
        for (mask, isKept) in [
            ("appleSignInConfig", true), ("appleSignInConfig.codeFlowConfig", true),
            ("appleSignInConfig.codeFlowConfig.privateKey", false),
        ] {
            #expect(await send(.patch, place + "/apple.com", mask: mask, [:], to: server).status == 200)
            #expect(try await hasKey() == isKept, "\(mask)")
        }
    }
}

extension JSONValue {
    /// The value at a path such as `client.permissions`.
    fileprivate func value(at path: String) -> JSONValue? {
        path.split(separator: ".").reduce(self as JSONValue?) { $0?[String($1)] }
    }

    /// The object with another value at a path.
    fileprivate func replacing(_ path: String, by value: JSONValue?) -> JSONValue {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard var object else { return self }
        object[parts[0]] = parts.count == 1 ? value : object[parts[0]]?.replacing(parts[1], by: value)
        return .object(object)
    }
}
