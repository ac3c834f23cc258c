import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Identities of users, for administrators")
struct ProviderAdministrationTests {
    private static let accounts = "/v1/projects/demo/accounts"
    private static let ada = ProviderSignInTests.ada

    private func find(_ server: APIServer, _ provider: String, _ subject: String) async -> APIResponse {
        let id: JSONValue = ["providerId": .string(provider), "rawId": .string(subject)]
        return await server.administer("\(Self.accounts):lookup", ["federatedUserId": [id]])
    }

    @Test("an administrator links, finds and unlinks an identity (U12)")
    func link() async throws {
        let server = try await APIServer()
        let made = await server.administer(Self.accounts, ["email": "ada@gmail.com", "emailVerified": true])
        let info: JSONValue = [
            "providerId": "google.com", "rawId": "1", "email": "ada@gmail.com", "displayName": "Ada",
            "photoUrl": "https://example.com/ada.png",
        ]
        let id = made["localId"] ?? .null
        let link: JSONValue = ["localId": id, "linkProviderUserInfo": info]
        let linked = await server.administer("\(Self.accounts):update", link)
        #expect(linked["providerUserInfo"]?.array?.first?["rawId"] == "1", "\(linked.text)")
        #expect(await find(server, "google.com", "1")["users"]?.array?.first?["localId"] == id)
        #expect(await server.signIn(with: "google.com", Self.ada)["localId"] == id)
        // The same again is not a change; another subject takes the place of the first.
        #expect(await server.administer("\(Self.accounts):update", link).status == 200)
        let second: JSONValue = [
            "localId": id, "linkProviderUserInfo": ["providerId": "google.com", "rawId": "2"],
        ]
        #expect(await server.administer("\(Self.accounts):update", second).status == 200)
        #expect(await find(server, "google.com", "1")["users"] == nil)
        let unlink: JSONValue = ["localId": id, "deleteProvider": ["google.com"]]
        let unlinked = await server.administer("\(Self.accounts):update", unlink)
        #expect(unlinked["providerUserInfo"] == nil && unlinked.status == 200)
        #expect(await find(server, "google.com", "2")["users"] == nil)
    }

    @Test("an identity of another user, and an invalid one, are not linked")
    func rejectedLinks() async throws {
        let server = try await APIServer()
        let owner = await server.signIn(with: "google.com", Self.ada)
        let made = await server.administer(Self.accounts, ["email": "bob@example.com"])
        let cases: [(JSONValue, String)] = [
            (["providerId": "google.com", "rawId": "1"], "FEDERATED_USER_ID_ALREADY_LINKED"),
            (["rawId": "1"], "MISSING_PROVIDER_ID"), (["providerId": "google.com"], "MISSING_RAW_ID"),
            (["providerId": "password", "rawId": "1"], "INVALID_PROVIDER_ID"),
            (["providerId": "a.b", "rawId": "1", "email": "x"], "INVALID_EMAIL"),
        ]
        for (info, code) in cases {
            let link: JSONValue = ["localId": made["localId"] ?? .null, "linkProviderUserInfo": info]
            #expect(await server.administer("\(Self.accounts):update", link).errorMessage == code, "\(info)")
        }
        let users = await find(server, "google.com", "1")["users"]?.array
        #expect(users?.first?["localId"] == owner["localId"])
    }

