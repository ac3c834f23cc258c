import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import Testing

/// Operations of users on themselves: look-up, change, deletion.
@Suite struct AccountTests {
    @Test("a change of the address to the present one is EMAIL_EXISTS")
    func ownAddress() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let change: JSONValue = [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": user["idToken"] ?? .null,
            "newEmail": "Ada@example.com",
        ]
        #expect(await server.call("sendOobCode", change).errorMessage == "EMAIL_EXISTS")
    }

    @Test("lookup returns every field of a user (U1, U5)")
    func lookupTellsEvery() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let changes: JSONValue = [
            "idToken": user["idToken"] ?? .null, "displayName": "Ada",
            "photoUrl": "https://example.com/ada.png",
        ]
        #expect(await server.call("update", changes).status == 200)
        let response = await server.call("lookup", ["idToken": user["idToken"] ?? .null])
        let expected: JSONValue = [
            "kind": "identitytoolkit#GetAccountInfoResponse",
            "users": [
                [
                    "localId": user["localId"] ?? .null,
                    "email": "ada@example.com",
                    "emailVerified": false,
                    "displayName": "Ada",
                    "photoUrl": "https://example.com/ada.png",
                    "providerUserInfo": [
                        [
                            "providerId": "password",
                            "rawId": "ada@example.com",
                            "federatedId": "ada@example.com",
                            "email": "ada@example.com",
                            "displayName": "Ada",
                            "photoUrl": "https://example.com/ada.png",
                        ]
                    ],
                    "passwordHash": "UkVEQUNURUQ=",
                    "passwordUpdatedAt": 1_800_000_000_000,
                    "validSince": "1800000000",
                    "disabled": false,
                    "createdAt": "1800000000000",
                    "lastLoginAt": "1800000000000",
                    "lastRefreshAt": "2027-01-15T00:00:00.000Z",
                ]
            ],
        ]
        #expect(response.json == expected)
    }

    @Test(
        "lookup returns the time of the last refresh to administrators, and the day to users (U5, security 32)"
    )
    func lookupTellsAdministrators()
        async throws
    {
        let server = try await APIServer()
        let user = await server.signUp()
        let lastRefresh = { () async -> [String?] in
            let names: [JSONValue] = [user["localId"] ?? .null]
            let responses = [
                await server.call("lookup", ["idToken": user["idToken"] ?? .null]),
                await server.administer("/v1/projects/demo/accounts:lookup", ["localId": .array(names)]),
                await server.get(
                    "/v1/projects/demo/accounts:batchGet",
                    fields: [.authorization: "Bearer \(server.administratorToken)"]
                ),
            ]
            return responses.map { $0["users"]?.array?.first?["lastRefreshAt"]?.string }
        }
        let told = { (exact: String) -> [String?] in ["2027-01-15T00:00:00.000Z", exact, exact] }
        let other = await server.call(
            "signInWithPassword",
            ["email": "ada@example.com", "password": "correct horse"]
        )
        server.clock.advance(by: .minutes(1))
        _ = await server.refresh(user.string("refreshToken"))
        #expect(await lastRefresh() == told("2027-01-15T08:01:00.000Z"))
        server.clock.advance(by: .minutes(1))
        _ = await server.refresh(other.string("refreshToken"))
        #expect(await lastRefresh() == told("2027-01-15T08:02:00.000Z"))
        server.clock.advance(by: .minutes(1))
        _ = await server.call(
            "signInWithPassword",
            ["email": "ada@example.com", "password": "correct horse"]
        )
        #expect(await lastRefresh() == told("2027-01-15T08:03:00.000Z"))
    }

    @Test("an anonymous user has neither address nor provider")
    func anonymousUserNeither() async throws {
        let server = try await APIServer()
        let user = await server.call("signUp", [:])
        let found = await server.call("lookup", ["idToken": user["idToken"] ?? .null])["users"]?.array?.first
        for field in ["email", "emailVerified", "passwordHash", "providerUserInfo"] {
            #expect(found?[field] == nil)
        }
    }

    @Test(
        "only the token identifies the user (security 10)",
        arguments: [
            ("lookup", [:], "MISSING_ID_TOKEN"),
            ("lookup", ["localId": "somebody"], "MISSING_ID_TOKEN"),
            ("lookup", ["idToken": "junk"], "INVALID_ID_TOKEN"),
            ("update", ["displayName": "Ada"], "MISSING_ID_TOKEN"),
            ("update", ["localId": "somebody", "displayName": "Ada"], "UNEXPECTED_PARAMETER : User ID"),
            ("delete", ["localId": "somebody"], "MISSING_ID_TOKEN"),
            ("delete", ["idToken": "junk"], "INVALID_ID_TOKEN"),
        ] as [(String, JSONValue, String)]
    )
    func meantComesToken(
        _ operation: String,
        _ body: JSONValue,
        _ message: String
    ) async throws {
        let response = try await APIServer().call(operation, body)
        #expect(response.errorMessage == message)
    }

    @Test(
        "a user cannot set fields that vouch for the user (security 10)",
        arguments: [
            ["emailVerified": true], ["customAttributes": #"{"admin":true}"#], ["disableUser": false],
            ["validSince": 0], ["phoneNumber": "+15550100"], ["localId": "somebody else"],
        ] as [[String: JSONValue]]
    )
    func vouchesAccountOwner(
        _ field: [String: JSONValue]
    ) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let token = user["idToken"] ?? .null
        let before = await server.call("lookup", ["idToken": token])
        let response = await server.call("update", .object(field.merging(["idToken": token]) { $1 }))
        #expect(response.status == 400)
        let messages = [
            "customAttributes": "INSUFFICIENT_PERMISSION", "disableUser": "OPERATION_NOT_ALLOWED",
        ]
        let message = messages[field.keys.first ?? ""] ?? "UNEXPECTED_PARAMETER : "
        #expect(response.errorMessage?.hasPrefix(message) == true, "\(response.text)")
        #expect(await server.call("lookup", ["idToken": token]).json == before.json)
    }

    @Test(
        "a profile field can be cleared (U1)",
        arguments: [
            ["displayName": ""], ["deleteAttribute": ["DISPLAY_NAME"]], ["delete_attribute": [2]],
            ["deleteAttribute": "DISPLAY_NAME"],
        ] as [[String: JSONValue]]
    )
    func profileFieldCan(_ change: [String: JSONValue]) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let token = user["idToken"] ?? .null
        _ = await server.call("update", ["idToken": token, "displayName": "Ada"])
        let response = await server.call("update", .object(change.merging(["idToken": token]) { $1 }))
        #expect(response.status == 200, "\(response.text)")
        #expect(response["displayName"] == nil)
    }

    @Test("a password change gives this device new tokens and ends the others' sessions (U9)")
    func passwordChangeGives()
        async throws
    {
        let server = try await APIServer()
        let user = await server.signUp()
        let other = await server.call("signInWithPassword", SignInTests.ada)
        server.clock.advance(by: .seconds(2))
        let changed = await server.call(
            "update",
            ["idToken": user["idToken"] ?? .null, "password": "battery staple", "returnSecureToken": true]
        )
        #expect(changed.status == 200, "\(changed.text)")
        #expect(await server.refresh(changed.string("refreshToken")).status == 200)
        #expect(await server.refresh(other.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        let lookup = await server.call("lookup", ["idToken": other["idToken"] ?? .null])
        #expect(lookup.errorMessage == "TOKEN_EXPIRED")
        #expect(await server.call("lookup", ["idToken": changed["idToken"] ?? .null]).status == 200)
    }

    @Test(
        "an e-mail change keeps this device's tokens, issues none, and ends the other sessions (K8, U9, security 30)"
    )
    func eMailChange()
        async throws
    {
        var policy = Policy()
        policy.signIn.protectsEmailEnumeration = false
        let server = try await APIServer(policy: policy)
        let user = await server.signUp()
        let other = await server.call("signInWithPassword", SignInTests.ada)
        server.clock.advance(by: .seconds(2))
        let changed = await server.call(
            "update",
            ["idToken": user["idToken"] ?? .null, "email": "eve@example.com", "returnSecureToken": true]
        )
        #expect(changed.status == 200, "\(changed.text)")
        #expect(changed["email"] == "eve@example.com")
        #expect(changed["idToken"] == nil && changed["refreshToken"] == nil)
        let lookup = await server.call("lookup", ["idToken": user["idToken"] ?? .null])
        #expect(lookup["users"]?.array?.first?["email"] == "eve@example.com")
        #expect(await server.refresh(user.string("refreshToken")).status == 200)
        #expect(await server.refresh(other.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
    }

    @Test("a change of one's address reveals no other user if users are hidden (security 12)")
    func changeOneAddress()
        async throws
    {
        let server = try await APIServer()
        _ = await server.signUp("bob@example.com")
        let user = await server.signUp()
        for email in ["bob@example.com", "eve@example.com"] {
            let response = await server.call(
                "update",
                ["idToken": user["idToken"] ?? .null, "email": .string(email)]
            )
            #expect(response.status == 400)
            #expect(
                response.errorMessage
                    == "OPERATION_NOT_ALLOWED : Please verify the new email before changing email."
            )
        }
    }

    @Test(
        "an upgraded guest gets the name and picture of the request (U4)",
        arguments: ["signUp", "update"]
    )
    func guestBecomesKnown(
        _ operation: String
    ) async throws {
        let server = try await APIServer()
        let guest = await server.call("signUp", [:])
        let response = await server.call(
            operation,
            [
                "idToken": guest["idToken"] ?? .null, "email": "ada@example.com", "password": "correct horse",
                "displayName": "Ada", "photoUrl": "https://example.com/ada.png",
            ]
        )
        #expect(response.status == 200, "\(response.text)")
        let lookup = await server.call("lookup", ["idToken": response["idToken"] ?? .null])
        let user = lookup["users"]?.array?.first
        #expect(user?["displayName"] == "Ada" && user?["photoUrl"] == "https://example.com/ada.png")
    }

    @Test(
        "sensitive changes need a recent sign-in (U10)",
        arguments: [
            ("update", ["password": "battery staple"]), ("update", ["email": "eve@example.com"]),
            ("delete", [:]),
        ] as [(String, [String: JSONValue])]
    )
    func sensitiveChangesNeed(
        _ operation: String,
        _ change: [String: JSONValue]
    ) async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        server.clock.advance(by: .minutes(6))
        let body = JSONValue.object(change.merging(["idToken": user["idToken"] ?? .null]) { $1 })
        #expect(await server.call(operation, body).errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
}
