import APITestSupport
import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// Points in which a server and an emulator respond alike, as Google's API and the public emulator do.
@Suite("Responses as of Google's API")
struct FidelityTests {
    static let password: JSONValue = "correct horse"

    private func server(emulator: Bool) async throws -> APIServer {
        try await APIServer(policy: .emulated(ProjectID(rawValue: "demo")), emulator: emulator)
    }

    @Test(
        "an update at an emulator returns tokens whenever they are wanted; at a server an ID token alone gets none (U1, security 30)",
        arguments: [
            (["displayName": "Ada"], false), (["photoUrl": "https://example.com/a.png"], false), ([:], false),
            (["deleteAttribute": ["DISPLAY_NAME"]], false), (["email": "new@example.com"], true),
            (["email": "new@example.com", "displayName": "Ada"], true),
        ] as [([String: JSONValue], Bool)],
        [true, false]
    )
    func updateTokens(_ change: ([String: JSONValue], always: Bool), _ emulator: Bool) async throws {
        for wanted in [true, false, nil] as [Bool?] {
            let server = try await server(emulator: emulator)
            let user = await server.signUp()
            let authTime = user.string("idToken").claims?["auth_time"]
            server.clock.advance(by: .seconds(10))
            var body = change.0
            body["idToken"] = user["idToken"]
            body["returnSecureToken"] = wanted.map(JSONValue.boolean)
            let updated = await server.call("update", .object(body))
            #expect(updated.status == 200, "\(updated.text)")
            let hasTokens = emulator && (wanted == true || change.always)
            for name in ["idToken", "refreshToken", "expiresIn"] {
                #expect((updated[name] != nil) == hasTokens, "\(name)")
            }
            guard hasTokens else { continue }
            let claims = try #require(updated.string("idToken").claims)
            #expect(
                claims["auth_time"] == authTime && claims["email"] == change.0["email"] ?? "ada@example.com"
            )
            #expect(await server.refresh(updated.string("refreshToken")).status == 200)
        }
    }

    @Test(
        "an administrator finds each user once, however often the request names it",
        arguments: [true, false]
    )
    func lookupOnce(emulator: Bool) async throws {
        let server = try await server(emulator: emulator)
        let ids = [
            await server.signUp()["localId"] ?? .null,
            await server.signUp("bob@example.com")["localId"] ?? .null,
        ]
        let found = await server.administer(
            "/v1/projects/demo/accounts:lookup",
            ["localId": .array(ids + ids.reversed()), "email": ["ada@example.com", "ADA@example.com"]]
        )
        #expect(found["users"]?.array?.map { $0["localId"] ?? .null } == ids)
    }

    @Test(
        "a link adds its address to a signed-in user, or replaces another one (U6)",
        arguments: [true, false]
    )
    func linkReplaces(emulator: Bool) async throws {
        let server = try await server(emulator: emulator)
        let user = await server.signUp()
        let other = await server.call("signInWithPassword", SignInTests.ada)
        let code = try await server.linkCode(for: "new@example.com")
        let linked = await server.call(
            "signInWithEmailLink",
            ["email": "new@example.com", "oobCode": code, "idToken": user["idToken"] ?? .null]
        )
        #expect(
            linked["email"] == "new@example.com" && linked["localId"] == user["localId"],
            "\(linked.text)"
        )
        let info = await server.call("lookup", ["idToken": linked["idToken"] ?? .null])["users"]?.array?.first
        #expect(info?["email"] == "new@example.com" && info?["emailVerified"] == true)
        #expect(info?["initialEmail"] == "ada@example.com")
        #expect(await server.refresh(linked.string("refreshToken")).status == 200)
        #expect(await server.refresh(other.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        _ = await server.signUp("bob@example.com")
        let taken = await server.call(
            "signInWithEmailLink",
            [
                "email": "bob@example.com", "oobCode": try await server.linkCode(for: "bob@example.com"),
                "idToken": linked["idToken"] ?? .null,
            ]
        )
        #expect(taken.errorMessage == "EMAIL_EXISTS")
    }

    @Test("an administrator gets the link for the user of an ID token", arguments: [true, false])
    func linkByToken(emulator: Bool) async throws {
        let server = try await server(emulator: emulator)
        let user = await server.signUp()
        server.clock.advance(by: .minutes(10))
        for body: [String: JSONValue] in [
            ["requestType": "VERIFY_EMAIL"],
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@example.com"],
        ] {
            let request = body.merging(["idToken": user["idToken"] ?? .null, "returnOobLink": true]) { $1 }
            let sent = await server.administer("/v1/projects/demo/accounts:sendOobCode", .object(request))
            #expect(sent["oobLink"] != nil && sent["email"] == "ada@example.com", "\(sent.text)")
            let rejected = await server.call("sendOobCode", .object(request))
            #expect(rejected.errorMessage == "INSUFFICIENT_PERMISSION")
        }
    }

    @Test(
        "a link of a disabled user says so, and an administrator may still make one",
        arguments: [true, false]
    )
    func disabledUser(emulator: Bool) async throws {
        let server = try await server(emulator: emulator)
        let user = await server.signUp()
        let code = try await server.linkCode(for: "ada@example.com")
        _ = await server.administer(
            "/v1/projects/demo/accounts:update",
            ["localId": user["localId"] ?? .null, "disableUser": true]
        )
        let body: JSONValue = ["email": "ada@example.com", "oobCode": code]
        #expect(await server.call("signInWithEmailLink", body).errorMessage == "USER_DISABLED")
        _ = try await server.linkCode(for: "ada@example.com")
    }

    @Test(
        "a name is accepted in each spelling that is certain, in a message and in a mask",
        arguments: ["photoURL", "photo_url", "PhotoUrl", "PHOTO_URL"]
    )
    func spelling(_ name: String) async throws {
        let server = try await server(emulator: false)
        let user = await server.signUp()
        let id = user["idToken"] ?? .null
        let picture: JSONValue = "https://example.com/a.png"
        let updated = await server.call(
            "update",
            .object(["IDToken": id, name: picture, "deleteAttribute": .null, "delete_provider": .null])
        )
        #expect(updated["photoUrl"] == picture, "\(updated.text)")
        let twice = await server.call(
            "update",
            .object(["idToken": id, "photoUrl": picture, "photoURL": picture])
        )
        #expect(twice.status == 400)
        let two = await server.call("update", .object(["idToken": id, "IDTOKEN": id]))
        #expect(two.status == 400)
        #expect(await server.call("update", ["idToken": id, "photoLink": picture]).status == 400)
    }

    @Test(
        "that a sign-in method is off comes before what the request lacks",
        arguments: [
            ("allowsPassword", "signInWithPassword", [:], "PASSWORD_LOGIN_DISABLED"),
            ("allowsPassword", "signInWithPassword", ["email": "x"], "PASSWORD_LOGIN_DISABLED"),
            ("allowsPassword", "resetPassword", [:], "PASSWORD_LOGIN_DISABLED"),
            ("allowsPassword", "signUp", ["email": "x", "password": "y"], "OPERATION_NOT_ALLOWED"),
            ("allowsEmailLink", "signInWithEmailLink", [:], "OPERATION_NOT_ALLOWED"),
            ("allowsEmailLink", "sendOobCode", ["requestType": "EMAIL_SIGNIN"], "OPERATION_NOT_ALLOWED"),
            ("allowsPhone", "sendVerificationCode", [:], "OPERATION_NOT_ALLOWED"),
            ("allowsPhone", "signInWithPhoneNumber", [:], "OPERATION_NOT_ALLOWED"),
            ("allowsAnonymous", "signUp", [:], "ADMIN_ONLY_OPERATION"),
        ] as [(String, String, [String: JSONValue], String)]
    )
    func methodOff(
        _ setting: String,
        _ operation: String,
        _ body: [String: JSONValue],
        _ message: String
    ) async throws {
        var policy = Policy()
        switch setting {
        case "allowsPassword": policy.signIn.allowsPassword = false
        case "allowsEmailLink": policy.signIn.allowsEmailLink = false
        case "allowsPhone": policy.signIn.allowsPhone = false
        default: policy.signIn.allowsAnonymous = false
        }
        for emulator in [true, false] {
            let server = try await APIServer(policy: policy, emulator: emulator)
            #expect(await server.call(operation, .object(body)).errorMessage == message)
        }
    }

    @Test("the services of a project that Google's tools ask for are there")
    func projectServices() async throws {
        let server = try await server(emulator: false)
        let certificates = await server.get("/v1/publicKeys").json?.object ?? [:]
        #expect(certificates.map(\.name).contains(server.projects.publicKeys(of: server.project.id)[0].id))
        let providers = await server.get("/v2/defaultSupportedIdps", query: "key=demo-key&pageSize=2")
        #expect(providers["defaultSupportedIdps"]?.array?.count == 2 && providers["nextPageToken"] != nil)
        #expect(await server.administer("/v2/projects/demo/identityPlatform:initializeAuth", [:]).json == [:])
        let tenant = try await server.projects.createTenant(in: server.project.id, by: .server)
        let policy = await server.administer(
            "/v2/projects/demo/tenants/\(tenant.id.rawValue):getIamPolicy",
            ["options": ["requestedPolicyVersion": 3]]
        )
        #expect(policy["bindings"] == [] && policy["etag"] == "ACAB", "\(policy.text)")
    }

    @Test("the server signs for a service account, whose custom token signs in (U6)")
    func signBlob() async throws {
        let server = try await server(emulator: false)
        let accounts = server.services.serviceAccounts
        let id = ServiceAccountID(project: server.project.id, name: "back-end")
        _ = try await accounts.create(id, displayName: nil, by: .server)
        let path = "/v1/projects/-/serviceAccounts/\(id.email):signBlob"
        let now = server.clock.now().seconds
        let claims: JSONValue = [
            "iss": .string(id.email), "sub": .string(id.email), "uid": "ann", "iat": .integer(now),
            "aud":
                "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
            "exp": .integer(now + 3600),
        ]
        let header: JSONValue = ["alg": "RS256", "typ": "JWT"]
        let input = "\(Base64URL.encode(header.text)).\(Base64URL.encode(claims.text))"
        let body: JSONValue = [
            "payload": .string(Base64.encode(Array(input.utf8))), "targetProjectId": "demo",
        ]
        let signed = await server.administer(path, body)
        let signature = try #require(Base64.decode(signed.string("signedBlob").utf8), "\(signed.text)")
        let token = "\(input).\(Base64URL.encode(signature))"
        let signedIn = await server.call("signInWithCustomToken", ["token": .string(token)])
        #expect(signedIn.status == 200, "\(signedIn.text)")
        // The key stays, until it is removed.
        #expect(await server.administer(path, body)["keyId"] == signed["keyId"])
        #expect(try await accounts.account(id).keys.count == 2)
        _ = try await accounts.deleteKey(signed.string("keyId"), of: id, by: .server)
        #expect(await server.call("signInWithCustomToken", ["token": .string(token)]).status == 400)
        #expect(await server.administer(path, body)["keyId"] != signed["keyId"])

        #expect(await server.post(path, body).status == 401)
        let unknown = path.replacing("back-end@", with: "other@")
        #expect(await server.administer(unknown, body).status == 404)
        #expect(
            await server.administer(path, ["payload": "*", "targetProjectId": "demo"]).errorMessage?
                .hasPrefix("INVALID_ARGUMENT") == true
        )
        _ = try await accounts.setDisabled(id, true, by: .server)
        #expect(await server.administer(path, body).status == 404)
    }
}

extension APIServer {
    /// The code of a link for a sign-in, as an administrator gets it.
    func linkCode(for email: String) async throws -> JSONValue {
        let sent = await administer(
            "/v1/projects/demo/accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": .string(email), "returnOobLink": true]
        )
        return try #require(sent["oobCode"], "\(sent.text)")
    }
}
