import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// Each point in which an emulator differs from a server, tried on both.
@Suite("Differences of an emulator")
struct EmulatorDifferenceTests {
    private static let password: JSONValue = "correct horse"

    private func server(emulator: Bool) async throws -> APIServer {
        try await APIServer(policy: .emulated(ProjectID(rawValue: "demo")), emulator: emulator)
    }

    @Test(
        "only a server signs ID tokens and session cookies (security 14)",
        arguments: [true, false]
    )
    func signature(emulator: Bool) async throws {
        let server = try await server(emulator: emulator)
        let user = await server.signUp()
        let path = "/v1/projects/demo:createSessionCookie"
        let made = await server.administer(path, ["idToken": user["idToken"] ?? .null])
        for token in [user.string("idToken"), made.string("sessionCookie")] {
            let parts = token.split(separator: ".", omittingEmptySubsequences: false)
            try #require(parts.count == 3, "\(token)")
            #expect(parts[2].isEmpty == emulator)
            let header = JSONValue(parsing: Base64URL.decode(String(parts[0])) ?? [])
            #expect(header?["alg"] == (emulator ? "none" : "ES256"))
        }
    }

    @Test(
        "an unsigned token is rejected by a server on each path (security 14)",
        arguments: [
            ("lookup", [:]), ("update", ["displayName": "Eve"]), ("delete", [:]),
            ("signUp", ["email": "eve@example.com", "password": password]),
            ("signInWithPassword", ["email": "ada@example.com", "password": password]),
            ("signInWithEmailLink", ["email": "eve@example.com", "oobCode": "x"]),
            ("sendOobCode", ["requestType": "VERIFY_EMAIL"]),
        ] as [(String, [String: JSONValue])]
    )
    func unsignedAtServer(_ operation: String, _ body: [String: JSONValue]) async throws {
        let server = try await server(emulator: false)
        let user = await server.signUp()
        let claims = try #require(user.string("idToken").split(separator: ".").dropFirst().first)
        for header in [#"{"alg":"none","typ":"JWT"}"#, #"{"alg":"none"}"#, #"{"alg":"None","typ":"JWT"}"#] {
            let token: JSONValue = .string("\(Base64URL.encode(Array(header.utf8))).\(claims).")
            let response = await server.call(operation, .object(body.merging(["idToken": token]) { $1 }))
            #expect(response.errorMessage == "INVALID_ID_TOKEN", "\(response.text)")
            let cookie = await server.administer(
                "/v1/projects/demo:createSessionCookie",
                ["idToken": token]
            )
            #expect(cookie.errorMessage == "INVALID_ID_TOKEN")
        }
        #expect(await server.call("lookup", ["idToken": user["idToken"] ?? .null]).status == 200)
    }

    @Test("an unsigned token of an emulator is accepted, changed claims included")
    func unsignedAtEmulator() async throws {
        let server = try await server(emulator: true)
        let user = await server.signUp()
        let other = await server.signUp("eve@example.com")
        #expect(await server.call("lookup", ["idToken": user["idToken"] ?? .null]).status == 200)
        let parts = user.string("idToken").split(separator: ".", omittingEmptySubsequences: false)
        let signed = "\(parts[0]).\(parts[1]).AAAA"
        #expect(await server.call("lookup", ["idToken": .string(signed)]).errorMessage == "INVALID_ID_TOKEN")
        let refreshed = await server.refresh(other.string("refreshToken"))
        #expect(refreshed.string("id_token").hasSuffix("."))
    }

    @Test(
        "an emulator knows its owner in any letter case, and Google's access tokens",
        arguments: ["owner", "Owner", "OWNER", "ya29.c.b0Aaekm1K"]
    )
    func owner(_ credential: String) async throws {
        for (emulator, status) in [(true, 200), (false, 401)] {
            let server = try await server(emulator: emulator)
            let response = await server.post(
                "/v1/projects/demo/accounts",
                [:],
                fields: [.authorization: "bearer \(credential)"]
            )
            #expect(response.status == status)
        }
    }

