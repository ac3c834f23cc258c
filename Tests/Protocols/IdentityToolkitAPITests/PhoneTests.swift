import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import LoggingTestSupport
import Testing

@Suite("Sign-in by phone over Identity Toolkit")
struct PhoneTests {
    private static let number: JSONValue = "+16505553434"

    @Test("a project that has sent 60 % of its codes for phone numbers warns once in the log (security 34)")
    func nearLimit() async throws {
        var policy = Policy()
        policy.phone.maximumPerProject = 5
        let server = try await APIServer(policy: policy, emulator: true)
        for (index, expected) in [0, 0, 1, 1].enumerated() {
            let body: JSONValue = ["phoneNumber": .string("+1650555343\(index)")]
            #expect(await server.call("sendVerificationCode", body)["sessionInfo"] != nil)
            let warnings = server.log.lines.filter { $0.message.contains("phone.maximumPerProject") }
            #expect(warnings.count == expected)
        }
    }

    @Test("a code is sent, listed, used once, and its number is in the token and in the look-up (U6)")
    func signIn() async throws {
        let server = try await APIServer(emulator: true)
        let proof = try await server.phoneCode("+1 650-555-3434")
        let signedIn = await server.call("signInWithPhoneNumber", .object(proof))
        #expect(signedIn["isNewUser"] == true && signedIn["phoneNumber"] == Self.number, "\(signedIn.text)")
        #expect(signedIn["expiresIn"] == "3600" && signedIn["refreshToken"] != nil)
        #expect(
            await server.call("signInWithPhoneNumber", .object(proof)).errorMessage
                == "INVALID_SESSION_INFO"
        )
        #expect(try await server.phoneCodes().isEmpty)

