import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Codes of another pool, and where links go on")
struct CodeIsolationTests {
    /// The pools with a user of one address each.
    private static let pools: [String?] = [nil, "blue", "red"]
    private static let pairs = (0..<3).flatMap { own in (0..<3).filter { $0 != own }.map { (own, $0) } }

    private static func scoped(_ fields: [String: JSONValue], _ pool: Int) -> JSONValue {
        var fields = fields
        if let tenant = pools[pool] { fields["tenantId"] = .string(tenant) }
        return .object(fields)
    }

    private static func link(
        _ server: APIServer,
        _ type: JSONValue,
        _ pool: Int
    ) async throws -> JSONValue {
        let scope = pools[pool].map { "/tenants/\($0)" } ?? ""
        let sent = await server.administer(
            "/v1/projects/demo\(scope)/accounts:sendOobCode",
            [
                "requestType": type, "email": "ada@example.com", "newEmail": "new@example.com",
                "returnOobLink": true,
            ]
        )
        return try #require(sent["oobCode"], "\(sent.text)")
    }

    @Test("a link of one tenant does nothing in another pool, and stays good (security 19)", arguments: pairs)
    func otherPool(own: Int, other: Int) async throws {
        let server = try await APIServer(emulator: true)
        for pool in 0..<3 {
            let user = Self.scoped(["email": "ada@example.com", "password": "correct horse"], pool)
            #expect(await server.call("signUp", user).status == 200)
        }
        let uses: [(JSONValue, String, [String: JSONValue])] = [
            ("EMAIL_SIGNIN", "signInWithEmailLink", ["email": "ada@example.com"]),
            ("PASSWORD_RESET", "resetPassword", ["newPassword": "battery staple"]),
            ("VERIFY_EMAIL", "update", [:]),
            ("VERIFY_AND_CHANGE_EMAIL", "update", [:]),
        ]
        for (type, operation, fields) in uses {
            let code = try await Self.link(server, type, own)
            let body = fields.merging(["oobCode": code]) { $1 }
            let rejected = await server.call(operation, Self.scoped(body, other))
            #expect(rejected.errorMessage == "INVALID_OOB_CODE", "\(type): \(rejected.text)")
            let read = await server.call("resetPassword", Self.scoped(["oobCode": code], other))
            #expect(read.errorMessage == "INVALID_OOB_CODE")
            let accepted = await server.call(operation, Self.scoped(body, own))
            #expect(accepted.status == 200, "\(type): \(accepted.text)")
        }
        // The user of the other pool is as before.
        let user = Self.scoped(["email": "ada@example.com", "password": "correct horse"], other)
        let signedIn = await server.call("signInWithPassword", user)
        #expect(signedIn.status == 200, "\(signedIn.text)")
        let info = await server.call("lookup", Self.scoped(["idToken": signedIn["idToken"] ?? .null], other))
        #expect(info["users"]?.array?.first?["emailVerified"] == false)
    }

    @Test("a link of one tenant links no user of another pool (security 2, 19)")
    func linking() async throws {
        let server = try await APIServer(emulator: true)
        let guest = await server.call("signUp", ["tenantId": "red"])
        let code = try await Self.link(server, "EMAIL_SIGNIN", 1)
        let body: [String: JSONValue] = [
            "email": "ada@example.com", "oobCode": code, "idToken": guest["idToken"] ?? .null,
        ]
        for (pool, message) in [
            (0, "INVALID_OOB_CODE"), (1, "TENANT_ID_MISMATCH"), (2, "INVALID_OOB_CODE"),
        ] {
            let response = await server.call("signInWithEmailLink", Self.scoped(body, pool))
            #expect(response.errorMessage == message, "\(response.text)")
        }
    }

    @Test("a link continues only to allowed origins, also for administrators (security 5)")
    func continueURL() async throws {
        var policy = Policy()
        policy.codes.continueOrigins = ["https://app.example"]
        let server = try await APIServer(policy: policy)
        _ = await server.signUp()
        let path = "/v1/projects/demo/accounts:sendOobCode"
        let send = { @Sendable (url: String) in
            await server.administer(
                path,
                [
                    "requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true,
                    "continueUrl": .string(url),
                ]
            )
        }
        for url in [
            "https://evil.example/", "http://app.example/", "https://app.example.evil.example/",
            "https://app.example:8443/", "http://localhost:3000/",
        ] {
            let message = await send(url).errorMessage
            #expect(message?.hasPrefix("UNAUTHORIZED_DOMAIN") == true, "\(url)")
        }
        for url in [
            "//app.example/", "https://app.example@evil.example/", "https:\\\\app.example",
            "javascript:alert(1)", "https://app.example%2eevil.example/", "/after",
        ] {
            #expect(await send(url).errorMessage == "INVALID_CONTINUE_URI", "\(url)")
        }
        let made = await send("https://app.example/after")
        #expect(made["oobLink"]?.string?.hasPrefix("https://id.example/auth/action?") == true, "\(made.text)")
        // The link begins with the configured address, whatever the request says.
        let forged = await server.post(
            path,
            ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true],
            fields: [
                .authorization: "Bearer \(server.administratorToken)", "host": "evil.example",
                "x-forwarded-host": "evil.example",
            ]
        )
        #expect(forged["oobLink"]?.string?.hasPrefix("https://id.example/") == true)
    }

    @Test("a reset needs the code; address and token are rejected instead (security 9)")
    func skippedCode() async throws {
        let server = try await APIServer(emulator: true)
        let user = await server.signUp()
        _ = try await Self.link(server, "PASSWORD_RESET", 0)
        for code in ["", "null", "undefined", "0"] {
            let response = await server.call(
                "resetPassword",
                ["oobCode": .string(code), "email": "ada@example.com", "newPassword": "battery staple"]
            )
            #expect(response.errorMessage == (code.isEmpty ? "MISSING_OOB_CODE" : "INVALID_OOB_CODE"))
        }
        let link = try await Self.link(server, "VERIFY_EMAIL", 0)
        let other = await server.call("resetPassword", ["oobCode": link, "newPassword": "battery staple"])
        #expect(other.errorMessage == "INVALID_OOB_CODE")
        #expect(await server.call("signInWithPassword", SignInTests.ada)["localId"] == user["localId"])
    }
}
