import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// Points in which an emulator treats users in another way than a server, tried on both.
@Suite("Differences of an emulator: users")
struct EmulatorAccountTests {
    private static let path = "/v1/projects/demo/accounts:"

    private func server(emulator: Bool) async throws -> APIServer {
        try await APIServer(policy: .emulated(ProjectID(rawValue: "demo")), emulator: emulator)
    }

    @Test("a user can delete the address or password by deleteAttribute only in an emulator (U1)")
    func attributes() async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            for (attribute, email) in [("PASSWORD", "ada@example.com"), ("EMAIL", "bob@example.com")] {
                let user = await server.signUp(email)
                let change: JSONValue = [
                    "idToken": user["idToken"] ?? .null, "deleteAttribute": [.string(attribute)],
                ]
                let changed = await server.call("update", change)
                guard emulator else {
                    #expect(changed.errorMessage == "OPERATION_NOT_ALLOWED", "\(changed.text)")
                    continue
                }
                let hasEmail = attribute == "PASSWORD"
                #expect(changed.status == 200 && (changed["email"] != nil) == hasEmail, "\(changed.text)")
                let found = await server.find(["localId": [user["localId"] ?? .null]])?.first
                #expect((found?["passwordHash"] != nil) != hasEmail && (found?["email"] != nil) == hasEmail)
                let signedIn = await server.call(
                    "signInWithPassword",
                    ["email": .string(email), "password": "correct horse"]
                )
                #expect(signedIn.errorMessage == (hasEmail ? "INVALID_PASSWORD" : "EMAIL_NOT_FOUND"))
            }
        }
    }

    @Test(
        "users delete their password by deleteProvider in an emulator and in a server (U1)",
        arguments: [true, false]
    )
    func passwordProvider(emulator: Bool) async throws {
        let server = try await server(emulator: emulator)
        let user = await server.signUp()
        let changed = await server.call(
            "update",
            ["idToken": user["idToken"] ?? .null, "deleteProvider": ["password"]]
        )
        #expect(changed.status == 200 && changed["email"] == nil, "\(changed.text)")
        let signedIn = await server.call("signInWithPassword", SignInTests.ada)
        #expect(signedIn.errorMessage == "EMAIL_NOT_FOUND")
    }

    @Test("an unverified address can be restored after a change only in an emulator (U8)")
    func recovery() async throws {
        let emulator = try await server(emulator: true)
        let user = await emulator.signUp()
        let change: JSONValue = ["idToken": user["idToken"] ?? .null, "email": "new@example.com"]
        #expect(await emulator.call("update", change).status == 200)
        let recovery = try #require(try await emulator.codes().last)
        #expect(recovery["requestType"] == "RECOVER_EMAIL" && recovery["email"] == "ada@example.com")
        let restored = await emulator.call("update", ["oobCode": recovery["oobCode"] ?? .null])
        #expect(restored["email"] == "ada@example.com", "\(restored.text)")

        let server = try await self.server(emulator: false)
        let other = await server.signUp()
        _ = await server.call("update", ["idToken": other["idToken"] ?? .null, "email": "new@example.com"])
        let id = UserID(rawValue: other.string("localId"))
        let lookup: RecoveryCountLookup = .recoveryCount(of: id, in: UserPool(project: server.project.id))
        #expect(try await server.store.read(lookup) == 0)
    }

    @Test("the administrator of an emulator sees password hashes, and imports them again")
    func hashes() async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            let user = await server.signUp()
            let owner: HeaderFields = [.authorization: "Bearer \(server.administratorToken)"]
            let listed = await server.get("\(Self.path)batchGet", fields: owner)["users"]?.array ?? []
            let hash = try #require(listed.first?["passwordHash"]?.string)
            #expect(hash.hasPrefix("$argon2id$") == emulator)
            let own = await server.call("lookup", ["idToken": user["idToken"] ?? .null])
            #expect(own["users"]?.array?.first?["passwordHash"] == "UkVEQUNURUQ=")
            guard emulator else { continue }
            #expect(await server.call("delete", ["idToken": user["idToken"] ?? .null]).status == 200)
            let imported = await server.administer("\(Self.path)batchCreate", ["users": .array(listed)])
            #expect(imported.status == 200 && imported["error"] == nil, "\(imported.text)")
            let signedIn = await server.call("signInWithPassword", SignInTests.ada)
            #expect(signedIn["localId"] == user["localId"], "\(signedIn.text)")
        }
    }

    @Test("a page of users has any size in an emulator, and 1 to 1000 users in a server")
    func pages() async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            for name in ["ada", "bob", "eve"] { _ = await server.signUp("\(name)@example.com") }
            let owner: HeaderFields = [.authorization: "Bearer \(server.administratorToken)"]
            for size in ["-1", "0", "5000"] {
                let page = await server.get(
                    "\(Self.path)batchGet",
                    query: "maxResults=\(size)",
                    fields: owner
                )
                if emulator {
                    #expect(page["users"]?.array?.count == 3 && page["nextPageToken"] == nil, "\(page.text)")
                } else {
                    #expect(page.errorMessage == "INVALID_PAGE_SELECTION")
                }
            }
        }
    }

    @Test("a custom token may have user_id or a number only in an emulator")
    func customTokens() async throws {
        for (claims, id) in [(#"{"user_id":"ann"}"#, "ann"), (#"{"uid":42}"#, "42"), (#"{"uid":true}"#, nil)]
        {
            for emulator in [true, false] {
                let signedIn = await (try server(emulator: emulator)).call(
                    "signInWithCustomToken",
                    ["token": .string(claims)]
                )
                let isAccepted = emulator && id != nil
                #expect(signedIn.status == (isAccepted ? 200 : 400), "\(signedIn.text)")
                #expect(isAccepted || signedIn.errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN : ") == true)
                if isAccepted {
                    #expect(signedIn.string("idToken").claims?["sub"] == id.map(JSONValue.string))
                }
            }
        }
    }

    @Test(
        "a change needs a sign-in of the last five minutes, in an emulator too (U10)",
        arguments: [true, false]
    )
    func recentSignIn(emulator: Bool) async throws {
        let server = try await server(emulator: emulator)
        let user = await server.signUp()
        server.clock.advance(by: .minutes(6))
        let changed = await server.call(
            "update",
            ["idToken": user["idToken"] ?? .null, "password": "battery staple"]
        )
        #expect(changed.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
}
