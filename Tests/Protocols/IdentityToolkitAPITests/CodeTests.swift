import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Codes over Identity Toolkit")
struct CodeTests {
    @Test("a reset link is sent, checked and used once (security 18)")
    func reset() async throws {
        let server = try await APIServer(emulator: true)
        _ = await server.signUp()
        let sent = await server.call(
            "sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "Ada@Example.com"]
        )
        #expect(sent["email"] == "ada@example.com" && sent["oobCode"] == nil, "\(sent.text)")
        let code = try await server.newestCode()
        let checked = await server.call("resetPassword", ["oobCode": .string(code)])
        #expect(checked["requestType"] == "PASSWORD_RESET" && checked["email"] == "ada@example.com")
        let use: JSONValue = ["oobCode": .string(code), "newPassword": "another horse"]
        #expect(await server.call("resetPassword", use).status == 200)
        #expect(await server.call("resetPassword", use).errorMessage == "INVALID_OOB_CODE")
        let signIn: JSONValue = ["email": "ada@example.com", "password": "another horse"]
        #expect(await server.call("signInWithPassword", signIn).status == 200)
        #expect(try await server.codes().isEmpty)
    }

    @Test("the names of version 3 lead to the same operations")
    func version3() async throws {
        let server = try await APIServer(emulator: true)
        let base = "/www.googleapis.com/identitytoolkit/v3/relyingparty"
        let request: JSONValue = ["requestType": "x"]
        #expect(await server.post("\(base)/getOobConfirmationCode", request, key: "k").status == 400)
        let send: JSONValue = ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com"]
        #expect(await server.post("\(base)/getOobConfirmationCode", send, key: "k").status == 200)
        let code = try await server.newestCode()
        let checked = await server.post("\(base)/resetPassword", ["oobCode": .string(code)], key: "k")
        // The address is a part of the proof.
        #expect(checked["requestType"] == "EMAIL_SIGNIN" && checked["email"] == nil)
        let use: JSONValue = ["oobCode": .string(code), "email": "ada@example.com"]
        let signedIn = await server.post("\(base)/emailLinkSignin", use, key: "k")
        #expect(signedIn["isNewUser"] == true && signedIn["refreshToken"] != nil, "\(signedIn.text)")
    }

    @Test(
        "settings of links, as each SDK spells them, are accepted (K5)",
        arguments: [
            "androidMinimumVersion", "androidMinimumVersionCode", "iosAppStoreId", "iOSAppStoreId",
            "iosBundleId", "iOSBundleId",
        ]
    )
    func settings(_ name: String) async throws {
        let server = try await APIServer()
        _ = await server.signUp()
        let send: JSONObject = ["requestType": "PASSWORD_RESET", "email": "ada@example.com", name: "12"]
        let sent = await server.call("sendOobCode", .object(send))
        #expect(sent["email"] == "ada@example.com", "\(sent.text)")
    }

    @Test("a link shows among the sign-in methods of its user")
    func methods() async throws {
        let server = try await APIServer(emulator: true)
        var project = server.project
        project.policy = try #require(server.projects.project(id: project.id)).policy
        project.policy.signIn.protectsEmailEnumeration = false
        try await server.projects.change(project, by: .server) { $0 = project }
        let send: JSONValue = ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com"]
        #expect(await server.call("sendOobCode", send).status == 200)
        let use: JSONValue = ["oobCode": .string(try await server.newestCode()), "email": "ada@example.com"]
        let signedIn = await server.call("signInWithEmailLink", use)
        let info = await server.call("lookup", ["idToken": signedIn["idToken"] ?? .null])
        #expect(info["users"]?.array?.first?["emailLinkSignin"] == true)
        let ask: JSONValue = ["identifier": "ada@example.com", "continueUri": "http://localhost"]
        let methods = await server.call("createAuthUri", ask)
        #expect(methods["signinMethods"] == ["emailLink"] && methods["allProviders"] == ["password"])
    }

    @Test(
        "an update with a code and a change is rejected, and the code stays valid",
        arguments: [
            ["password": "another horse"], ["displayName": "Ada"], ["deleteAttribute": ["DISPLAY_NAME"]],
        ] as [JSONObject]
    )
    func changeBesideCode(_ change: JSONObject) async throws {
        let server = try await APIServer(emulator: true)
        let user = await server.signUp()
        let send: JSONValue = ["requestType": "VERIFY_EMAIL", "idToken": user["idToken"] ?? .null]
        #expect(await server.call("sendOobCode", send).status == 200)
        let code: JSONObject = ["oobCode": .string(try await server.newestCode())]
        var both = code
        for (name, value) in change { both[name] = value }
        let rejected = await server.call("update", .object(both))
        #expect(rejected.errorMessage?.hasPrefix("UNEXPECTED_PARAMETER : ") == true, "\(rejected.text)")
        #expect(await server.call("update", .object(code))["emailVerified"] == true)
    }

