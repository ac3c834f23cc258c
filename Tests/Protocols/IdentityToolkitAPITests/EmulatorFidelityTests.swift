import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// Points in which an emulator does what the public emulator does, and a server does better, tried on both.
@Suite("Differences of an emulator: tenants, links and providers")
struct EmulatorFidelityTests {
    private func server(emulator: Bool) async throws -> APIServer {
        try await APIServer(policy: .emulated(ProjectID(rawValue: "demo")), emulator: emulator)
    }

    private static func owner(_ server: APIServer) -> HeaderFields {
        [.authorization: "Bearer \(server.administratorToken)"]
    }

    @Test("a tenant has its ID, and a mask may have unknown names, only in an emulator (U18)")
    func tenants() async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            let made = await server.administer("/v2/projects/demo/tenants", ["displayName": "Acme"])
            let id = try #require(made.string("name").split(separator: "/").last.map(String.init))
            #expect(made["tenantId"] == (emulator ? .string(id) : nil), "\(made.text)")
            let path = "/v2/projects/demo/tenants/\(id)"
            #expect(await server.get(path, fields: Self.owner(server))["tenantId"] == made["tenantId"])
            let patch = Request(
                .patch,
                path,
                query: "updateMask=displayName,nothing.like.that",
                fields: Self.owner(server),
                body: Array(#"{"displayName":"Ajax"}"#.utf8)
            )
            let changed = await server.send(patch)
            #expect(changed["displayName"] == (emulator ? "Ajax" : nil), "\(changed.text)")
            #expect(emulator || changed.status == 400)
        }
    }

    @Test(
        "each list is a list when it is empty, and a full page has a token, only in an emulator",
        arguments: [
            ("/v2/projects/demo/tenants", "tenants"),
            ("/v2/projects/demo/oauthIdpConfigs", "oauthIdpConfigs"),
            ("/v2/projects/demo/defaultSupportedIdpConfigs", "defaultSupportedIdpConfigs"),
        ]
    )
    func lists(_ path: String, _ name: String) async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            let owner = Self.owner(server)
            #expect(await server.get(path, fields: owner)[name] == (emulator ? [] : nil))
            for place in 0..<2 {
                let target: Request =
                    switch name {
                    case "tenants": Request(.post, path, fields: owner, body: Array("{}".utf8))
                    case "oauthIdpConfigs":
                        Request(
                            .post,
                            path,
                            query: "oauthIdpConfigId=oidc.p\(place)",
                            fields: owner,
                            body: Array(#"{"clientId":"c","issuer":"https://p.example"}"#.utf8)
                        )
                    default:
                        Request(
                            .post,
                            path,
                            query: "idpId=\(["google.com", "facebook.com"][place])",
                            fields: owner,
                            body: Array(#"{"clientId":"c","clientSecret":"s"}"#.utf8)
                        )
                    }
                let made = await server.send(target)
                #expect(made.status == 200, "\(made.text)")
            }
            let full = await server.get(path, query: "pageSize=2", fields: owner)
            #expect(full[name]?.array?.count == 2)
            #expect((full["nextPageToken"] != nil) == emulator)
            let all = await server.get(path, query: "pageSize=-1", fields: owner)
            #expect(all.status == (emulator ? 200 : 400) && all["nextPageToken"] == nil)
        }
    }

    @Test("a sign-in by a link keeps the password of an unverified user only in an emulator (security 1)")
    func linkKeeps() async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            let user = await server.signUp()
            let code = try await server.linkCode(for: "ada@example.com")
            let body: JSONValue = ["email": "ada@example.com", "oobCode": code]
            #expect(await server.call("signInWithEmailLink", body)["localId"] == user["localId"])
            #expect(await server.call("signInWithPassword", SignInTests.ada).status == (emulator ? 200 : 400))
            #expect(await server.refresh(user.string("refreshToken")).status == (emulator ? 200 : 400))
        }
    }

    @Test("a sign-up with the token of a user signs in by password; a new password does so in an emulator")
    func passwordSignsIn() async throws {
        let token: JSONValue = ["sub": "1", "email": "eve@example.com", "email_verified": true]
        for operation in ["signUp", "update"] {
            let server = try await server(emulator: true)
            let guest = await server.provider(token)
            let changed = await server.call(
                operation,
                [
                    "idToken": guest["idToken"] ?? .null, "email": "eve@example.com",
                    "password": "battery staple", "returnSecureToken": true,
                ]
            )
            let claims = changed.string("idToken").claims
            #expect(claims?["firebase"]?["sign_in_provider"] == "password", "\(changed.text)")
        }
    }

    @Test("an account of a provider is linked once, and a conflict names the other user, in an emulator")
    func providers() async throws {
        let server = try await server(emulator: true)
        let token: JSONValue = ["sub": "1", "email": "eve@example.com", "email_verified": true]
        let user = await server.provider(token)
        let again = await server.provider(
            token,
            ["idToken": user["idToken"] ?? .null, "returnIdpCredential": true]
        )
        #expect(again.status == 200 && again["idToken"] == nil)
        #expect(again["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED", "\(again.text)")
        let error = await server.provider(token, ["idToken": user["idToken"] ?? .null])
        #expect(error.errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED")

        let ada = await server.signUp()
        let conflict = await server.provider(["sub": "2", "email": "ada@example.com"], of: "facebook.com")
        #expect(
            conflict["needConfirmation"] == true && conflict["localId"] == ada["localId"],
            "\(conflict.text)"
        )
    }

    @Test("an address and a name at a provider count for the user in an emulator")
    func providerProfile() async throws {
        let server = try await server(emulator: true)
        let first = await server.provider(["sub": "1", "email": "eve@example.com", "screen_name": "eve"])
        let moved = await server.provider(["sub": "1", "email": "new@example.com", "screen_name": "eve"])
        #expect(moved["localId"] == first["localId"])
        let info = JSONValue(parsing: moved.string("rawUserInfo").utf8)
        #expect(info?["locale"] == "en")
        let methods = await server.call(
            "createAuthUri",
            ["identifier": "new@example.com", "continueUri": "http://localhost"]
        )
        #expect(
            methods["registered"] == true && methods["signinMethods"] == ["google.com"],
            "\(methods.text)"
        )
        let found = await server.call("lookup", ["idToken": moved["idToken"] ?? .null])["users"]?.array?.first
        #expect(found?["screenName"] == "eve")
    }

    @Test(
        "a JWT of a provider may have any signature in an emulator, and its subject is a text",
        arguments: [("AAA", true), ("x", true), ("", true), ("a+b/=", true), ("AAA", false)]
    )
    func token(_ signature: String, _ isText: Bool) async throws {
        let server = try await server(emulator: true)
        let claims: JSONValue = ["sub": isText ? "1" : 1, "email": "eve@example.com"]
        let parts = [Array(#"{"alg":"RS256"}"#.utf8), claims.text].map { Base64URL.encode($0) }
        let response = await server.provider(text: "\(parts[0]).\(parts[1]).\(signature)")
        #expect(response.status == (isText ? 200 : 400), "\(response.text)")
        #expect(isText || response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true)
    }

    @Test(
        "a token of one tenant at the path of another is rejected by each operation (U18, security 19)",
        arguments: [
            "accounts:lookup", "accounts:delete", "accounts:update", "accounts", "accounts:sendOobCode",
            ":createSessionCookie",
        ],
        [true, false]
    )
    func tenantMismatch(_ operation: String, _ emulator: Bool) async throws {
        let server = try await server(emulator: emulator)
        let ids = [
            try await server.projects.createTenant(in: server.project.id, by: .server).id.rawValue,
            try await server.projects.createTenant(in: server.project.id, by: .server).id.rawValue,
        ]
        let user = await server.call(
            "signUp",
            ["tenantId": .string(ids[0]), "email": "ada@example.com", "password": "correct horse"]
        )
        #expect(user.status == 200, "\(user.text)")
        let separator = operation.hasPrefix(":") ? "" : "/"
        var body: [String: JSONValue] = ["idToken": user["idToken"] ?? .null]
        switch operation {
        case "accounts:lookup": body["localId"] = [user["localId"] ?? .null]
        case "accounts:delete": body["localId"] = user["localId"]
        case "accounts": body.merge(["email": "b@example.com", "password": "correct horse"]) { $1 }
        case "accounts:sendOobCode": body["requestType"] = "VERIFY_EMAIL"
        default: break
        }
        let response = await server.administer(
            "/v1/projects/demo/tenants/\(ids[1])\(separator)\(operation)",
            .object(body)
        )
        #expect(response.errorMessage == "TENANT_ID_MISMATCH", "\(response.text)")
    }
}

extension APIServer {
    /// A sign-in by an emulated provider, with the claims of its token.
    fileprivate func provider(
        _ claims: JSONValue,
        _ body: [String: JSONValue] = [:],
        of provider: String = "google.com"
    ) async -> APIResponse {
        await self.provider(text: String(decoding: claims.text, as: UTF8.self), body, of: provider)
    }

    fileprivate func provider(
        text: String,
        _ body: [String: JSONValue] = [:],
        of provider: String = "google.com"
    ) async -> APIResponse {
        let form = FormCoding.encode([("providerId", provider), ("id_token", text)])
        let own: [String: JSONValue] = ["requestUri": "http://localhost", "postBody": .string(form)]
        return await call("signInWithIdp", .object(own.merging(body) { $1 }))
    }
}