    @Test("an imported user signs in with its provider, and is exported with it (U12)")
    func batchCreate() async throws {
        let server = try await APIServer()
        let users: JSONValue = [
            [
                "localId": "a", "email": "ada@gmail.com", "emailVerified": true,
                "providerUserInfo": [
                    ["providerId": "google.com", "rawId": "1", "email": "ada@gmail.com"],
                    ["providerId": "github.com", "rawId": "g1", "displayName": "Ada L."],
                    ["providerId": "password", "rawId": "ada@gmail.com"],
                ],
            ],
            ["localId": "b", "providerUserInfo": [["providerId": "google.com", "rawId": "1"]]],
            ["localId": "c", "providerUserInfo": [["providerId": "nowhere", "rawId": "1"]]],
            [
                "localId": "d",
                "providerUserInfo": [
                    ["providerId": "a.b", "rawId": "1"], ["providerId": "a.b", "rawId": "2"],
                ],
            ],
        ]
        let imported = await server.administer("\(Self.accounts):batchCreate", ["users": users])
        let errors = imported["error"]?.array?.map { $0["index"] ?? .null }
        #expect(errors == [1, 2, 3], "\(imported.text)")
        #expect(await server.signIn(with: "google.com", Self.ada)["localId"] == "a")
        #expect(await server.signIn(with: "github.com", ["sub": "g1"])["localId"] == "a")
        let page = await server.get(
            "\(Self.accounts):batchGet",
            fields: [.authorization: "Bearer \(server.administratorToken)"]
        )
        let list = page["users"]?.array?.first?["providerUserInfo"]?.array
        #expect(
            list?.compactMap { $0["providerId"]?.string } == ["github.com", "google.com"],
            "\(page.text)"
        )
        let query = await server.administer("\(Self.accounts):query", ["returnUserInfo": true])
        #expect(query["userInfo"]?.array?.first?["providerUserInfo"]?.array?.count == 2)
        let pool = UserPool(project: server.project.id)
        let record = try await server.services.userExport.page(of: pool, limit: 9).first
        #expect(record?.providers.map(\.subject) == ["g1", "1"])