        let claims = try #require(signedIn.claims)
        #expect(claims["phone_number"] == Self.number && claims["firebase"]?["sign_in_provider"] == "phone")
        #expect(claims["firebase"]?["identities"]?["phone"] == [Self.number])
        #expect(claims["provider_id"] == nil)
        let user = try #require(await server.lookup(signedIn))
        #expect(user["phoneNumber"] == Self.number)
        let provider: JSONValue = [
            "providerId": "phone", "rawId": Self.number, "phoneNumber": Self.number,
        ]
        #expect(user["providerUserInfo"] == [provider], "\(user)")
        let again = await server.call("signInWithPhoneNumber", .object(try await server.phoneCode()))
        #expect(again["isNewUser"] == false && again["localId"] == signedIn["localId"])
        #expect(await server.refresh(again.string("refreshToken")).status == 200)
    }

    @Test("the names of version 3 lead to the same operations")
    func version3() async throws {
        let server = try await APIServer(emulator: true)
        let base = "/www.googleapis.com/identitytoolkit/v3/relyingparty"
        let sent = await server.post(
            "\(base)/sendVerificationCode",
            ["phoneNumber": Self.number, "recaptchaToken": "x", "iosReceipt": "y"],
            key: "k"
        )
        let code = try #require(try await server.phoneCodes().first)
        #expect(code["sessionInfo"] == sent["sessionInfo"])
        let use: JSONValue = ["sessionInfo": sent["sessionInfo"] ?? .null, "code": code["code"] ?? .null]
        #expect(await server.post("\(base)/verifyPhoneNumber", use, key: "k")["isNewUser"] == true)
    }

    @Test("a wrong code, too many of them and an expired one have their codes (security 11)")
    func errors() async throws {
        let server = try await APIServer(emulator: true)
        var proof = try await server.phoneCode()
        let right = proof["code"]
        proof["code"] = right == "000000" ? "000001" : "000000"
        for _ in 0..<5 {
            let response = await server.call("signInWithPhoneNumber", .object(proof))
            #expect(response.status == 400 && response.errorMessage == "INVALID_CODE")
        }
        proof["code"] = right
        let exhausted = await server.call("signInWithPhoneNumber", .object(proof))
        #expect(exhausted.errorMessage?.hasPrefix("SESSION_EXPIRED") == true, "\(exhausted.text)")
        let fresh = try await server.phoneCode()
        server.clock.advance(by: .seconds(601))
        let expired = await server.call("signInWithPhoneNumber", .object(fresh))
        #expect(expired.errorMessage?.hasPrefix("SESSION_EXPIRED") == true)
    }

    @Test(
        "a request without its fields is rejected",
        arguments: [
            ([:], "MISSING_SESSION_INFO"), (["sessionInfo": "x"], "MISSING_CODE"),
            (["sessionInfo": "x", "code": "123456"], "INVALID_SESSION_INFO"),
            (["temporaryProof": "x"], "MISSING_PHONE_NUMBER"),
            (["temporaryProof": "x", "phoneNumber": "1"], "INVALID_PHONE_NUMBER : Invalid format."),
            (["temporaryProof": "x", "phoneNumber": "+16505553434"], "INVALID_TEMPORARY_PROOF"),
            (["sessionInfo": "x", "code": "1", "operation": "LINK"], "MISSING_ID_TOKEN"),
            (["sessionInfo": "x", "code": "1", "operation": "UPDATE"], "MISSING_ID_TOKEN"),
        ] as [(JSONObject, String)]
    )
    func missing(fields: JSONObject, message: String) async throws {
        let server = try await APIServer()
        #expect(await server.call("signInWithPhoneNumber", .object(fields)).errorMessage == message)
    }

    @Test(
        "no code is sent to an invalid phone number",
        arguments: [
            ("6505553434", "INVALID_PHONE_NUMBER : Invalid format."),
            ("+1650", "INVALID_PHONE_NUMBER : Invalid format."),
            ("", "INVALID_PHONE_NUMBER : Invalid format."),
            (nil, "INVALID_PHONE_NUMBER : Invalid format."),
            (String(repeating: "1", count: 10_240), "INVALID_PHONE_NUMBER : Invalid format."),
        ] as [(String?, String)]
    )
    func numbers(text: String?, message: String) async throws {
        let server = try await APIServer()
        let body = text.map { ["phoneNumber": .string($0)] as JSONValue } ?? [:]
        #expect(await server.call("sendVerificationCode", body).errorMessage == message)
    }

    @Test("the number of another user returns a proof instead of tokens, which signs in as that user")
    func conflict() async throws {
        let server = try await APIServer(emulator: true)
        let owner = await server.call("signInWithPhoneNumber", .object(try await server.phoneCode()))
        let guest = await server.call("signUp", [:])
        var link = try await server.phoneCode()
        link["idToken"] = guest["idToken"]
        link["operation"] = "LINK"
        let linked = await server.call("signInWithPhoneNumber", .object(link))
        #expect(linked.status == 200 && linked["idToken"] == nil, "\(linked.text)")
        #expect(linked["temporaryProofExpiresIn"] == "3600" && linked["phoneNumber"] == Self.number)
        let use: JSONValue = [
            "temporaryProof": linked["temporaryProof"] ?? .null, "phoneNumber": Self.number,
        ]
        #expect(await server.call("signInWithPhoneNumber", use)["localId"] == owner["localId"])
        #expect(await server.call("signInWithPhoneNumber", use).errorMessage == "INVALID_TEMPORARY_PROOF")
    }

    @Test("a code or a proof of before is void when all sessions of the owner have ended (security 23)")
    func endedEpoch() async throws {
        let server = try await APIServer(emulator: true)
        let owner = await server.call("signInWithPhoneNumber", .object(try await server.phoneCode()))
        let guest = await server.call("signUp", [:])
        var link = try await server.phoneCode()
        link["idToken"] = guest["idToken"]
        link["operation"] = "LINK"
        let linked = await server.call("signInWithPhoneNumber", .object(link))
        server.clock.advance(by: .seconds(2))
        var changes = AdministeredChanges()
        changes.endsSessions = true
        _ = try await server.services.users.update(
            UserID(rawValue: owner["localId"]?.string ?? ""),
            changes,
            in: UserPool(project: server.project.id),
            by: .operator(nil)
        )
        let use: JSONValue = [
            "temporaryProof": linked["temporaryProof"] ?? .null, "phoneNumber": Self.number,
        ]
        #expect(await server.call("signInWithPhoneNumber", use).errorMessage == "INVALID_TEMPORARY_PROOF")
        let again = await server.call("signInWithPhoneNumber", .object(try await server.phoneCode()))
        #expect(again["localId"] == owner["localId"], "\(again.text)")
    }

    @Test("a guest gets a number, keeps the id, and deletes the number again")
    func linkAndUnlink() async throws {
        let server = try await APIServer(emulator: true)
        let guest = await server.call("signUp", [:])
        var link = try await server.phoneCode()
        link["idToken"] = guest["idToken"]
        let linked = await server.call("signInWithPhoneNumber", .object(link))
        #expect(linked["localId"] == guest["localId"] && linked["isNewUser"] == false, "\(linked.text)")
        #expect(await server.lookup(linked)?["phoneNumber"] == Self.number)
        let delete: JSONValue = ["idToken": linked["idToken"] ?? .null, "deleteProvider": ["phone"]]
        let unlinked = await server.call("update", delete)
        #expect(unlinked.status == 200 && unlinked["providerUserInfo"] == nil, "\(unlinked.text)")
        #expect(await server.lookup(linked)?["phoneNumber"] == nil)
    }

    @Test("the codes of a tenant are listed and used only in the tenant (U18, security 19)")
    func tenants() async throws {
        let server = try await APIServer(emulator: true)
        let sent = await server.call(
            "sendVerificationCode",
            ["phoneNumber": Self.number, "tenantId": "acme"]
        )
        #expect(try await server.phoneCodes().isEmpty)
        let codes = try await server.phoneCodes("/tenants/acme")
        var use: JSONObject = [
            "sessionInfo": sent["sessionInfo"] ?? .null, "code": codes.first?["code"] ?? .null,
        ]
        #expect(
            await server.call("signInWithPhoneNumber", .object(use)).errorMessage == "INVALID_SESSION_INFO"
        )
        use["tenantId"] = "acme"
        let signedIn = await server.call("signInWithPhoneNumber", .object(use))
        #expect(signedIn["isNewUser"] == true && signedIn.claims?["firebase"]?["tenant"] == "acme")
    }

    @Test("a denied region gets no code, and a number for tests signs in by its fixed one")
    func regionsAndTestNumbers() async throws {
        var policy = Policy()
        policy.phone.testNumbers = ["+16505553435=123456"]
        policy.phone.deniedRegions = ["US"]
        let server = try await APIServer(policy: policy)
        let denied = await server.call("sendVerificationCode", ["phoneNumber": Self.number])
        #expect(denied.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
        let test = await server.call("sendVerificationCode", ["phoneNumber": "+16505553435"])
        let use: JSONValue = ["sessionInfo": test["sessionInfo"] ?? .null, "code": "123456"]
        #expect(await server.call("signInWithPhoneNumber", use)["isNewUser"] == true)
    }

    @Test("numbers of users are unique and compared in E.164 form, also for administrators (U12)")
    func administrators() async throws {
        let server = try await APIServer(emulator: true)
        let base = "/v1/projects/demo/accounts"
        let created = await server.administer(base, ["phoneNumber": "+1 (650) 555-3434"])
        #expect(created.status == 200, "\(created.text)")
        #expect(
            await server.administer(base, ["phoneNumber": Self.number]).errorMessage == "PHONE_NUMBER_EXISTS"
        )
        let found = await server.administer("\(base):lookup", ["phoneNumber": ["+1.650.555.3434"]])
        #expect(found["users"]?.array?.first?["phoneNumber"] == Self.number, "\(found.text)")
        let query = await server.administer(
            "\(base):query",
            ["expression": [["phoneNumber": Self.number]]]
        )
        #expect(query["userInfo"]?.array?.count == 1, "\(query.text)")
        let signedIn = await server.call("signInWithPhoneNumber", .object(try await server.phoneCode()))
        #expect(signedIn["localId"] == created["localId"] && signedIn["isNewUser"] == false)
        let clear: JSONValue = [
            "localId": created["localId"] ?? .null, "deleteProvider": ["phone"],
        ]
        #expect(await server.administer("\(base):update", clear).status == 200)
        #expect(await server.administer(base, ["phoneNumber": Self.number]).status == 200)
    }
}