    @Test("an anonymous user who sets only an address stays anonymous in an emulator")
    func anonymousAddress() async throws {
        let server = try await server(emulator: true)
        let guest = await server.call("signUp", [:])
        let changed = await server.call(
            "update",
            ["idToken": guest["idToken"] ?? .null, "email": "ada@example.com"]
        )
        #expect(changed["email"] == "ada@example.com", "\(changed.text)")
        #expect(await server.call("lookup", ["idToken": guest["idToken"] ?? .null]).status == 200)
        let refreshed = await server.refresh(guest.string("refreshToken"))
        let claims = try #require(Self.claims(of: refreshed.string("id_token")))
        #expect(claims["email"] == "ada@example.com")
        #expect(claims["provider_id"] == "anonymous")
        #expect(claims["firebase"]?["sign_in_provider"] == "anonymous")

        let real = try await self.server(emulator: false)
        let other = await real.call("signUp", [:])
        let rejected = await real.call(
            "update",
            ["idToken": other["idToken"] ?? .null, "email": "ada@example.com"]
        )
        #expect(rejected.errorMessage == "MISSING_PASSWORD")
    }

    @Test("a user can end all sessions by validSince only in an emulator (security 10)")
    func validSince() async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            let user = await server.signUp()
            let token = user["idToken"] ?? .null
            server.clock.advance(by: .seconds(2))
            let changed = await server.call("update", ["idToken": token, "validSince": "1800000001"])
            guard emulator else {
                #expect(changed.errorMessage == "UNEXPECTED_PARAMETER : Valid since")
                continue
            }
            #expect(changed.status == 200, "\(changed.text)")
            #expect(await server.call("lookup", ["idToken": token]).errorMessage == "TOKEN_EXPIRED")
            #expect(await server.refresh(user.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
            #expect(await server.call("lookup", ["idToken": changed["idToken"] ?? .null]).status == 200)
            #expect(await server.refresh(changed.string("refreshToken")).status == 200)
        }
    }

    @Test("a sign-up with the token of a user replaces the password only in an emulator")
    func signUpReplaces() async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            let user = await server.signUp()
            _ = await server.signUp("bob@example.com")
            let change: [String: JSONValue] = [
                "idToken": user["idToken"] ?? .null, "email": "new@example.com", "password": "battery staple",
            ]
            for taken: JSONValue in ["bob@example.com", "ada@example.com"] {
                let response = await server.call("signUp", .object(change.merging(["email": taken]) { $1 }))
                #expect(response.errorMessage == "EMAIL_EXISTS")
            }
            let changed = await server.call("signUp", .object(change))
            guard emulator else {
                #expect(changed.errorMessage == "EMAIL_EXISTS")
                continue
            }
            #expect(changed["localId"] == user["localId"], "\(changed.text)")
            #expect(changed["refreshToken"] != nil)
            let signedIn = await server.call(
                "signInWithPassword",
                ["email": "new@example.com", "password": "battery staple"]
            )
            #expect(signedIn["localId"] == user["localId"])
            #expect(
                await server.call("signInWithPassword", SignInTests.ada).errorMessage == "EMAIL_NOT_FOUND"
            )
        }
    }

    @Test("a sign-up keeps the picture, and the name of an anonymous user, only in a server")
    func profile() async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            let profile: [String: JSONValue] = [
                "displayName": "Ada", "photoUrl": "https://example.com/a.png",
            ]
            let known = profile.merging(["email": "ada@example.com", "password": Self.password]) { $1 }
            for (body, name) in [(known, "Ada" as JSONValue?), (profile, emulator ? nil : "Ada")] {
                let made = await server.call("signUp", .object(body))
                #expect(made["displayName"] == name)
                let found = await server.call("lookup", ["idToken": made["idToken"] ?? .null])
                let user = found["users"]?.array?.first
                #expect(user?["displayName"] == name)
                #expect((user?["photoUrl"] != nil) == !emulator)
            }
        }
    }

    @Test("to look up and delete users, the owner of an emulator has to name them")
    func administratorFirst() async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            let user = await server.signUp()
            let path = "/v1/projects/demo/accounts:"
            let body: JSONValue = ["idToken": user["idToken"] ?? .null]
            let found = await server.administer("\(path)lookup", body)
            #expect((found["users"] == nil) == emulator)
            let deleted = await server.administer("\(path)delete", body)
            #expect(deleted.errorMessage == (emulator ? "MISSING_LOCAL_ID" : nil))
            #expect(await server.administer("\(path)delete", [:]).errorMessage == "MISSING_LOCAL_ID")
        }
    }

    @Test("users have a salt, and an empty page is an empty list, only in an emulator")
    func lists() async throws {
        for emulator in [true, false] {
            let server = try await server(emulator: emulator)
            let owner: HeaderFields = [.authorization: "Bearer \(server.administratorToken)"]
            let path = "/v1/projects/demo/accounts:batchGet"
            #expect(await server.get(path, fields: owner)["users"] == (emulator ? [] : nil))
            _ = await server.signUp()
            _ = await server.call("signUp", [:])
            let users = await server.get(path, fields: owner)["users"]?.array ?? []
            #expect(users.count == 2)
            for user in users {
                #expect((user["salt"] != nil) == (emulator && user["passwordHash"] != nil))
            }
        }
    }

    @Test("the refresh token of a deleted user is invalid in an emulator, and names the reason in a server")
    func deletedUser() async throws {
        for (emulator, message) in [(true, "INVALID_REFRESH_TOKEN"), (false, "USER_NOT_FOUND")] {
            let server = try await server(emulator: emulator)
            let user = await server.signUp()
            _ = await server.call("delete", ["idToken": user["idToken"] ?? .null])
            #expect(await server.refresh(user.string("refreshToken")).errorMessage == message)
        }
    }

    @Test("a reCAPTCHA token is present only in an emulator, a site key always")
    func recaptcha() async throws {
        for emulator in [true, false] {
            let response = await (try server(emulator: emulator)).get(
                "/v1/recaptchaParams",
                query: "key=demo-key"
            )
            #expect((response["recaptchaStoken"] != nil) == emulator)
            #expect(response["recaptchaSiteKey"] != nil)
        }
    }

    @Test("the first address of a user stays known (U1)", arguments: [true, false])
    func initialEmail(emulator: Bool) async throws {
        let server = try await server(emulator: emulator)
        let user = await server.signUp()
        let token = user["idToken"] ?? .null
        let read = { @Sendable in
            await server.call("lookup", ["idToken": token])["users"]?.array?.first?["initialEmail"]
        }
        #expect(await read() == nil)
        for address: JSONValue in ["eve@example.com", "eva@example.com"] {
            #expect(await server.call("update", ["idToken": token, "email": address]).status == 200)
            #expect(await read() == "ada@example.com")
        }
    }

    @Test(
        "an empty address is invalid, an absent one is missing",
        arguments: [
            ("signUp", ["email": "", "password": ""], "INVALID_EMAIL"),
            ("signUp", ["email": ""], "INVALID_EMAIL"),
            ("signUp", ["password": "correct horse"], "MISSING_EMAIL"),
            ("signInWithPassword", ["email": "", "password": "correct horse"], "INVALID_EMAIL"),
            ("signInWithPassword", ["password": "correct horse"], "MISSING_EMAIL"),
        ] as [(String, JSONValue, String)]
    )
    func emptyAddress(_ operation: String, _ body: JSONValue, _ message: String) async throws {
        #expect(try await server(emulator: false).call(operation, body).errorMessage == message)
    }

    private static func claims(of token: String) -> JSONValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        return JSONValue(parsing: Base64URL.decode(String(parts[1])) ?? [])
    }
}