        // A replaced user has the new identities alone.
        let replacement: JSONValue = [
            "users": [["localId": "a", "providerUserInfo": [["providerId": "github.com", "rawId": "g2"]]]],
            "allowOverwrite": true,
        ]
        #expect(await server.administer("\(Self.accounts):batchCreate", replacement)["error"] == nil)
        #expect(await find(server, "google.com", "1")["users"] == nil)
        #expect(await find(server, "github.com", "g2")["users"] != nil)
    }

    @Test("control characters of a name are left out of a link and of an import (security 31)")
    func names() async throws {
        let server = try await APIServer()
        let name: JSONValue = "A\u{0}d\u{1B}a\r\n"
        let provider: JSONValue = ["providerId": "google.com", "rawId": "1", "displayName": name]
        let users: JSONValue = [["localId": "a", "displayName": name, "providerUserInfo": [provider]]]
        let imported = await server.administer("\(Self.accounts):batchCreate", ["users": users])
        #expect(imported.status == 200 && imported["error"] == nil, "\(imported.text)")
        let made = await server.administer(Self.accounts, [:])
        let other: JSONValue = ["providerId": "github.com", "rawId": "2", "displayName": name]
        let link: JSONValue = ["localId": made["localId"] ?? .null, "linkProviderUserInfo": other]
        #expect(await server.administer("\(Self.accounts):update", link).status == 200)
        let first = try #require(await find(server, "google.com", "1")["users"]?.array?.first)
        let second = try #require(await find(server, "github.com", "2")["users"]?.array?.first)
        #expect(first["displayName"] == "Ada")
        for user in [first, second] {
            #expect(user["providerUserInfo"]?.array?.first?["displayName"] == "Ada", "\(user)")
        }
    }

    @Test("a deleted user leaves its identities free")
    func deletion() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "google.com", Self.ada)
        #expect(await server.call("delete", ["idToken": user["idToken"] ?? .null]).status == 200)
        let again = await server.signIn(with: "google.com", Self.ada)
        #expect(again["isNewUser"] == true && again["localId"] != user["localId"])
    }

    @Test("the sign-in methods of an address include providers, unless addresses are protected")
    func methods() async throws {
        for protects in [true, false] {
            var policy = Policy()
            policy.signIn.protectsEmailEnumeration = protects
            let server = try await APIServer(policy: policy)
            _ = await server.signIn(with: "google.com", Self.ada)
            let ask: JSONValue = ["identifier": "ada@gmail.com", "continueUri": "http://localhost"]
            let methods = await server.call("createAuthUri", ask)
            #expect(methods["allProviders"] == (protects ? nil : ["google.com"]))
            #expect(methods["signinMethods"] == (protects ? nil : ["google.com"]))
        }
    }

    @Test(
        "provider tokens are stored encrypted if the project's setting is on, and are returned (U13, security 24)"
    )
    func keptTokens() async throws {
        var policy = Policy()
        policy.signIn.keepsProviderTokens = true
        let server = try await APIServer(policy: policy)
        var claims = Self.ada.object ?? [:]
        claims["refresh_token"] = "the refresh token"
        let user = await server.signIn(with: "google.com", .object(claims))
        // A later sign-in has no refresh token; the first one stays.
        let later = await server.signIn(with: "google.com", Self.ada)
        #expect(later["localId"] == user["localId"])
        let ask: JSONValue = ["idToken": user["idToken"] ?? .null, "providerId": "google.com"]
        let own = await server.call("providerTokens", ask)
        #expect(own["oauthAccessToken"] == "access of 1" && own["oauthRefreshToken"] == nil, "\(own.text)")
        // An ID token is not returned: the thief of an access token could sign in by it.
        #expect(own["oauthIdToken"] == nil && user["oauthIdToken"] != nil)
        let byAdministrator = await server.administer(
            "\(Self.accounts):providerTokens",
            ["localId": user["localId"] ?? .null, "providerId": "google.com"]
        )
        #expect(byAdministrator["oauthRefreshToken"] == "the refresh token")
        let expiry = (server.clock.now() + .seconds(3600)).milliseconds
        #expect(byAdministrator["oauthExpiresAt"] == .string(String(expiry)))
        let pool = UserPool(project: server.project.id)
        let id = UserID(rawValue: user.string("localId"))
        let sealed = try await server.store.read(.providerTokens(of: id, in: pool)).values.first
        let bytes = (sealed?.access ?? []) + (sealed?.refresh ?? [])
        #expect(!bytes.isEmpty && !String(decoding: bytes, as: UTF8.self).contains("token"))

        // They are revoked with the account, also if the provider is down at first.
        #expect(await server.call("delete", ["idToken": later["idToken"] ?? .null]).status == 200)
        server.providers.set(isDown: true)
        #expect(try await server.services.federation.revokeTokensOfDeletedIdentities(limit: 9).revoked == 0)
        server.providers.set(isDown: false)
        #expect(try await server.services.federation.revokeTokensOfDeletedIdentities(limit: 9).revoked == 0)
        server.clock.advance(by: .seconds(300))
        #expect(try await server.services.federation.revokeTokensOfDeletedIdentities(limit: 9).revoked == 1)
        #expect(server.providers.revoked == ["the refresh token"])
        #expect(try await server.services.federation.revokeTokensOfDeletedIdentities(limit: 9).revoked == 0)
    }

    @Test("the access token is revoked where a provider revokes no refresh tokens (U13)")
    func accessTokenInstead() async throws {
        var policy = Policy()
        policy.signIn.keepsProviderTokens = true
        let server = try await APIServer(policy: policy)
        let claims: JSONValue = ["sub": "1", "refresh_token": "the refresh token"]
        let user = await server.signIn(with: "line.me", claims)
        #expect(await server.call("delete", ["idToken": user["idToken"] ?? .null]).status == 200)
        #expect(try await server.services.federation.revokeTokensOfDeletedIdentities(limit: 9).revoked == 1)
        #expect(server.providers.revoked == ["access of 1"])
    }

    @Test("an identity that is linked or imported again keeps its tokens and times (U12, U13)")
    func sameIdentityAgain() async throws {
        var policy = Policy()
        policy.signIn.keepsProviderTokens = true
        let server = try await APIServer(policy: policy)
        let user = await server.signIn(with: "google.com", Self.ada)
        server.clock.advance(by: .seconds(1))
        _ = await server.signIn(with: "github.com", ["sub": "g1"], ["idToken": user["idToken"] ?? .null])
        let (id, pool) = (UserID(rawValue: user.string("localId")), UserPool(project: server.project.id))
        let before = try await server.store.read(.identities(of: id, in: pool))
        server.clock.advance(by: .seconds(60))
        let info: JSONValue = ["providerId": "google.com", "rawId": "1", "displayName": "Countess"]
        let link: JSONValue = ["localId": user["localId"] ?? .null, "linkProviderUserInfo": info]
        // The import leaves GitHub out.
        let replacement: JSONValue = [
            "users": [["localId": user["localId"] ?? .null, "providerUserInfo": [info]]],
            "allowOverwrite": true,
        ]
        for (change, body, left) in [("update", link, 2), ("batchCreate", replacement, 1)] {
            let made = await server.administer("\(Self.accounts):\(change)", body)
            #expect(made.status == 200 && made["error"] == nil, "\(made.text)")
            let after = try await server.store.read(.identities(of: id, in: pool))
            let (google, former) = try (#require(after.first), #require(before.first))
            #expect(google.id == former.id && google.displayName == "Countess" && after.count == left)
            #expect(google.linkedAt == former.linkedAt && google.lastSignedInAt == former.lastSignedInAt)
            #expect(try await server.store.read(.providerTokens(of: id, in: pool)).count == left)
        }
        #expect(try await server.services.federation.revokeTokensOfDeletedIdentities(limit: 9).revoked == 1)
        #expect(server.providers.revoked == ["access of g1"])
    }

    @Test("kept tokens are returned only while the project keeps tokens (U13)")
    func keptTokensAfterwards() async throws {
        var policy = Policy()
        policy.signIn.keepsProviderTokens = true
        let server = try await APIServer(policy: policy)
        let user = await server.signIn(with: "google.com", Self.ada)
        let ask: JSONValue = ["idToken": user["idToken"] ?? .null, "providerId": "google.com"]
        #expect(await server.call("providerTokens", ask).status == 200)
        var project = server.project
        project.policy.signIn.keepsProviderTokens = false
        try await server.projects.change(project, by: .server) { $0 = project }
        let own = await server.call("providerTokens", ask)
        #expect(own.errorMessage?.hasPrefix("CONFIGURATION_NOT_FOUND") == true, "\(own.text)")
        let byAdministrator = await server.administer(
            "\(Self.accounts):providerTokens",
            ["localId": user["localId"] ?? .null, "providerId": "google.com"]
        )
        #expect(byAdministrator.errorMessage?.hasPrefix("CONFIGURATION_NOT_FOUND") == true)
    }

    @Test("tokens that the project does not keep are not stored (U13)")
    func unkeptTokens() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "google.com", Self.ada)
        let ask: JSONValue = ["idToken": user["idToken"] ?? .null, "providerId": "google.com"]
        #expect(
            await server.call("providerTokens", ask).errorMessage?.hasPrefix("CONFIGURATION_NOT_FOUND")
                == true
        )
    }

    @Test("revokeToken revokes a token of the user's own provider")
    func revokeToken() async throws {
        let server = try await APIServer()
        let user = await server.signIn(with: "apple.com", Self.ada)
        func revoke(_ provider: String) async -> APIResponse {
            await server.post(
                "/v2/accounts:revokeToken",
                [
                    "idToken": user["idToken"] ?? .null, "providerId": .string(provider), "token": "t1",
                    "tokenType": "REFRESH_TOKEN",
                ],
                key: "demo-key"
            )
        }
        #expect(await revoke("google.com").errorMessage == "CREDENTIAL_MISMATCH")
        #expect(server.providers.revoked.isEmpty)
        #expect(await revoke("apple.com").status == 200)
        #expect(server.providers.revoked == ["t1"])
    }
}