    @Test("an address is verified, changed and brought back by update")
    func update() async throws {
        let server = try await APIServer(emulator: true)
        let user = await server.signUp()
        let token = user["idToken"] ?? .null
        let verify: JSONValue = ["requestType": "VERIFY_EMAIL", "idToken": token]
        #expect(await server.call("sendOobCode", verify).status == 200)
        let verified = await server.call("update", ["oobCode": .string(try await server.newestCode())])
        #expect(verified["emailVerified"] == true && verified["idToken"] == nil, "\(verified.text)")

        let change: JSONValue = [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": token, "newEmail": "new@example.com",
        ]
        #expect(await server.call("sendOobCode", change).status == 200)
        let entry = try #require(try await server.codes().last)
        #expect(entry["newEmail"] == "new@example.com" && entry["email"] == "ada@example.com")
        let changed = await server.call("update", ["oobCode": entry["oobCode"] ?? .null])
        #expect(changed["email"] == "new@example.com" && changed["newEmail"] == "new@example.com")
        #expect(await server.call("lookup", ["idToken": token]).errorMessage == "TOKEN_EXPIRED")

        let recovery = try #require(try await server.codes().last)
        #expect(recovery["requestType"] == "RECOVER_EMAIL" && recovery["email"] == "ada@example.com")
        let restored = await server.call("update", ["oobCode": recovery["oobCode"] ?? .null])
        #expect(restored["email"] == "ada@example.com")
    }

    @Test(
        "a user without an address adds one by a link to it (U6, U8)",
        arguments: [["userName": "ann", "password": "correct horse"], ["phoneNumber": "+16505553434"]]
            as [JSONObject]
    )
    func firstAddress(_ account: JSONObject) async throws {
        let server = try await APIServer(emulator: true)
        let user: APIResponse
        if account["userName"] != nil {
            user = await server.call("signUp", .object(account))
        } else {
            _ = await server.call("sendVerificationCode", .object(account))
            let list = await server.get("/emulator/v1/projects/demo/verificationCodes")
            let sent = try #require(list["verificationCodes"]?.array?.last)
            let use: JSONValue = [
                "sessionInfo": sent["sessionInfo"] ?? .null, "code": sent["code"] ?? .null,
            ]
            user = await server.call("signInWithPhoneNumber", use)
        }
        let token = user["idToken"] ?? .null
        let verify: JSONValue = ["requestType": "VERIFY_EMAIL", "idToken": token]
        #expect(await server.call("sendOobCode", verify).errorMessage == "MISSING_EMAIL")
        let send: JSONValue = [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": token, "newEmail": "ann@example.com",
        ]
        #expect(await server.call("sendOobCode", send).status == 200)
        let code: JSONValue = .string(try await server.newestCode())
        let checked = await server.call("resetPassword", ["oobCode": code])
        #expect(checked["newEmail"] == "ann@example.com" && checked["email"] == nil, "\(checked.text)")
        let changed = await server.call("update", ["oobCode": code])
        #expect(changed["email"] == "ann@example.com" && changed["emailVerified"] == true, "\(changed.text)")
        #expect(changed["localId"] == user["localId"])
        #expect(await server.call("update", ["oobCode": code]).errorMessage == "INVALID_OOB_CODE")
    }

    @Test("a link that adds an address is void after another change, and a guest gets none (security 9)")
    func staleFirstAddress() async throws {
        let server = try await APIServer(emulator: true)
        let user = await server.call("signUp", ["userName": "ann", "password": "correct horse"])
        var send: JSONObject = [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "ann@example.com",
            "idToken": user["idToken"] ?? .null,
        ]
        #expect(await server.call("sendOobCode", .object(send)).status == 200)
        let code: JSONValue = .string(try await server.newestCode())
        let change: JSONValue = ["localId": user["localId"] ?? .null, "email": "other@example.com"]
        #expect(await server.administer("/v1/projects/demo/accounts:update", change).status == 200)
        #expect(await server.call("update", ["oobCode": code]).errorMessage == "INVALID_OOB_CODE")

        send["idToken"] = await server.call("signUp", [:])["idToken"] ?? .null
        #expect(await server.call("sendOobCode", .object(send)).errorMessage == "MISSING_EMAIL")
        let bob = await server.call("signUp", ["userName": "bob", "password": "correct horse"])
        send["idToken"] = bob["idToken"] ?? .null
        server.clock.advance(by: .seconds(301))
        let late = await server.call("sendOobCode", .object(send))
        #expect(late.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(late.text)")
    }