extension APIServer {
    /// The codes that the emulator lists.
    fileprivate func phoneCodes(_ tenant: String = "") async throws -> [JSONValue] {
        let list = await get("/emulator/v1/projects/demo\(tenant)/verificationCodes")
        return try #require(list["verificationCodes"]?.array)
    }

    /// Sends a code, and gives the fields of its use.
    func phoneCode(_ number: String = "+16505553434") async throws -> JSONObject {
        let sent = await call("sendVerificationCode", ["phoneNumber": .string(number)])
        let code = try #require(try await phoneCodes().last, "\(sent.text)")
        #expect(code["sessionInfo"] == sent["sessionInfo"])
        return ["sessionInfo": code["sessionInfo"] ?? .null, "code": code["code"] ?? .null]
    }

    fileprivate func lookup(_ signedIn: APIResponse) async -> JSONValue? {
        await call("lookup", ["idToken": signedIn["idToken"] ?? .null])["users"]?.array?.first
    }
}

extension APIResponse {
    /// The claims of the ID token.
    fileprivate var claims: JSONValue? {
        // Tokens of an emulator have no signature.
        let parts = string("idToken").split(separator: ".")
        guard parts.count >= 2, let bytes = Base64URL.decode(Array(parts[1].utf8)) else { return nil }
        return JSONValue(parsing: bytes)
    }
}
