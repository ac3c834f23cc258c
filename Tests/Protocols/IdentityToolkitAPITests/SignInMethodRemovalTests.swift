import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import Testing

/// One rule for each sign-in method, in a server and in an emulator (decisions/sign-in.md).
@Suite("Removal of sign-in methods by their users")
struct SignInMethodRemovalTests {
    /// A sign-in method that a user may have alone.
    enum Method: String, CaseIterable {
        case password
        case phone
        case google = "google.com"

        /// Signs up, or signs in again.
        func signIn(_ server: APIServer) async -> APIResponse {
            switch self {
            case .password:
                let user = await server.call("signInWithPassword", SignInTests.ada)
                return user.status == 200 ? user : await server.signUp()
            case .phone:
                let sent = await server.call("sendVerificationCode", ["phoneNumber": "+16505553434"])
                let use: JSONValue = ["sessionInfo": sent["sessionInfo"] ?? .null, "code": "123456"]
                return await server.call("signInWithPhoneNumber", use)
            case .google:
                let claims: JSONValue = ["sub": "1", "email": "ada@gmail.com", "email_verified": true]
                return await server.signIn(with: rawValue, claims)
            }
        }
    }

    private static func server(emulator: Bool) async throws -> APIServer {
        var policy = Policy()
        policy.phone.testNumbers = ["+16505553434=123456"]
        return try await APIServer(policy: policy, emulator: emulator)
    }

    private static func remove(
        _ method: Method,
        _ user: APIResponse,
        _ server: APIServer
    ) async -> APIResponse {
        let body: JSONValue = [
            "idToken": user["idToken"] ?? .null, "deleteProvider": [.string(method.rawValue)],
        ]
        return await server.call("update", body)
    }

    @Test(
        "after the removal of the last method, the session continues, others end, and the ID stays (U6, U9)",
        arguments: Method.allCases,
        [false, true]
    )
    func last(_ method: Method, emulator: Bool) async throws {
        let server = try await Self.server(emulator: emulator)
        let user = await method.signIn(server)
        let other = await method.signIn(server)
        #expect(user["localId"] == other["localId"] && user["localId"] != nil, "\(user.text)\(other.text)")
        server.clock.advance(by: .seconds(2))
        let removed = await Self.remove(method, user, server)
        #expect(removed.status == 200 && removed["providerUserInfo"] == nil, "\(removed.text)")
        #expect(await server.refresh(other.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        #expect(await server.refresh(user.string("refreshToken")).status == 200)
        let found = await server.call("lookup", ["idToken": user["idToken"] ?? .null])["users"]?.array?.first
        #expect(found?["localId"] == user["localId"])
        for field in ["passwordHash", "phoneNumber", "providerUserInfo"] { #expect(found?[field] == nil) }
        // The address of a provider stays the user's.
        #expect(found?["email"]?.string == (method == .google ? "ada@gmail.com" : nil))
    }

    @Test("the removed method is free: it signs up, or is found by the address", arguments: Method.allCases)
    func free(_ method: Method) async throws {
        let server = try await Self.server(emulator: false)
        let user = await method.signIn(server)
        #expect(await Self.remove(method, user, server).status == 200)
        let again = await method.signIn(server)
        #expect((again["localId"] == user["localId"]) == (method == .google), "\(again.text)")
    }

    @Test("the removal needs a recent sign-in (U10)", arguments: Method.allCases)
    func recent(_ method: Method) async throws {
        let server = try await Self.server(emulator: false)
        let user = await method.signIn(server)
        server.clock.advance(by: .seconds(301))
        let late = await Self.remove(method, user, server)
        #expect(late.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(late.text)")
        #expect(await method.signIn(server)["localId"] == user["localId"])
    }

    @Test("a user without a method links one again, and keeps the ID", arguments: Method.allCases)
    func again(_ method: Method) async throws {
        let server = try await Self.server(emulator: false)
        let user = await method.signIn(server)
        #expect(await Self.remove(method, user, server).status == 200)
        let linked = await server.signIn(
            with: "github.com",
            ["sub": "5"],
            ["idToken": user["idToken"] ?? .null]
        )
        #expect(linked["localId"] == user["localId"], "\(linked.text)")
        #expect(await server.signIn(with: "github.com", ["sub": "5"])["localId"] == user["localId"])
    }
}