    @Test("a password is not reset for another address than that of the code (security 9)")
    func addressOfReset() async throws {
        let server = try await APIServer(emulator: true)
        _ = await server.signUp()
        let send: JSONValue = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
        #expect(await server.call("sendOobCode", send).status == 200)
        var reset: JSONObject = [
            "oobCode": .string(try await server.newestCode()), "newPassword": "another horse",
            "email": "bob@example.com",
        ]
        let rejected = await server.call("resetPassword", .object(reset))
        #expect(rejected.errorMessage?.hasPrefix("INVALID_EMAIL : ") == true, "\(rejected.text)")
        reset["email"] = "Ada@example.com"
        #expect(await server.call("resetPassword", .object(reset)).status == 200)
    }

    @Test("an administrator gets the link, or an error if the user does not exist")
    func administrators() async throws {
        let server = try await APIServer()
        let path = "/v1/projects/demo/accounts:sendOobCode"
        let ask: JSONValue = [
            "requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true,
        ]
        #expect(await server.administer(path, ask).errorMessage == "EMAIL_NOT_FOUND")
        for type: JSONValue in ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"] {
            let unknown: JSONValue = [
                "requestType": type, "email": "ada@example.com", "newEmail": "new@example.com",
                "returnOobLink": true,
            ]
            #expect(await server.administer(path, unknown).errorMessage == "USER_NOT_FOUND")
        }
        _ = await server.signUp()
        let link = await server.administer(path, ask)
        #expect(
            link.string("oobLink").hasPrefix("https://id.example/auth/action?mode=resetPassword&oobCode=")
        )
        let use: JSONValue = ["oobCode": link["oobCode"] ?? .null, "newPassword": "another horse"]
        let foreign = await server.post("/v1/accounts:resetPassword", use, key: "other-key")
        #expect(foreign.errorMessage == "INVALID_OOB_CODE")
        #expect(await server.call("resetPassword", use).status == 200)
    }

    @Test(
        "requests that are not allowed are rejected (security 12)",
        arguments: [
            (["email": "a@example.com"], "MISSING_REQ_TYPE"),
            (["requestType": "OOB_REQ_TYPE_UNSPECIFIED", "email": "a@example.com"], "MISSING_REQ_TYPE"),
            (["requestType": "RECOVER_EMAIL", "email": "a@example.com"], "INVALID_REQ_TYPE"),
            (["requestType": "PASSWORD_RESET"], "MISSING_EMAIL"),
            (["requestType": "PASSWORD_RESET", "email": "a"], "INVALID_EMAIL"),
            (["requestType": "VERIFY_EMAIL", "email": "a@example.com"], "MISSING_ID_TOKEN"),
            (
                ["requestType": "PASSWORD_RESET", "email": "a@example.com", "returnOobLink": true],
                "INSUFFICIENT_PERMISSION"
            ),
            (
                ["requestType": "EMAIL_SIGNIN", "email": "a@example.com", "continueUrl": "//evil.example"],
                "INVALID_CONTINUE_URI"
            ),
            (
                [
                    "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
                    "continueUrl": "https://evil.example",
                ],
                "UNAUTHORIZED_DOMAIN"
            ),
        ] as [(JSONValue, String)]
    )
    func rejections(_ body: JSONValue, _ message: String) async throws {
        let server = try await APIServer()
        let response = await server.call("sendOobCode", body)
        #expect(response.errorMessage?.hasPrefix(message) == true, "\(response.text)")
    }

    @Test("links of an emulator act at once, and their codes are listed")
    func emulatorAction() async throws {
        var policy = Policy()
        policy.codes.continueOrigins = ["http://localhost:3000"]
        let server = try await APIServer(policy: policy, emulator: true)
        _ = await server.signUp()
        let send: JSONValue = [
            "requestType": "PASSWORD_RESET", "email": "ada@example.com",
            "continueUrl": "http://localhost:3000/",
        ]
        #expect(await server.call("sendOobCode", send).status == 200)
        let link = try #require(try await server.codes().last?["oobLink"]?.string)
        let query = String(link.drop { $0 != "?" }.dropFirst())
        let without = await server.get("/emulator/action", query: query)
        #expect(without.status == 400 && without["authEmulator"]?["error"] != nil)
        let done = await server.get("/emulator/action", query: query + "&newPassword=another+horse")
        #expect(done.status == 303, "\(done.text)")
        #expect(await server.get("/emulator/action", query: query + "&newPassword=x").status == 400)
        let signIn: JSONValue = ["email": "ada@example.com", "password": "another horse"]
        #expect(await server.call("signInWithPassword", signIn).status == 200)
        #expect(await server.get("/emulator/action", query: "mode=signIn").status == 400)
    }
}

extension APIServer {
    /// The codes that the emulator shows, oldest first.
    func codes() async throws -> [JSONValue] {
        let list = await send(Request(.get, "/emulator/v1/projects/demo/oobCodes"))
        return try #require(list["oobCodes"]?.array)
    }

    func newestCode() async throws -> String {
        try #require(try await codes().last?["oobCode"]?.string)
    }
}
