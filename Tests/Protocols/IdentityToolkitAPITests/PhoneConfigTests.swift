import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Phone numbers in the configuration of a project and of a tenant")
struct PhoneConfigTests {
    private static let number: JSONValue = "+16505553434"

    private func send(
        _ server: APIServer,
        _ number: JSONValue = number,
        tenant: JSONValue? = nil
    ) async -> APIResponse {
        await server.call("sendVerificationCode", ["phoneNumber": number, "tenantId": tenant ?? .null])
    }

    @Test("a list of allowed regions replaces one of denied regions, and decides who receives codes")
    func regions() async throws {
        let server = try await APIServer()
        #expect(await send(server).status == 200)
        let denied: JSONValue = ["allowByDefault": ["disallowedRegions": ["US", "CA"]]]
        let first = await server.configure(["smsRegionConfig": denied])
        #expect(first["smsRegionConfig"] == denied, "\(first.text)")
        #expect(await send(server).errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)

        let allowed: JSONValue = ["allowlistOnly": ["allowedRegions": ["JP", "US"]]]
        let second = await server.configure(["smsRegionConfig": allowed], mask: "smsRegionConfig")
        #expect(second["smsRegionConfig"] == allowed)
        #expect(await send(server).status == 200)
        let german = await send(server, "+4915112345678")
        #expect(german.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
        let policy = try #require(server.projects.project(id: server.project.id)).policy
        #expect(policy.phone.allowedRegions == ["JP", "US"] && policy.phone.deniedRegions == [])

        // A mask without a value brings the default back.
        let cleared = await server.configure([:], mask: "sms_region_config")
        #expect(cleared["smsRegionConfig"] == ["allowByDefault": ["disallowedRegions": []]])
        #expect(await send(server, "+4915112345678").status == 200)
    }

    @Test("both lists of the settings are shown as the one that has the same effect")
    func bothLists() async throws {
        var policy = Policy()
        policy.phone.allowedRegions = ["JP", "US"]
        policy.phone.deniedRegions = ["US"]
        let server = try await APIServer(policy: policy)
        let shown = await server.configure([:])
        #expect(shown["smsRegionConfig"] == ["allowlistOnly": ["allowedRegions": ["JP"]]], "\(shown.text)")
    }

    @Test("numbers for tests are normalized and sign in by their codes, and nothing is sent to them")
    func testNumbers() async throws {
        let server = try await APIServer()
        let numbers: JSONValue = ["+1 (650) 555-3434": "123456", "+81 90-1234-5678": "000000"]
        let changed = await server.configure(["signIn": ["phoneNumber": ["testPhoneNumbers": numbers]]])
        let expected: JSONValue = ["+16505553434": "123456", "+819012345678": "000000"]
        #expect(changed["signIn"]?["phoneNumber"]?["testPhoneNumbers"] == expected, "\(changed.text)")
        let sent = await send(server)
        let use: JSONValue = ["sessionInfo": sent["sessionInfo"] ?? .null, "code": "123456"]
        #expect(await server.call("signInWithPhoneNumber", use)["isNewUser"] == true)

        let mask = "signIn.phoneNumber.enabled"
        let off = await server.configure(["signIn": ["phoneNumber": ["enabled": false]]], mask: mask)
        #expect(off["signIn"]?["phoneNumber"]?["testPhoneNumbers"] == expected)
        #expect(await send(server).errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
    }

    @Test(
        "a configuration that contradicts itself is rejected, and nothing changes",
        arguments: [
            (
                ["smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["usa"]]]],
                "INVALID_ARGUMENT"
            ),
            (["smsRegionConfig": ["allowlistOnly": ["allowedRegions": []]]], "INVALID_ARGUMENT"),
            (
                [
                    "smsRegionConfig": [
                        "allowByDefault": ["disallowedRegions": ["US"]],
                        "allowlistOnly": ["allowedRegions": ["JP"]],
                    ]
                ], "INVALID_ARGUMENT"
            ),
            (
                ["signIn": ["phoneNumber": ["testPhoneNumbers": ["+16505553434": "12345"]]]],
                "INVALID_TESTING_PHONE_NUMBER"
            ),
            (
                ["signIn": ["phoneNumber": ["testPhoneNumbers": ["6505553434": "123456"]]]],
                "INVALID_TESTING_PHONE_NUMBER"
            ),
            (
                [
                    "signIn": [
                        "phoneNumber": [
                            "testPhoneNumbers": ["+1 650 555 3434": "123456", "+16505553434": "654321"]
                        ]
                    ]
                ], "INVALID_TESTING_PHONE_NUMBER"
            ),
            (["smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["UK"]]]], "INVALID_ARGUMENT"),
            (
                ["signIn": ["phoneNumber": ["testPhoneNumbers": many]]], "Invalid JSON payload received."
            ),
        ] as [(JSONObject, String)]
    )
    func rejected(_ change: JSONObject, _ code: String) async throws {
        let server = try await APIServer()
        var body = change
        body["client"] = ["permissions": ["disabledUserSignup": true]]
        let response = await server.configure(.object(body))
        #expect(response.errorMessage?.hasPrefix(code) == true, "\(response.text)")
        let shown = await server.configure([:])
        #expect(shown["client"]?["permissions"]?["disabledUserSignup"] == false)
        #expect(shown["smsRegionConfig"] == ["allowByDefault": ["disallowedRegions": []]])
    }

    private static let many: JSONValue = {
        var numbers: JSONObject = [:]
        for number in 1000...1100 { numbers["+1650555\(number)"] = "123456" }
        return .object(numbers)
    }()

    @Test("a tenant has regions and numbers for tests of its own (U18)")
    func tenant() async throws {
        let server = try await APIServer()
        let created = await server.administer(
            "/v2/projects/demo/tenants",
            [
                "displayName": "Blue", "testPhoneNumbers": ["+16505553435": "654321"],
                "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["JP"]]],
            ]
        )
        #expect(created["testPhoneNumbers"] == ["+16505553435": "654321"], "\(created.text)")
        let tenant = JSONValue.string(
            created.string("name").split(separator: "/").last.map(String.init) ?? ""
        )
        #expect(await send(server, tenant: tenant).errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
        #expect(await send(server, tenant: nil).status == 200)
        let sent = await send(server, "+16505553435", tenant: tenant)
        let use: JSONValue = [
            "sessionInfo": sent["sessionInfo"] ?? .null, "code": "654321", "tenantId": tenant,
        ]
        #expect(await server.call("signInWithPhoneNumber", use)["isNewUser"] == true)
    }
}

extension APIServer {
    /// Changes the configuration of the project; an empty one without a mask shows it.
    fileprivate func configure(_ body: JSONValue, mask: String? = nil) async -> APIResponse {
        await send(
            Request(
                .patch,
                "/v2/projects/demo/config",
                query: mask.map { "updateMask=\($0)" },
                fields: [
                    .authorization: "Bearer \(administratorToken)", .contentType: "application/json",
                ],
                body: body.text
            )
        )
    }
}
